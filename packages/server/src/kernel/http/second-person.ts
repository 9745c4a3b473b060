import type { FastifyRequest } from "fastify";
import type { Call, Caller } from "./caller.ts";

/**
 * What one person alone must not do waits for a second one (parties/approvals). The approval then carries out the same
 * request, as its requester, with the rights that the requester has by then.
 */
export type GuardedChange = {
  /** Null: the change concerns the platform and no single organization. */
  readonly orgId: string | null;
  readonly title: string;
  /** The change as the approver sees it. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly reasons: string[];
  /** Who decides: an organization's admin, or for what only the platform grants a platform admin. */
  readonly approverRole: "org-admin" | "platform-admin";
};

export type GuardedCall = Call & Pick<FastifyRequest, "method" | "url" | "body" | "approval">;

/** Throws `APPROVAL_REQUIRED` where the change may not be made now, and asks for an approval. */
export type AskSecondPerson = (call: GuardedCall, change: GuardedChange) => Promise<void>;

export type SecondPerson = {
  ask: AskSecondPerson;
  carried(authorization: string | undefined): Carried | undefined;
};

export type Carried = {
  readonly caller: Caller;
  readonly approval: {
    readonly approval_id: string;
    readonly subject: string;
    /** Set once the request asked for just this approval: it covers what the same request asks for afterwards. */
    isMatched?: true;
  };
};

declare module "fastify" {
  interface FastifyRequest {
    /** The approval that carries out this request. */
    approval: Carried["approval"] | undefined;
  }
}
