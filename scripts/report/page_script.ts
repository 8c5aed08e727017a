/** The only code of a report: it filters and pages rows. @module */

/** Rows on a page of a table. */
export const ROWS_PER_PAGE = 100;

/** Finds each table of rows with its data, and brings its controls to life. Text from the data becomes text nodes only;
 * without scripts the first page of rows stands there and the controls are hidden. */
export const PAGE_SCRIPT: string = `"use strict";
for (const place of document.querySelectorAll("[data-rows]")) {
  const { columns, rows, verdict } = JSON.parse(document.getElementById(place.dataset.rows).textContent);
  const find = (name) => place.querySelector("[data-" + name + "]");
  const [text, column, only, status, body] = ["text", "column", "only", "status", "body"].map(find);
  const [back, next] = [find("back"), find("next")], size = ${ROWS_PER_PAGE};
  const fold = (value) => value.toLowerCase();
  let searched = null, shown = rows.map((_, at) => at), page = 0;
  const make = (name, content) => {
    const element = document.createElement(name);
    element.append(...content);
    return element;
  };
  const cellOf = (cell) => {
    const isText = cell[0] === "s", words = cell.slice(1), letters = words.length > 160 ? [...words] : [];
    const whole = isText ? words : make("code", [words]);
    if (letters.length <= 160) return whole;
    return make("details", [make("summary", [letters.slice(0, 80).join("") + "\\u2026"]), whole]);
  };
  const lineOf = (at) => {
    const line = make("tr", [make("th", [String(at + 1)]), ...rows[at].map((cell) => make("td", [cellOf(cell)]))]);
    line.firstChild.scope = "row";
    if (verdict !== null && rows[at][verdict] === "jfalse") line.className = "bad-row";
    return line;
  };
  const draw = () => {
    const from = page * size, part = shown.slice(from, from + size);
    body.replaceChildren(...part.map(lineOf));
    back.disabled = page === 0;
    next.disabled = from + size >= shown.length;
    const range = part.length === 0 ? "" : ", showing " + (from + 1) + " to " + (from + part.length);
    status.textContent = shown.length + " of " + rows.length + " rows" + range;
  };
  const filter = () => {
    searched ??= rows.map((row) => row.map((cell) => fold(cell.slice(1))));
    const wanted = fold(text.value), at = Number(column.value);
    shown = [];
    for (let index = 0; index < rows.length; index++) {
      if (only && only.checked && rows[index][verdict] !== "jfalse") continue;
      const cells = searched[index];
      if (wanted === "" || (at < 0 ? cells.some((cell) => cell.includes(wanted)) : cells[at].includes(wanted))) shown.push(index);
    }
    page = 0;
    draw();
  };
  const turn = (by) => () => {
    page += by;
    draw();
    place.querySelector(".rows").scrollTop = 0;
  };
  text.addEventListener("input", filter);
  column.addEventListener("change", filter);
  if (only) only.addEventListener("change", filter);
  back.addEventListener("click", turn(-1));
  next.addEventListener("click", turn(1));
  find("tools").hidden = false;
}
`;
