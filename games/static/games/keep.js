/* What a reader has typed or chosen in a form stays when the part of the page it stands in is shown anew. */
"use strict";

(() => {
  const FIELDS = "select, textarea, input:not([type=hidden], [type=submit], [readonly])";
  let kept = []; // what was changed and not yet sent, when a swap began

  const key = (field) => `${new URL(field.form.action).pathname} ${field.name}`;
  const fields = (root) => [...root.querySelectorAll(FIELDS)].filter((field) => field.form && field.name);
  const chosenAtFirst = (select) => {
    const marked = [...select.options].find((option) => option.defaultSelected) ?? select.options[0];
    return marked?.value;
  };

  /* Return what the reader has made of a field; undefined where it is as the page had it. */
  function change(field) {
    if (field.tagName === "SELECT") return field.value === chosenAtFirst(field) ? undefined : field.value;
    if (/^(checkbox|radio)$/.test(field.type)) return field.checked === field.defaultChecked ? undefined : field.checked;
    return field.value === field.defaultValue ? undefined : field.value;
  }

  function put(field, value) {
    if (typeof value === "boolean") field.checked = value;
    else if (field.tagName !== "SELECT" || [...field.options].some((option) => option.value === value)) field.value = value;
  }

  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    kept = [];
    if (detail.requestConfig.verb !== "get") return; // the reader's own deed, and what they had planned was for before
    const changed = fields(detail.target).map((field) => [key(field), field.type === "radio" ? field.value : "", change(field)]);
    kept = changed.filter(([, , value]) => value !== undefined);
  });
  document.addEventListener("htmx:afterSettle", () => {
    for (const [name, choice, value] of kept) {
      const field = fields(document).find((one) => key(one) === name && (!choice || one.value === choice));
      if (field) put(field, value);
    }
    kept = [];
  });
})();
