// Keys of the pages on which one judges: each presses the button, or follows the link, that names it in data-key. Without this
// script they are pressed and followed as they are.
"use strict";
(() => {
  // A key that is held down, or pressed while the next page loads, judges nothing twice.
  let isOnItsWay = false;
  window.addEventListener("pageshow", () => (isOnItsWay = false));
  document.addEventListener("submit", (event) => {
    if (isOnItsWay) event.preventDefault();
    isOnItsWay = true;
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isOnItsWay) return;
    if (event.target.closest("input:not([type=hidden]), select, textarea")) return;
    const at = [...document.querySelectorAll("[data-key]")].find((element) => element.dataset.key === event.key);
    if (!at) return;
    event.preventDefault();
    at.click();
  });
})();
