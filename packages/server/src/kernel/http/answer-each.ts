import { toApiError } from "./error-response.ts";

type Work<I, O> = (item: I, index: number) => Promise<O>;
type ListRequest<I> = {
  readonly body: readonly I[];
  readonly idempotencyId: string | undefined;
  readonly log: { error(facts: object, message: string): void };
};

/**
 * A refusal by the rules is the answer of its item. Any other failure fails the whole list, so that its Idempotency-Key
 * stays free: sent again, finished items are found by their ids. A list without a key does not fail as a whole once an
 * item was done: sending it again would do that item twice.
 */
export async function answerEach<I, O>(request: ListRequest<I>, statusCode: number, work: Work<I, O>) {
  const outcomes = await Promise.allSettled(request.body.map(work));
  const failsAsWhole = request.idempotencyId !== undefined || !outcomes.some(({ status }) => status === "fulfilled");
  return outcomes.map((outcome) => {
    if (outcome.status === "fulfilled") return { status_code: statusCode, data: outcome.value };
    const error = toApiError(outcome.reason);
    if (error.statusCode >= 500 && failsAsWhole) throw outcome.reason;
    if (error.statusCode >= 500) request.log.error({ err: outcome.reason }, "a request of a list failed");
    const { message, code, details } = error;
    return {
      status_code: error.statusCode,
      error: { message, code, ...(details === undefined ? {} : { details: [...details] }) },
    };
  });
}

export function isDone(answer: object): boolean {
  return "data" in answer;
}
