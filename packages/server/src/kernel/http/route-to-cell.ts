import { FIRST_CELL, isId } from "@corridor/base/ids.ts";
import type { CallerPlace } from "./locate-caller.ts";

/**
 * Which cell a request belongs to (docs/decisions/0038-cells.md); that cell authenticates and refuses as always.
 *
 *   path and method         | caller            | where
 *   of a person or session  | anybody           | the first cell: people are in the directory
 *   any other               | of an organization | the organization's cell, whatever the path names
 *   change of the platform's | of the platform  | the first cell: providers, rates, settlements, floats
 *   of one approval         | of the platform   | the approval's cell
 *   with an organization    | of the platform   | that organization's cell (path, query or body)
 *   GET                     | of the platform   | all cells together, read-only
 *   with an id              | of the platform   | the id's cell (path, or the transaction in the body)
 *   any other               | of the platform   | the first cell
 *   any                     | unknown           | the first cell, which refuses or answers what is public
 */
export type Destination = number | "every";
type CellOf = (id: string) => number;

export type RoutedRequest = {
  readonly method: string;
  /** The path as routes declare it, without the query. */ readonly path: string;
  readonly query: string;
};

const ID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const PEOPLE = new RegExp(`^/v1/users/(?:me|${ID})(?:/|$)`, "i");
/** The platform's audit log is one chain in the first cell. */
const OF_THE_PLATFORM = /^\/v1\/(?:settlements|payments\/providers|organizations\/admin|balances\/float)(?:\/|$)/;
const ORGANIZATION_IN_PATH = new RegExp(`^/v1/(?:organizations|orgs|returns)/(${ID})(?:/|$)`, "i");
const ORGANIZATION_IN_QUERY = new RegExp(`(?:^|&)org_id=(${ID})(?:&|$)`, "i");
const ORGANIZATION_IN_BODY = new RegExp(`"org_id"\\s*:\\s*"(${ID})"`, "i");
/** A request for verification names only its transaction. */
const TRANSACTION_IN_BODY = new RegExp(`"transaction_id"\\s*:\\s*"(${ID})"`, "i");
/** Platform people decide for every organization, also for others than their own. */
const APPROVAL_IN_PATH = new RegExp(`^/v1/approvals/(${ID})(?:/|$)`, "i");
const ID_IN_PATH = new RegExp(`/(${ID})(?:/|$)`, "i");

export function isRead(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

function organizationNamed({ path, query }: RoutedRequest): string | undefined {
  return ORGANIZATION_IN_PATH.exec(path)?.[1] ?? ORGANIZATION_IN_QUERY.exec(query)?.[1];
}

/** Null when the organization is named only in the body. */
export function destinationOf(request: RoutedRequest, caller: CallerPlace | null, cellOf: CellOf): Destination | null {
  const { method, path } = request;
  if (PEOPLE.test(path)) return FIRST_CELL;
  if (caller === null) return FIRST_CELL;
  if (!caller.isPlatform && caller.orgId !== null) return cellOf(caller.orgId);
  if (!isRead(method) && OF_THE_PLATFORM.test(path)) return FIRST_CELL;
  const approval = APPROVAL_IN_PATH.exec(path)?.[1];
  if (approval !== undefined) return cellOf(approval);
  const named = organizationNamed(request) ?? caller.orgId ?? undefined;
  if (named !== undefined) return cellOf(named);
  if (isRead(method)) return "every";
  const id = ID_IN_PATH.exec(path)?.[1];
  return id === undefined ? null : cellOf(id);
}

export function destinationOfBody(body: string, cellOf: CellOf): number {
  const named = (ORGANIZATION_IN_BODY.exec(body) ?? TRANSACTION_IN_BODY.exec(body))?.[1];
  return named !== undefined && isId(named) ? cellOf(named) : FIRST_CELL;
}
