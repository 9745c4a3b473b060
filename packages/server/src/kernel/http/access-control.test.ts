import { describe, expect, it } from "vitest";
import { probeCaller } from "@corridor/test/harness/probe-server.ts";
import { ACCESS } from "#src/access.ts";
import {
  admit,
  describeRule,
  needsCredential,
  reachOf,
  requireFeature,
  requireFreshFactor,
  requireScope,
  requireStepUp,
  type AccessRole,
  type AccessRule,
} from "./access-control.ts";
import { type Caller, FEATURES, ORGANIZATION_ROLES } from "./caller.ts";
import { ApiError } from "./errors.ts";

function refusal(caller: Caller, rule: AccessRule): string | null {
  try {
    admit(caller, rule);
    return null;
  } catch (error) {
    if (error instanceof ApiError && error.statusCode === 403) return error.message;
    throw error;
  }
}

const admin = probeCaller({ platformRole: "admin", role: null, orgId: null, features: new Set() });
const staff = probeCaller({ platformRole: "staff", role: null, orgId: null, features: new Set() });
const member = probeCaller({ role: "org-member" });
const nobody = probeCaller({ role: null, orgId: null });

describe("a rule of roles", () => {
  const rule: AccessRule = { roles: ["org-admin"], permission: "webhooks:write", feature: "payments" };

  it("lets the role in and names it to everybody else", () => {
    expect(refusal(probeCaller(), rule)).toBeNull();
    for (const caller of [member, nobody, staff])
      expect(refusal(caller, rule)).toBe("This needs the role org-admin or admin, or the permission webhooks:write");
  });

  it("lets in a member who was granted the permission, and no other permission", () => {
    expect(refusal({ ...member, permissions: new Set(["webhooks:write"]) }, rule)).toBeNull();
    expect(refusal({ ...member, permissions: new Set(["api-keys:write"]) }, rule)).not.toBeNull();
  });

  it("wants the feature of the organization from roles and grants alike", () => {
    const features = new Set(FEATURES.filter((feature) => feature !== "payments"));
    expect(refusal(probeCaller({ features }), rule)).toBe("The feature payments is not enabled for this organization");
    expect(refusal({ ...member, features, permissions: new Set(["webhooks:write"]) }, rule)).toContain(
      "feature payments",
    );
  });

  it("lets the platform's admin in always, and its staff where they are named", () => {
    expect(refusal(admin, rule)).toBeNull();
    expect(refusal(staff, { roles: ["org-admin", "staff"], feature: "escrow" })).toBeNull();
  });
});

describe("staff who are members of an organization", () => {
  const both = probeCaller({ platformRole: "staff" });

  it("go on as staff where staff are named", () => {
    expect(admit(both, { roles: ["org-admin", "staff"] })).toBe(both);
    expect(admit(both, { roles: "authenticated" })).toBe(both);
  });

  it("go on as members of their own organization and nothing more where only the membership lets them in", () => {
    expect(admit(both, { roles: ["org-admin"] })).toEqual({ ...both, platformRole: null });
    const granted = { ...both, role: "org-viewer", permissions: new Set(["webhooks:write"]) } as const satisfies Caller;
    expect(admit(granted, { roles: ["org-admin"], permission: "webhooks:write" })).toEqual({
      ...granted,
      platformRole: null,
    });
  });
});

describe("an API key", () => {
  const key = probeCaller();
  const scoped = probeCaller({ scopes: new Set(["payments:read"]) });

  it("does what only people may do where it may administer, and nowhere else", () => {
    const rule: AccessRule = { roles: ["org-admin"], peopleOnly: true };
    expect(refusal(probeCaller({ kind: "jwt" }), rule)).toBeNull();
    expect(refusal(key, rule)).toBe("An API key cannot do this; sign in as a person");
    expect(refusal({ ...key, mayAdminister: true }, rule)).toBeNull();
    expect(refusal(key, { roles: ["org-admin"] })).toBeNull();
  });

  it("needs one of the rule's scopes, if the key has scopes and the rule names some", () => {
    const rule: AccessRule = { roles: ["org-admin"], scopes: ["payins:write", "payments:read"] };
    expect(refusal(key, rule)).toBeNull();
    expect(refusal(scoped, rule)).toBeNull();
    expect(refusal(scoped, { roles: ["org-admin"] })).toBeNull();
    expect(refusal({ ...scoped, scopes: new Set() }, rule)).toBe(
      "This API key needs the scope payins:write or payments:read",
    );
    expect(refusal({ ...scoped, kind: "jwt", scopes: new Set() }, rule)).toBeNull(); // Scopes are of keys.
  });

  it("needs the scope of the request where a route serves several", () => {
    expect(() => requireScope(scoped, "payments:read")).not.toThrow();
    expect(() => requireScope(key, "payins:write")).not.toThrow();
    expect(() => requireScope(scoped, "payins:write")).toThrow(
      expect.objectContaining({ statusCode: 403, message: "This API key needs the scope payins:write" }),
    );
  });

  it("is refused before the platform's admin is let in", () => {
    expect(refusal({ ...scoped, platformRole: "admin" }, { roles: [], scopes: ["payins:write"] })).not.toBeNull();
  });
});

describe("a second factor", () => {
  const now = new Date("2026-01-05T09:00:00.000Z");
  const person = probeCaller({ kind: "jwt", hasSecondFactor: true, secondFactorAtMs: now.getTime() - 300_001 });
  const needed: AccessRule = { roles: ["org-admin"], stepUp: true };
  const refused = expect.objectContaining({ statusCode: 403, code: "STEP_UP_REQUIRED" }) as ApiError;

  it("is given again for what needs it, by a person who has one, after five minutes", () => {
    expect(() => requireStepUp(person, needed, now)).toThrow(refused);
    expect(() => requireStepUp({ ...person, secondFactorAtMs: null }, needed, now)).toThrow(refused);
    expect(() => requireStepUp({ ...person, secondFactorAtMs: now.getTime() - 300_000 }, needed, now)).not.toThrow();
  });

  it("is not asked for elsewhere, of a person without one, or of an API key", () => {
    expect(() => requireStepUp(person, { roles: ["org-admin"] }, now)).not.toThrow();
    expect(() => requireStepUp({ ...person, hasSecondFactor: false }, needed, now)).not.toThrow();
    expect(() => requireStepUp({ ...person, kind: "api-key" }, needed, now)).not.toThrow();
  });

  it("of another house is its sign-in, made again within five minutes", () => {
    const signedInAt = (agoMs: number | null) =>
      requireStepUp(
        { ...person, hasSecondFactor: false, signedInElsewhereAtMs: agoMs === null ? 0 : now.getTime() - agoMs },
        needed,
        now,
      );
    expect(() => signedInAt(300_000)).not.toThrow();
    expect(() => signedInAt(300_001)).toThrow(refused);
    expect(() => signedInAt(null)).toThrow(refused);
  });

  it("that was never given is not fresh", () => {
    expect(() => requireFreshFactor(null, now)).toThrow(refused);
    expect(() => requireFreshFactor(now.getTime(), now)).not.toThrow();
  });
});

it("a feature is asked of the organization, and not of the platform's own people", () => {
  expect(() => requireFeature(probeCaller({ features: new Set(["escrow"]) }), "escrow")).not.toThrow();
  expect(() => requireFeature(probeCaller({ features: new Set() }), "escrow")).toThrow(
    expect.objectContaining({
      code: "FEATURE_DISABLED",
      message: "The feature escrow is not enabled for this organization",
    }),
  );
  expect(() => requireFeature(staff, "escrow")).not.toThrow();
});

it("a caller reaches through a rule the own organization, all of them or nothing", () => {
  expect(reachOf(probeCaller({ orgId: "org-1" }), { roles: ["org-admin"] })).toEqual({ orgId: "org-1" });
  expect(reachOf(admin, { roles: [] })).toEqual({ every: true });
  expect(reachOf(member, { roles: ["org-admin"] })).toBeNull();
});

it("a permission without a membership lets nobody in", () => {
  expect(
    refusal(
      { ...nobody, permissions: new Set(["webhooks:write"]) },
      { roles: ["org-admin"], permission: "webhooks:write" },
    ),
  ).not.toBeNull();
});

describe("the other rules", () => {
  it("need a credential unless they are public or signed", () => {
    const rules: AccessRule["roles"][] = ["public", "signed", "authenticated", ["org-admin"]];
    expect(rules.map((roles) => needsCredential({ roles }))).toEqual([false, false, true, true]);
  });

  it("authenticated lets every caller in", () => {
    for (const caller of [admin, staff, member, nobody]) expect(refusal(caller, { roles: "authenticated" })).toBeNull();
  });

  it("are described in words", () => {
    expect(describeRule({ roles: "signed" })).toBe("a signature by the sender instead of a credential");
    expect(describeRule({ roles: "public" })).toBe("no credential");
    expect(describeRule({ roles: "authenticated" })).toBe("any valid credential");
    expect(describeRule({ roles: [] })).toBe("the role admin");
    expect(describeRule({ roles: [...ORGANIZATION_ROLES, "staff"], permission: "webhooks:write" })).toBe(
      "any role, or the permission webhooks:write",
    );
  });
});

describe("the table", () => {
  const entries = Object.entries(ACCESS);

  it("keys every entry by method and path", () => {
    for (const [key] of entries) expect(key).toMatch(/^(GET|POST|PUT|PATCH|DELETE) (\/:?[a-z0-9_-]+)+$/);
  });

  /** Read requests that use POST because they have a body. A new entry states that the request changes nothing. */
  const QUESTIONS = new Set(["POST /payments/route-preview"]);
  const changesOpenTo = (role: AccessRole) =>
    entries
      .filter(
        ([key, rule]) =>
          !key.startsWith("GET ") && !QUESTIONS.has(key) && Array.isArray(rule.roles) && rule.roles.includes(role),
      )
      .map(([key]) => key);

  /** Requests that change only the caller's own saved views. */
  const OWN_VIEWS = ["PUT /saved-views", "DELETE /saved-views/:view_id"];

  it("never lets a viewer change anything by role, but for their own views of lists", () => {
    expect(changesOpenTo("org-viewer")).toEqual(OWN_VIEWS);
  });

  it("lets staff read but change nothing, but for backtests, their own views of lists, asking users for verification data and closing such requests", () => {
    expect(changesOpenTo("staff")).toEqual([
      "POST /payments/routing/backtest",
      ...OWN_VIEWS,
      "POST /users/notifications/verification-request",
      "POST /users/notifications/verification-requests/:request_id/close",
    ]);
  });

  it("lets an org-admin do whatever any member of the organization may do", () => {
    const offending = entries.filter(
      ([, rule]) =>
        Array.isArray(rule.roles) &&
        ORGANIZATION_ROLES.some((role) => (rule.roles as readonly string[]).includes(role)) &&
        !rule.roles.includes("org-admin"),
    );
    expect(offending).toEqual([]);
  });
});
