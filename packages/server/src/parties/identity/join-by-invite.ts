import { acceptInvite, findOpenInvite } from "#src/parties/organizations/index.ts";
import { createUser, findUserByEmail } from "#src/parties/users/index.ts";
import { invalidField, notFound } from "#src/kernel/http/errors.ts";
import { createUserWithPassword } from "./create-user.ts";
import type { IdentityDeps } from "./identity.ts";
import { assertAcceptablePassword, hashPassword } from "./password.ts";

export type Joined = { userId: string; orgId: string; isNew: boolean };

type Deps = Pick<IdentityDeps, "db" | "cells" | "clock" | "attempts">;

async function takeInvite(deps: Deps, { token, address }: { token: string; address: string }) {
  const at = deps.clock.now();
  const attemptWasGood = await deps.attempts.takeToken(address);
  const invite = await findOpenInvite(deps.cells.anywhere, token, at);
  if (invite === null) throw notFound("Invite");
  await attemptWasGood();
  return { invite, known: await findUserByEmail(deps.db, invite.email), at };
}

export async function readInvite(deps: Deps, input: { token: string; address: string }) {
  const { invite, known } = await takeInvite(deps, input);
  const { email, organization_name, role } = invite;
  return { email, organization_name, role, has_account: known !== null };
}

/**
 * The token's holder owns the invited address, and joins with an existing or a new account. With `passwords` off the
 * account is found by its address at the first single sign-on.
 */
export async function joinByInvite(
  deps: Deps & { passwords: boolean },
  input: {
    token: string;
    name: string;
    password: string;
    country: string | undefined;
    address: string;
    requestId: string;
  },
): Promise<Joined> {
  const { invite, known, at } = await takeInvite(deps, input);
  if (known === null && input.name.trim() === "") throw invalidField("name", "is required");
  if (known === null && deps.passwords) assertAcceptablePassword(input.password, invite.email);
  const passwordHash = known === null && deps.passwords ? await hashPassword(input.password) : null;
  return deps.cells.within(invite.org_id, (there) =>
    there.transaction(async (tx) => {
      const person = {
        email: invite.email,
        name: input.name,
        country: input.country ?? invite.organization_country,
        at,
      };
      const user =
        known ??
        (passwordHash === null
          ? await createUser(tx, person)
          : await createUserWithPassword(tx, { ...person, passwordHash }));
      await acceptInvite(tx, { token: input.token, user, requestId: input.requestId, at });
      return { userId: user.user_id, orgId: invite.org_id, isNew: known === null };
    }),
  );
}
