"use strict";
// Makes the tables of a report sortable and filterable. Without it they are plain tables.
for (const table of document.querySelectorAll("table.sheet")) {
  const body = table.tBodies[0];
  const rows = [...body.rows].filter((row) => !row.classList.contains("base"));
  const heads = [...table.tHead.rows[0].cells];
  const noun = rows.length === 1 ? " row" : " rows";
  let most = Number(table.dataset.shown);
  if (rows.length < most + 3) most = Infinity;
  let words = [];

  const tools = document.createElement("div");
  tools.className = "tools";
  const label = document.createElement("label");
  label.append("Filter ");
  const filter = document.createElement("input");
  filter.type = "search";
  label.append(filter);
  const more = document.createElement("button");
  more.type = "button";
  const status = document.createElement("span");
  status.setAttribute("role", "status");
  const whole = document.createElement("button");
  whole.type = "button";
  whole.className = "whole";
  whole.textContent = "All columns";
  whole.setAttribute("aria-pressed", "false");
  if (rows.length > 5) tools.append(label, more, status);
  if (heads.some((head) => head.classList.contains("roomy"))) tools.append(whole);
  if (tools.hasChildNodes()) table.parentElement.before(tools);

  function show() {
    let found = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      const matches = words.every((word) => text.includes(word));
      found += matches;
      row.hidden = !matches || found > most;
    }
    const shown = Math.min(found, most);
    more.hidden = found <= most;
    more.textContent = "Show all " + found;
    status.textContent =
      shown === rows.length ? rows.length + noun : shown + " of " + rows.length + noun;
  }

  function value(row, column, isName) {
    const text = row.cells[column].textContent.trim();
    return isName ? text : parseFloat(text.replaceAll(",", ""));
  }

  function sort(column) {
    const head = heads[column];
    const order = head.dataset.order;
    const before = head.getAttribute("aria-sort");
    const first = order === "highest" ? "descending" : "ascending";
    const other = first === "ascending" ? "descending" : "ascending";
    const direction = before === first ? other : first;
    heads.forEach((each) => each.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", direction);
    const sign = direction === "ascending" ? 1 : -1;
    const isName = order === "names" && rows.some((row) => isNaN(value(row, column, false)));
    const keys = new Map(rows.map((row) => [row, value(row, column, isName)]));
    rows.sort((a, b) => {
      const x = keys.get(a);
      const y = keys.get(b);
      if (isName) return sign * x.localeCompare(y, "en", { numeric: true });
      // What has no number comes last in both directions.
      if (isNaN(x) || isNaN(y)) return isNaN(x) - isNaN(y);
      return sign * (x - y);
    });
    body.append(...rows);
    show();
  }

  // On a narrow screen each row becomes a card, in which every value has the name of its column.
  const names = heads.map((head) => head.textContent);
  whole.addEventListener("click", () => {
    const pressed = table.classList.toggle("whole");
    whole.setAttribute("aria-pressed", pressed);
    for (const row of body.rows) {
      [...row.cells].forEach((cell, column) => (cell.dataset.label = names[column]));
    }
  });

  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    button.addEventListener("click", () => sort(column));
    head.append(button);
  });
  filter.addEventListener("input", () => {
    words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    show();
  });
  more.addEventListener("click", () => {
    most = Infinity;
    show();
    filter.focus();
  });
  show();
}

// What a link leads to is open, and so is all that is printed.
function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) target.open = true;
}
addEventListener("hashchange", reveal);
document.querySelector(".contents").addEventListener("click", () => setTimeout(reveal));
reveal();
let folded = [];
addEventListener("beforeprint", () => {
  folded = [...document.querySelectorAll("details:not([open])")];
  folded.forEach((each) => (each.open = true));
});
addEventListener("afterprint", () => folded.forEach((each) => (each.open = false)));
