import { describe, expect, it } from "vitest";
import { probeCaller } from "#test/harness/probe-server.ts";
import { ACCESS } from "#src/modules/people/access.ts";
import { admit, describeRule, type AccessRole, type AccessRule } from "./access-control.ts";
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
    expect(refusal({ ...member, features, permissions: new Set(["webhooks:write"]) }, rule)).toContain("feature payments");
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
    expect(admit(granted, { roles: ["org-admin"], permission: "webhooks:write" })).toEqual({ ...granted, platformRole: null });
  });
});

describe("the other rules", () => {
  it("authenticated lets every caller in", () => {
    for (const caller of [admin, staff, member, nobody]) expect(refusal(caller, { roles: "authenticated" })).toBeNull();
  });

  it("are described in words", () => {
    expect(describeRule({ roles: "signed" })).toBe("a signature by the sender instead of a credential");
    expect(describeRule({ roles: [] })).toBe("the role admin");
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
      .filter(([key, rule]) => !key.startsWith("GET ") && !QUESTIONS.has(key) && Array.isArray(rule.roles) && rule.roles.includes(role))
      .map(([key]) => key);

  /** Saved views are private to a person unless shared. */
  const OWN_VIEWS = ["PUT /saved-views", "DELETE /saved-views/:view_id"];

  it("never lets a viewer change anything by role, but for their own views of lists", () => {
    expect(changesOpenTo("org-viewer")).toEqual(OWN_VIEWS);
  });

  it("lets staff read but change nothing, but for their own views of lists, asking users for verification data and closing such requests", () => {
    expect(changesOpenTo("staff")).toEqual([
      ...OWN_VIEWS,
      "POST /users/notifications/verification-request",
      "POST /users/notifications/verification-requests/:request_id/close",
    ]);
  });

  it("lets an org-admin do whatever any member of the organization may do", () => {
    const offending = entries.filter(
      ([, rule]) =>
        Array.isArray(rule.roles) && ORGANIZATION_ROLES.some((role) => (rule.roles as readonly string[]).includes(role)) && !rule.roles.includes("org-admin"),
    );
    expect(offending).toEqual([]);
  });
});
