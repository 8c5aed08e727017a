/** A session whose calls are changed on their way. @module */
import type { JsonObject, JsonValue } from "../../../../kernel/json_value.ts";
import type { Envelope } from "../../env/envelope.ts";
import type { Session } from "../../env/session.ts";

/** What happens to calls. */
export interface Alteration {
  /** Instead of a disposition; gives the arguments that are sent. */
  readonly disposition?: (args: JsonObject, opened: readonly string[]) => JsonObject;
  /** After every other call, with its answer; may call again. */
  readonly after?: (session: Session, call: { tool: string | null; args: JsonValue; answer: Envelope }) => void;
  /** Before the submit. */ readonly beforeSubmit?: (session: Session) => void;
}

/** Wraps a session. */
export function alteredSession(session: Session, { disposition, after, beforeSubmit }: Alteration): Session {
  const opened: string[] = [];
  return {
    ...{ brief: session.brief, tools: session.tools },
    call(tool, args) {
      if (tool === "set_disposition") return session.call(tool, disposition?.(args as JsonObject, opened) ?? args);
      if (tool === "submit") beforeSubmit?.(session);
      const answer = session.call(tool, args);
      if (answer.ok && typeof answer.data.evidence_id === "string") opened.push(answer.data.evidence_id);
      after?.(session, { tool, args, answer });
      return answer;
    },
    get isOver() {
      return session.isOver;
    },
    get stepsLeft() {
      return session.stepsLeft;
    },
  };
}
