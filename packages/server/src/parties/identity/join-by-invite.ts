import { acceptInvite, findOpenInvite } from "#src/parties/organizations/index.ts";
import { createUser, findUserByEmail } from "#src/parties/users/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { CellsInUse } from "#src/kernel/db/cells-in-use.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { invalidField, notFound } from "#src/kernel/http/errors.ts";
import type { Attempts } from "./attempts.ts";
import { createUserWithPassword } from "./create-user-with-password.ts";
import { assertAcceptablePassword, hashPassword } from "./password.ts";

export type Joined = { userId: string; orgId: string; isNew: boolean };

export async function readInvite(
  deps: { db: Db; cells: CellsInUse; clock: Clock; attempts: Attempts },
  input: { token: string; address: string },
) {
  const now = deps.clock.now();
  const attemptWasGood = await deps.attempts.takeToken(input.address);
  const invite = await findOpenInvite(deps.cells.every, input.token, now);
  if (invite === null) throw notFound("Invite");
  await attemptWasGood();
  const user = await findUserByEmail(deps.db, invite.email);
  return {
    email: invite.email,
    organization_name: invite.organization_name,
    role: invite.role,
    has_account: user !== null,
  };
}

/**
 * The holder of the e-mailed token owns the invited address: they join with an existing account, or create one now.
 * With `passwords` off the account is found by its address at the first single sign-on.
 */
export async function joinByInvite(
  deps: { db: Db; cells: CellsInUse; clock: Clock; attempts: Attempts; passwords: boolean },
  input: { token: string; name: string; password: string; address: string; requestId: string },
): Promise<Joined> {
  const { db } = deps;
  const at = deps.clock.now();
  const attemptWasGood = await deps.attempts.takeToken(input.address);
  const invite = await findOpenInvite(deps.cells.every, input.token, at);
  if (invite === null) throw notFound("Invite");
  await attemptWasGood();

  const known = await findUserByEmail(db, invite.email);
  if (known === null && input.name.trim() === "") throw invalidField("name", "is required");
  if (known === null && deps.passwords) assertAcceptablePassword(input.password, invite.email);
  const passwordHash = known === null && deps.passwords ? await hashPassword(input.password) : null;
  return deps.cells.within(invite.org_id, (there) =>
    there.transaction(async (tx) => {
      const person = { email: invite.email, name: input.name, at };
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
