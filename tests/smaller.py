"""Pictures of pages as small PNG files: 256 colours of their own instead of sixteen million."""

from __future__ import annotations

import base64
import struct
import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

COLOURS = 256

# In the browser, which can read a PNG: halve the box of colours with the widest side until there are enough boxes
# (median cut), and give each pixel the mean colour of its box. Colours are compared by their first 5 bits a channel.
QUANTIZE = """async ({ png, colours }) => {
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
  canvas.drawImage(image, 0, 0);
  const { data } = canvas.getImageData(0, 0, image.width, image.height);
  const key = (i) => (data[i] >> 3) << 10 | (data[i + 1] >> 3) << 5 | data[i + 2] >> 3;
  const bins = new Map();
  for (let i = 0; i < data.length; i += 4) {
    const k = key(i);
    const bin = bins.get(k) ?? { k, n: 0, sums: [0, 0, 0] };
    bin.n++;
    for (const c of [0, 1, 2]) bin.sums[c] += data[i + c];
    bins.set(k, bin);
  }
  const mean = (bin, c) => bin.sums[c] / bin.n;
  const widest = (box) => {
    const sides = [0, 1, 2].map((c) => {
      const values = box.map((bin) => mean(bin, c));
      return { c, width: Math.max(...values) - Math.min(...values) };
    });
    return sides.sort((a, b) => b.width - a.width)[0];
  };
  const boxes = [[...bins.values()]];
  while (boxes.length < colours) {
    const weight = (box) => widest(box).width * Math.sqrt(box.reduce((sum, bin) => sum + bin.n, 0));
    const box = boxes.reduce((best, other) => weight(other) > weight(best) ? other : best);
    const { c, width } = widest(box);
    if (!width) break;
    box.sort((a, b) => mean(a, c) - mean(b, c));
    const half = box.reduce((sum, bin) => sum + bin.n, 0) / 2;
    let cut = 0;
    for (let n = 0; cut < box.length - 1 && n < half; cut++) n += box[cut].n;
    boxes.push(box.splice(Math.max(1, cut)));
  }
  const place = new Map();
  const palette = boxes.map((box, number) => {
    const n = box.reduce((sum, bin) => sum + bin.n, 0);
    for (const bin of box) place.set(bin.k, number);
    return [0, 1, 2].map((c) => Math.round(box.reduce((sum, bin) => sum + bin.sums[c], 0) / n));
  });
  let pixels = "";
  for (let i = 0; i < data.length; i += 4) pixels += String.fromCharCode(place.get(key(i)));
  return { width: image.width, height: image.height, palette, pixels: btoa(pixels) };
}"""


def smaller(png: bytes, page: Page) -> bytes:
    """Return the picture *png* with no more than 256 colours; an empty *page* of a browser works it out."""
    picture = page.evaluate(QUANTIZE, {"png": base64.b64encode(png).decode(), "colours": COLOURS})
    width, height, pixels = picture["width"], picture["height"], base64.b64decode(picture["pixels"])
    rows = b"".join(b"\0" + pixels[row * width : (row + 1) * width] for row in range(height))
    palette = bytes(value for colour in picture["palette"] for value in colour)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        [
            _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
            _chunk(b"PLTE", palette),
            _chunk(b"IDAT", zlib.compress(rows, 9)),
            _chunk(b"IEND", b""),
        ]
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
