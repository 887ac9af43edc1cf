/* Trusted Types: of all strings only these become markup or a script: the answer of this site that htmx is about to show,
   and the address of the service worker. Scripts of our own build elements and set text, and need no exception.
   What the policy returns null for, the browser refuses. */
"use strict";

(() => {
  const WORKER = "/service-worker.js";
  let answer = null; // while htmx shows it

  const asHtmxParsesIt = (part) => `<body><template class="internal-htmx-wrapper">${part}</template></body>`;

  function onBeforeSwap(event) {
    const { shouldSwap, xhr } = event.detail;
    answer = shouldSwap && new URL(xhr.responseURL).origin === location.origin ? xhr.response : null;
    if (!/^\s*<!doctype/i.test(answer ?? "")) return;
    answer = null; // a whole page in place of a part of one: somebody has signed out, and is asked to sign in
    event.detail.shouldSwap = false;
    location.assign(xhr.responseURL);
  }

  window.trustedTypes?.createPolicy("default", {
    createHTML: (html) => (answer !== null && html === asHtmxParsesIt(answer) ? html : null),
    createScriptURL: (address) => (address === WORKER ? address : null),
  });
  document.addEventListener("htmx:beforeSwap", onBeforeSwap);
  for (const end of ["htmx:afterSwap", "htmx:swapError"]) document.addEventListener(end, () => { answer = null; });
})();
