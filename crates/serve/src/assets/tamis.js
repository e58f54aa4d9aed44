// Sends the form while it changes and shows what comes back. The server makes every page whole; this exchanges the parts that
// are marked with data-live. Without it, the forms and links work as they are.
"use strict";
(() => {
  const form = document.querySelector("form[data-live-form]");
  // A drag is one entry of the history: changes that follow each other within this time replace it.
  const GESTURE = 1200;
  // While a slider moves, requests are at least so far apart, and so many are on their way at most.
  const PAUSE = 50;
  const FLIGHTS = 2;
  // Words are sent when their typing pauses.
  const TYPING = 200;
  const flights = new Map();
  let asked = 0;
  let shown = 0;
  let gesture = 0;
  let shownGesture = -1;
  let sent = -GESTURE;
  let timer = 0;
  let waits = false;

  // Exchanges the live parts of the page for those of another document.
  function exchange(found, withForm) {
    const hadFocus = document.activeElement?.closest("[data-live]");
    for (const part of document.querySelectorAll("[data-live]")) {
      const other = part.id && found.getElementById(part.id);
      if (!other) continue;
      const text = other.innerHTML;
      if (part.innerHTML !== text) part.innerHTML = text;
      for (const name of ["data-address", "data-commit"]) {
        if (other.hasAttribute(name)) part.setAttribute(name, other.getAttribute(name));
      }
      if (part.dataset.of) {
        for (const field of document.getElementsByName(part.dataset.of)) {
          if (text.trim()) field.setAttribute("aria-invalid", "true");
          else field.removeAttribute("aria-invalid");
        }
      }
    }
    document.title = found.title;
    for (const link of document.querySelectorAll("[data-keeps-rule]")) {
      const other = [...found.querySelectorAll("[data-keeps-rule]")].find((a) => a.textContent === link.textContent);
      if (other) link.href = other.getAttribute("href");
    }
    if (withForm && form) fill(found.querySelector("form[data-live-form]"));
    ready(document);
    // A link that was followed is gone; the keyboard goes on from the content, not from the top.
    if (hadFocus && document.activeElement === document.body) document.getElementById("main")?.focus({ preventScroll: true });
  }

  // Gives the form the values of another one.
  function fill(other) {
    if (!other) return;
    const values = [...other.elements].filter((field) => field.name);
    const own = [...form.elements].filter((field) => field.name);
    if (values.length !== own.length) {
      form.innerHTML = other.innerHTML;
      ready(form);
      return;
    }
    own.forEach((field, number) => {
      // An index may have got a label meanwhile.
      if (field.tagName === "SELECT" && field.innerHTML !== values[number].innerHTML) field.innerHTML = values[number].innerHTML;
      field.value = values[number].value;
      if (field.type === "checkbox") field.checked = values[number].checked;
    });
    form.querySelectorAll("input[type=range][data-for]").forEach(place);
  }

  // Fetches a page and shows it, unless a later one is shown already: the last answer wins. `mine` is the gesture that asks,
  // if it makes an entry of the history.
  async function show(address, mine, withForm) {
    const number = ++asked;
    const flight = new AbortController();
    flights.set(number, flight);
    document.body.setAttribute("aria-busy", "true");
    try {
      const response = await fetch(address, { signal: flight.signal, headers: { Accept: "text/html" } });
      const text = await response.text();
      if (number < shown) return;
      shown = number;
      for (const [before, other] of flights) if (before < number) other.abort();
      const found = new DOMParser().parseFromString(text, "text/html");
      if (!found.querySelector("[data-live]")) {
        say(found.querySelector(".problem")?.textContent || "The server gave no answer.");
        return;
      }
      exchange(found, withForm);
      if (mine === null) return;
      // What is sent again, by Enter, is not gone back to.
      const replaces = mine === shownGesture || response.url === location.href;
      shownGesture = mine;
      history[replaces ? "replaceState" : "pushState"](null, "", response.url);
    } catch (error) {
      if (error.name !== "AbortError") say("The server does not answer. Is tamis serve still running?");
    } finally {
      flights.delete(number);
      if (flights.size === 0) document.body.removeAttribute("aria-busy");
      if (waits) go();
    }
  }

  function say(text) {
    const notice = document.getElementById("notice");
    if (!notice) return;
    const line = document.createElement("p");
    line.className = "problem";
    line.textContent = text;
    notice.replaceChildren(line);
  }

  // The address of the form as it is.
  function address() {
    const pairs = [...new FormData(form)].filter(([, value]) => value !== "");
    return form.getAttribute("action") + "?" + new URLSearchParams(pairs);
  }

  // Sends the form as it is now, or as it will be when there is room for another request.
  function go() {
    clearTimeout(timer);
    waits = flights.size >= FLIGHTS;
    if (waits) return;
    const now = performance.now();
    if (now - sent > GESTURE) gesture += 1;
    sent = now;
    show(address(), gesture, false);
  }

  // Sends the form at once, but not sooner than `pause` after the last time.
  function send(pause) {
    clearTimeout(timer);
    timer = setTimeout(go, Math.max(0, sent + pause - performance.now()));
  }

  // Sends the form when nothing changes for a while.
  function sendLater(wait) {
    clearTimeout(timer);
    timer = setTimeout(go, wait);
  }

  // Sliders choose among the values of their steps and write them into the field beside them.
  const steps = (slider) => slider.dataset.steps.split(",");
  const field = (slider) => document.getElementById(slider.dataset.for);
  function name(slider) {
    const value = steps(slider)[Number(slider.value)];
    slider.setAttribute("aria-valuetext", value === "" ? slider.dataset.none : value);
  }
  // The curve of the measures is that of the threshold that moved last.
  function follow(moved) {
    const axis = form.elements.axis;
    if (axis && [...axis.options].some((option) => option.value === moved)) axis.value = moved;
  }
  // Puts a slider at the step nearest to its field's value.
  function place(slider) {
    const all = steps(slider);
    const value = field(slider).value.trim();
    let best = Math.max(0, all.indexOf(""));
    if (value !== "") {
      const far = (step) => (step === "" ? Infinity : Math.abs(Number(step) - Number(value)));
      best = all.reduce((near, step, at) => (far(step) < far(all[near]) ? at : near), all[0] === "" ? 1 : 0);
    }
    slider.value = String(best);
    name(slider);
  }

  // The sliders of the tuned rule are there, and are sent, only while it is chosen; that of the title as long as no named rule
  // weighs titles itself.
  function choose() {
    if (!form || !form.elements.rule) return;
    const rule = form.elements.rule.value;
    const title = document.getElementById("title_weight");
    const panels = { tuned: rule === "tuned", "own-title": rule === "" || (title && title.value !== "1") };
    for (const [id, isThere] of Object.entries(panels)) {
      const panel = document.getElementById(id);
      if (!panel) continue;
      panel.disabled = !isThere;
      panel.hidden = !isThere;
    }
  }

  function ready(root) {
    choose();
    for (const slider of root.querySelectorAll("input[type=range][data-for]")) {
      if (!slider.hidden) continue;
      slider.hidden = false;
      place(slider);
    }
    for (const button of root.querySelectorAll("[data-copy]")) button.hidden = !navigator.clipboard;
    for (const button of root.querySelectorAll("[data-keys]")) button.hidden = false;
  }

  if (form) {
    form.addEventListener("input", (event) => {
      const input = event.target;
      choose();
      if (input.matches("input[type=range][data-for]")) {
        field(input).value = steps(input)[Number(input.value)];
        name(input);
        follow(input.dataset.for);
        send(PAUSE);
      } else {
        const slider = document.getElementById("slide-" + input.id);
        if (slider) place(slider);
        follow(input.name);
        if (input.type === "text" || input.type === "search") sendLater(TYPING);
        else send(PAUSE);
      }
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      gesture += 1;
      go();
      // Who has typed a query goes on with its results; they are exchanged within the part that has the focus.
      if (document.activeElement === query()) document.getElementById("answer").focus();
    });
  }
  document.addEventListener("click", (event) => {
    const copy = event.target.closest("[data-copy]");
    if (copy) {
      const text = document.getElementById(copy.dataset.copy).textContent;
      const told = copy.parentElement.querySelector("[data-copied]");
      navigator.clipboard.writeText(text).then(
        () => (told.textContent = "Copied"),
        () => (told.textContent = "The browser refused to copy")
      );
      return;
    }
    const plain = !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0;
    const link = event.target.closest("a[data-live-link], a[data-reset]");
    if (link && plain && form) {
      event.preventDefault();
      gesture += 1;
      show(link.href, gesture, true).then(() => {
        if (link.rel) document.getElementById("answer")?.scrollIntoView();
      });
    }
  });
  // Keys that lead through the results; while one types, they are letters.
  const keys = document.getElementById("keys");
  const types = (at) =>
    at.matches("select, textarea, [contenteditable]") || (at.matches("input") && !/^(range|checkbox|radio)$/.test(at.type));
  const query = () => document.getElementById("q");
  function step(by) {
    const links = [...document.querySelectorAll(".hit h2 a")];
    const at = links.findIndex((link) => link.closest(".hit").contains(document.activeElement));
    const next = links[at < 0 ? (by > 0 ? 0 : links.length - 1) : at + by];
    if (next) next.focus();
    return Boolean(next);
  }
  const pressed = {
    "/": () => {
      const field = query();
      if (field) field.select();
      field?.focus();
      return Boolean(field);
    },
    j: () => step(1),
    k: () => step(-1),
    "?": () => {
      if (keys) keys.showModal();
      return Boolean(keys);
    },
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || keys?.open) return;
    if (event.target === query()) {
      // Browsers empty a field of a search by Escape; and the key that led to the empty field is no query.
      const leaves = event.key === "Escape";
      if (leaves) event.target.blur();
      if (leaves || (event.key === "/" && event.target.value === "")) event.preventDefault();
      return;
    }
    if (types(event.target)) return;
    if (Object.hasOwn(pressed, event.key) && pressed[event.key]()) event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-keys]")) keys.showModal();
  });
  // A narrow screen has room for the rule or for what it does: the rule is folded away until somebody opens it.
  if (form && window.matchMedia("(max-width: 56rem)").matches) {
    const rule = form.querySelector("details.panel[open]");
    if (rule && !rule.querySelector("[aria-invalid]")) rule.open = false;
  }
  window.addEventListener("popstate", () => {
    gesture += 1;
    show(location.href, null, true);
  });

  // Another process may add to the index while it is looked at.
  const notice = document.getElementById("notice");
  let trouble = null;
  if (notice && notice.dataset.commit) {
    setInterval(async () => {
      // A change of the form has its own answer, which is of the last commit too.
      if (document.hidden || flights.size > 0 || waits) return;
      try {
        const now = await (await fetch("/api/commit")).json();
        if (now.trouble !== trouble) {
          trouble = now.trouble;
          if (trouble) say("The index on disk cannot be opened; this is what it was before. " + trouble);
          else notice.replaceChildren();
        }
        if (now.commit === notice.dataset.commit) return;
        await show(location.href, null, !form?.contains(document.activeElement));
        const line = document.createElement("p");
        line.className = "news";
        line.textContent = "The index has changed: " + now.pages.toLocaleString("en") + (now.pages === 1 ? " page now." : " pages now.");
        notice.replaceChildren(line);
      } catch {
        // The next search says that the server does not answer.
      }
    }, 3000);
  }
  ready(document);
})();
