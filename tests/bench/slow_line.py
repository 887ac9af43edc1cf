"""A slow line to a server on this machine: everything takes its time, and a connection a round trip to be made."""

from __future__ import annotations

import asyncio
import sys
import time

PACKET = 1400  # bytes


class Way:
    """One direction, which all connections share."""

    def __init__(self, bytes_a_second: float) -> None:
        self.bytes_a_second = bytes_a_second
        self.is_free = 0.0  # from when on

    def passes(self, size: int) -> float:
        """Return when the last of *size* bytes that come now has gone in."""
        self.is_free = max(self.is_free, time.monotonic()) + size / self.bytes_a_second
        return self.is_free


async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, way: Way, delay: float) -> None:
    """Hand everything on, each packet *delay* seconds after it has passed."""
    queue: asyncio.Queue[tuple[float, bytes] | None] = asyncio.Queue(maxsize=200)

    async def arrive() -> None:
        while (packet := await queue.get()) is not None:
            await asyncio.sleep(max(0.0, packet[0] - time.monotonic()))
            writer.write(packet[1])
            await writer.drain()
        writer.close()

    arriving = asyncio.create_task(arrive())
    try:
        while data := await reader.read(PACKET):
            await queue.put((way.passes(len(data)) + delay, data))
        await queue.put(None)
        await arriving
    except OSError:  # the browser has hung up
        arriving.cancel()


async def serve(port: int, target: int, *, round_trip: float, bits_a_second: float) -> None:
    """Listen on *port*, for ever, and connect to *target*; *round_trip* in seconds."""
    up, down = Way(bits_a_second / 8), Way(bits_a_second / 8)

    async def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(round_trip)  # until the browser may send its request
        there_reader, there_writer = await asyncio.open_connection("127.0.0.1", target)
        await asyncio.gather(
            carry(reader, there_writer, up, round_trip / 2), carry(there_reader, writer, down, round_trip / 2)
        )

    server = await asyncio.start_server(connect, "127.0.0.1", port)
    await server.serve_forever()


if __name__ == "__main__":
    here, there, milliseconds, kilobits = map(int, sys.argv[1:])
    asyncio.run(serve(here, there, round_trip=milliseconds / 1000, bits_a_second=kilobits * 1000))
