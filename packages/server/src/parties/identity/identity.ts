import type { RunSettings } from "#src/run-settings.ts";
import type { Notice } from "#src/parties/notifications/index.ts";
import type { SendMail } from "#src/parties/organizations/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { CellsInUse } from "#src/kernel/db/cells-in-use.ts";
import type { Db } from "#src/kernel/db/client.ts";
import type { CallerSources, Identify, Person } from "#src/kernel/http/authenticate.ts";
import type { VerifiedToken } from "#src/kernel/http/verify-token.ts";
import type { Logger } from "#src/kernel/log.ts";
import type { SecretBox } from "#src/kernel/secrets.ts";
import type { Attempts } from "./attempts.ts";
import type { IssueToken } from "./issue-token.ts";
import type { OidcClient } from "./oidc.ts";
import type { SigningKeys } from "./signing-keys.ts";

export type IdentityDeps = {
  db: Db;
  cells: CellsInUse;
  clock: Clock;
  attempts: Attempts;
  secrets: SecretBox;
  log: Logger;
  sendMail: SendMail;
  notifyPerson: (userId: string, notice: Notice) => Promise<void>;
  /** Origin of the deployment, without a path. */
  publicBaseUrl: string;
  /** `iss` of our tokens; also the URL of these routes. */
  issuer: string;
  keys: SigningKeys;
  issueToken: IssueToken;
  identify: Identify;
  sources: Pick<CallerSources, "findUserOf" | "findPerson">;
  /** Whether one of the person's organizations, or a role of theirs, requires a second factor. */
  requiresFactor: (person: Person) => Promise<boolean>;
  /** False when an external identity provider replaces passwords. */
  passwords: boolean;
  settings: Pick<RunSettings, "signUp" | "rateMarginBps">;
  confirmEmail: boolean;
  /** Whether real money moves in this deployment. */
  isLive: boolean;
  platformSecondPerson: boolean;
  /** Single sign-on of the dashboard, where an external provider with a client of ours is configured. */
  oidc: OidcClient | null;
};

export type Session = { token: VerifiedToken; person: Person };

export const IDENTITY_PREFIX = "/identity";
