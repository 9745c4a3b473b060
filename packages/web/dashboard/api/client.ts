import createClient from "openapi-fetch";
import type { paths } from "@corridor/shared/openapi.ts";

/**
 * The dashboard's client of the API: the same paths as the public one, authenticated by the session cookie that scripts
 * cannot read. The header makes every call a non-simple one, so that no other site can send it with the visitor's
 * cookie.
 */
export const api = createClient<paths>({
  baseUrl: "/dashboard-api",
  headers: { "X-Requested-With": "corridor" },
  credentials: "same-origin",
});

export type FieldProblem = { path: string; message: string };

/** An unsuccessful answer, or no answer at all (`status` 0). */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: string | null;
  readonly problems: readonly FieldProblem[];

  constructor(status: number, message: string, code: string | null = null, problems: readonly FieldProblem[] = []) {
    super(message);
    this.name = "ApiFailure";
    this.status = status;
    this.code = code;
    this.problems = problems;
  }
}

type ErrorBody = { message?: string; code?: string; details?: FieldProblem[]; error?: string };

export function failureOf(status: number, body: unknown): ApiFailure {
  const fields: ErrorBody = typeof body === "object" && body !== null ? body : {};
  return new ApiFailure(
    status,
    fields.message ?? `The service answered ${status}.`,
    fields.code ?? null,
    fields.details ?? [],
  );
}

/**
 * Turns an openapi-fetch answer into its data or a thrown ApiFailure, so that queries and mutations have one way to
 * fail.
 */
export async function answerOf<T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  let answer: { data?: T; error?: unknown; response: Response };
  try {
    answer = await call;
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    throw new ApiFailure(0, "The service could not be reached. Check the connection and try again.");
  }
  if (!answer.response.ok) throw failureOf(answer.response.status, answer.error);
  return answer.data as T;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "Something went wrong.";
}
