/** Adversaries that do not decide. @module */
import type { Agent } from "../../env/session.ts";
import { ask, listAll, submit } from "../calls.ts";

/** Submits at once. */
export const submitImmediately: Agent = (session) => submit(session);

/** Opens whatever it finds: entries, their documents, annexes; then submits. */
export const openEverything: Agent = (session) => {
  for (const doc_id of Object.values(session.brief.annexes)) ask(session, "open_document", { doc_id: doc_id! });
  for (const { je_id } of listAll(session)) {
    if (session.stepsLeft === 0) break;
    for (const { doc_id } of ask(session, "get_entry", { je_id })?.attachments ?? []) {
      if (session.stepsLeft > 0) ask(session, "open_document", { doc_id });
    }
  }
  submit(session);
};
