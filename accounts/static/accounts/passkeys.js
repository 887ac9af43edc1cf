/* Forms with data-passkey: "create" makes a passkey, "get" shows one, "sign-in" first asks the server what to show. */
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const passkeys = window.webauthnJSON;
  const works = Boolean(window.PublicKeyCredential && passkeys && passkeys.supported());
  const missing = document.querySelector("[data-passkey-missing]");
  if (missing) missing.hidden = works;

  function givenOptions() {
    return JSON.parse(document.getElementById("passkey-options").textContent);
  }

  async function askedOptions(form) {
    const answer = await fetch(form.action, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(`asking for what to show: ${answer.status}`);
    return (await answer.json()).request_options;
  }

  async function makePasskey() {
    const options = givenOptions();
    options.publicKey.authenticatorSelection.residentKey = "preferred"; // so that it can replace the password, too
    options.publicKey.authenticatorSelection.userVerification = "preferred";
    return passkeys.create(options);
  }

  const ways = {
    create: makePasskey,
    get: () => passkeys.get(givenOptions()),
    "sign-in": async (form) => passkeys.get(await askedOptions(form)),
  };

  for (const form of document.querySelectorAll("form[data-passkey]")) {
    form.hidden = !works;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const error = form.querySelector("[data-passkey-error]");
      error.hidden = true;
      try {
        form.elements.credential.value = JSON.stringify(await ways[form.dataset.passkey](form));
      } catch {
        error.hidden = false; // called off, timed out, or no passkey for this site
        return;
      }
      form.submit();
    });
  }
});
