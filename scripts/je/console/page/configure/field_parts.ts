/// <reference lib="dom" />
/** Fields of the form, each with its label, its hint, and room for its problem. @module */
import { type Content, fill, h } from "../elements.ts";

/** A field on the page. */
export interface FieldView {
  /** What stands on the page. */ readonly element: HTMLElement;
  /** The id of what takes the focus. */ readonly focusId: string;
  /** Its name in a list of problems. */ readonly name: string;
  /** Shows problems and warnings at the field; none: takes them away. */
  showNotes(notes: { readonly problems: readonly string[]; readonly warnings: readonly string[] }): void;
}

/** What a field is made with. */
export interface FieldParts {
  /** A word for its ids. */ readonly id: string;
  /** Its label. */ readonly name: string;
  /** What may stand there. */ readonly hint: Content;
}

/** Shows notes in `room` and names them as the description of `control`. */
function notesIn(
  room: HTMLElement,
  { control, hintId }: { control: HTMLElement; hintId: string },
): FieldView["showNotes"] {
  let before = "";
  return ({ problems, warnings }) => {
    const now = JSON.stringify([problems, warnings]);
    if (now === before) return;
    before = now;
    fill(
      room,
      problems.map((problem) =>
        h("p", { class: "problem" }, h("span", { class: "sign", "aria-hidden": "true" }, "✕ "), "Problem: ", problem)
      ),
      warnings.map((warning) =>
        h("p", { class: "warning" }, h("span", { class: "sign", "aria-hidden": "true" }, "△ "), "Warning: ", warning)
      ),
    );
    if (problems.length > 0) control.setAttribute("aria-invalid", "true");
    else control.removeAttribute("aria-invalid");
    const isQuiet = problems.length + warnings.length === 0;
    control.setAttribute("aria-describedby", isQuiet ? hintId : `${room.id} ${hintId}`);
  };
}

/** A field of one control: an input, a select or a text area, which gets the field's id. */
export function controlField(
  { id, name, hint }: FieldParts,
  control: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement,
): FieldView {
  const room = h("div", { id: `${id}-notes`, class: "notes" }), hintId = `${id}-hint`;
  control.id = id;
  control.setAttribute("aria-describedby", hintId);
  const element = h(
    "div",
    { class: "field" },
    h("label", { for: id }, name),
    h("p", { class: "hint", id: hintId }, hint),
    control,
    room,
  );
  return { element, focusId: id, name, showNotes: notesIn(room, { control, hintId }) };
}

/** A field of several controls: a group with a legend, which takes the focus itself. */
export function groupField({ id, name, hint }: FieldParts, ...content: readonly Content[]): FieldView {
  const room = h("div", { id: `${id}-notes`, class: "notes" }), hintId = `${id}-hint`;
  const control = h(
    "fieldset",
    { id, tabindex: "-1", class: "group", "aria-describedby": hintId },
    h("legend", {}, name),
    h("p", { class: "hint", id: hintId }, hint),
    content,
    room,
  );
  const showNotes = notesIn(room, { control, hintId });
  return {
    ...{ element: control, focusId: id, name },
    showNotes(notes) {
      showNotes(notes);
      control.removeAttribute("aria-invalid"); // a group has no such state; its controls do
      for (const input of control.querySelectorAll("input,textarea")) {
        const isWrong = notes.problems.length > 0 && !(input as HTMLInputElement).disabled;
        for (const [attribute, value] of [["aria-invalid", "true"], ["aria-describedby", room.id]] as const) {
          if (isWrong) input.setAttribute(attribute, value);
          else input.removeAttribute(attribute);
        }
      }
    },
  };
}

/** An input for a whole number: text, so that nothing that was typed is lost or changed by a wheel. */
export function numberInput(onInput: () => void): HTMLInputElement {
  return h("input", {
    ...{ type: "text", inputmode: "numeric", autocomplete: "off", spellcheck: "false", class: "number", maxlength: 20 },
    on: { input: onInput },
  });
}

/** A box to tick, with its label. */
export function checkbox(
  id: string,
  parts: { readonly text: Content; readonly isDisabled?: boolean; readonly onChange: () => void },
): { readonly element: HTMLElement; readonly input: HTMLInputElement } {
  const { text, isDisabled = false, onChange } = parts;
  const input = h("input", { type: "checkbox", id, disabled: isDisabled, on: { change: onChange } });
  return { element: h("div", { class: "choice" }, input, h("label", { for: id }, text)), input };
}
