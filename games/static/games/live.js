/* Follows the game by a stream of its versions, and asks for the table when there is a new one. Without the stream the
   page asks from time to time: htmx does that by itself. */
"use strict";

(() => {
  const LOST_AFTER = 50000; // milliseconds without a word: the stream is lost, though nobody has said so
  const AGAIN_AFTER = 30000; // until a stream that was refused is tried again
  const ALL_THE_SAME = 60000; // so often the page asks although the stream is there: it shows that its reader is here
  let stream = null;
  let inTouch = false;
  let heard = 0; // when
  let newest = 0; // the newest version the stream has told of
  let asked = 0; // when the page last asked
  let isWanted = false; // this request was asked for, not made by the clock

  const poll = () => document.querySelector("[data-poll]");
  const shown = () => Number(document.querySelector("main [data-version]")?.dataset.version ?? 0);
  const address = () => document.querySelector("[data-stream]")?.dataset.stream;

  function ask() {
    if (!poll() || !window.htmx) return;
    isWanted = true;
    window.htmx.trigger(poll(), "ask");
    isWanted = false;
  }

  function open() {
    if (stream || document.hidden || !poll() || !address()) return;
    stream = new EventSource(address());
    heard = Date.now();
    stream.addEventListener("message", (event) => {
      hear();
      newest = JSON.parse(event.data).version;
      if (newest > shown()) ask();
    });
    stream.addEventListener("still", hear);
    stream.addEventListener("error", () => {
      lose();
      if (stream?.readyState === EventSource.CLOSED) { // refused: the browser does not try again by itself
        stream = null;
        setTimeout(open, AGAIN_AFTER);
      }
    });
  }

  function hear() {
    inTouch = true;
    heard = Date.now();
  }

  /* Ask at once: the answer, or that there is none, says more than the end of a stream. */
  function lose() {
    if (inTouch) ask();
    inTouch = false;
  }

  function close() {
    stream?.close();
    stream = null;
    inTouch = false;
  }

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!event.target.hasAttribute?.("data-poll")) return;
    const isNeedless = inTouch && !isWanted && Date.now() - asked < ALL_THE_SAME;
    if (document.hidden || isNeedless) event.preventDefault(); // nobody looks, or nothing has happened
    else asked = Date.now();
  });
  document.addEventListener("htmx:afterSettle", () => {
    if (newest > shown()) ask(); // it has come while the answer was under way
    else if (!poll()) close(); // over
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) close(); // a browser has few connections to a site, and they are for the tabs one looks at
    else { open(); ask(); }
  });
  setInterval(() => {
    if (stream && Date.now() - heard > LOST_AFTER) { lose(); close(); open(); }
  }, 10000);
  asked = Date.now();
  document.addEventListener("DOMContentLoaded", open);
})();
