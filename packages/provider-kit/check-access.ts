import { OutboundError, type OutboundResponse } from "./outbound.ts";
import { type AccessAnswer, UNREACHABLE } from "./provider.ts";
import { type Clean, isSuccess, Refusal } from "./speak.ts";
import { type Json, MalformedAnswer, readJson } from "./wire.ts";

/**
 * Whether a provider answers us and accepts our credentials, found by one cheap request that moves nothing:
 *
 *   works        it answered as its documentation says
 *   refused      it rejects the credentials or the account, or the answer is not this provider's interface
 *   unreachable  no answer, or one that says nothing about us (408, 429, 5xx)
 */
export type AccessQuestion = {
  /** Which of the provider's interfaces is called, if it has several with separate keys. */
  about?: string;
  ask(): Promise<OutboundResponse>;
  /** Whether this is the documented answer to a known caller. */
  isKnown(answer: { statusCode: number; json: Json }): boolean;
  /** Whether it says that our credentials are unknown, if its status alone does not: some providers use a 500. */
  isStranger?(json: Json): boolean;
};

const SAYS_NOTHING_OF_US: ReadonlySet<number> = new Set([408, 425, 429]);
const MAX_MESSAGE_LENGTH = 200;

export async function checkAccess(clean: Clean, questions: readonly AccessQuestion[]): Promise<AccessAnswer> {
  const answers = await Promise.all(
    questions.map(async ({ about, ...question }) => {
      const answer = await judge(clean, question);
      if (answer.outcome === "works" || about === undefined) return answer;
      return { ...answer, reason: `${about}: ${answer.reason}` };
    }),
  );
  for (const outcome of ["refused", "unreachable"] as const) {
    const reasons = answers.flatMap((answer) => (answer.outcome === outcome ? [answer.reason] : []));
    if (reasons.length > 0) return { outcome, reason: reasons.join(". ") };
  }
  return { outcome: "works" };
}

async function judge(clean: Clean, { ask, isKnown, isStranger }: AccessQuestion): Promise<AccessAnswer> {
  try {
    const response = await ask();
    const { statusCode } = response;
    const json = jsonIn(response.body);
    if (json !== null && isKnown({ statusCode, json })) return { outcome: "works" };
    if (isSuccess(response))
      return { outcome: "refused", reason: "the server at base_url is not this provider's API; check base_url" };
    const said = json === null ? "" : clean(messageIn(json).slice(0, MAX_MESSAGE_LENGTH));
    const reason = `answered ${statusCode}${said === "" ? "" : `: ${said}`}`;
    const isDown =
      (statusCode >= 500 || SAYS_NOTHING_OF_US.has(statusCode)) && !(json !== null && isStranger?.(json) === true);
    return { outcome: isDown ? "unreachable" : "refused", reason };
  } catch (error) {
    if (error instanceof Refusal)
      return { outcome: error.code === UNREACHABLE ? "unreachable" : "refused", reason: error.message };
    if (error instanceof OutboundError || error instanceof MalformedAnswer)
      return { outcome: "unreachable", reason: error.message };
    throw error;
  }
}

function jsonIn(body: Buffer): Json | null {
  try {
    return readJson(
      body.toString("utf8").trimStart().startsWith("[")
        ? Buffer.concat([Buffer.from('{"list":'), body, Buffer.from("}")])
        : body,
    );
  } catch {
    return null;
  }
}

function messageIn(json: Json): string {
  const { error, errors, failureReason } = json;
  const inner = [error, failureReason, Array.isArray(errors) ? errors[0] : undefined].find(
    (part): part is Json => typeof part === "object" && part !== null,
  );
  for (const part of [json, inner ?? {}])
    for (const name of ["message", "errorMessage", "error_description", "detail", "failureMessage", "error", "code"])
      if (typeof part[name] === "string" && part[name] !== "") return part[name];
  return "";
}
