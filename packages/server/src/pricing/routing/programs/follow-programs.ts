import { Type, type Static } from "typebox";
import { Id, Named, Nullable } from "#src/kernel/http/schemas.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { createCache, type Invalidations } from "#src/kernel/db/invalidation.ts";
import type { ProviderName } from "@corridor/provider-kit/provider.ts";
import {
  type CompiledProgram,
  compileProgram,
  decide,
  type Decision,
  type Facts,
  type Knowledge,
  shareOf,
} from "./decide.ts";
import { publishedPrograms, type StoredProgram } from "./queries.ts";

/** Every process follows a change within a second: it is notified, or trusts what it read for no longer. */
export const PROGRAMS_TOPIC = "routing-programs";
const PLATFORM = "platform";
const CACHE_MS = 60_000;
/** Organizations whose programs, or that they have none, stay in memory. */
const MAX_CACHED = 5_000;

export const scopeKey = (orgId: string | null): string => orgId ?? PLATFORM;

export const Version = Type.Integer({ description: "Counts the programs of the organization, or of the platform" });
/** Stored with the payment as it is shown. */
export const RoutedBySchema = Named(["RoutedBy", "The routing program that ordered the providers of a payment"], {
  program_id: [Id, "Id of the routing program"],
  version: Version,
  rule: [Nullable(Type.Integer()), "The rule that decided, from 1; null: none matches, so the configs' order holds"],
  reason: [Type.String(), "Why, in words"],
  compared: [Type.Optional(Id), "Of two programs that are compared, the one that got the payment"],
});
export type RoutedBy = Static<typeof RoutedBySchema>;

export type ProgramOrder = { decision: Decision | null; by: RoutedBy };
/** Orders eligible providers. Pure: the programs and all facts are given. */
export type OrderByProgram = (eligible: readonly ProviderName[]) => ProgramOrder;

type Loaded = { stored: StoredProgram; compiled: CompiledProgram };
/** The published program, and the one that is compared with it. */
type Published = readonly [alone: Loaded, compared: Loaded | undefined];

type AskedFacts = Omit<Facts, "orgTags">;

export type Programs = {
  /** `draft`: what this program would decide, instead of those that are published. */
  orderFor(orgId: string, facts: () => AskedFacts, draft?: StoredProgram): Promise<OrderByProgram | undefined>;
};

const load = (stored: StoredProgram): Loaded => ({ stored, compiled: compileProgram(stored) });

type ProgramsDeps = {
  db: Db;
  invalidations: Invalidations;
  knowledge: Knowledge;
  tagsOf(orgId: string): Promise<readonly string[]>;
};

export function createPrograms(deps: ProgramsDeps): Programs {
  const cache = createCache<string, Published | null>({
    invalidations: deps.invalidations,
    topic: PROGRAMS_TOPIC,
    maxEntries: MAX_CACHED,
    ttlMs: CACHE_MS,
    load: async (key) => {
      const published = await publishedPrograms(deps.db, key === PLATFORM ? null : key);
      if (published.length === 0) return null;
      const [alone, compared] = published.toSorted((a, b) => Number(a.share !== null) - Number(b.share !== null));
      return [load(alone!), compared === undefined ? undefined : load(compared)];
    },
  });

  return {
    async orderFor(orgId, factsOf, draft) {
      const scopes: (Published | null)[] =
        draft === undefined
          ? [await cache.get(scopeKey(orgId)), await cache.get(PLATFORM)]
          : [[load(draft), undefined]];
      const published = scopes.filter((one) => one !== null);
      if (published.length === 0) return undefined;
      const facts = { ...factsOf(), orgTags: await deps.tagsOf(orgId) };
      const asked = published.map((one) => programFor(one, facts));
      return (eligible) => orderBy(asked, facts, eligible, deps.knowledge);
    },
  };
}

type Asked = Loaded & { isCompared: boolean };

/** Of two that are compared, one gets a payment by its id, so that a repeat, a preview and a replay get the same. */
function programFor([alone, compared]: Published, { paymentId }: Pick<Facts, "paymentId">): Asked {
  if (compared === undefined) return { ...alone, isCompared: false };
  const { programId, share } = compared.stored;
  return { ...(shareOf(paymentId, programId) < share! / 100 ? compared : alone), isCompared: true };
}

/** An organization's own program comes first, then the platform's; where neither has a rule, the configs' order. */
function orderBy(
  asked: readonly Asked[],
  facts: Facts,
  eligible: readonly ProviderName[],
  knowledge: Knowledge,
): ProgramOrder {
  const arm = asked.find(({ isCompared }) => isCompared)?.stored.programId;
  const by = ({ stored: { programId, version } }: Asked, rule: number | null, reason: string): RoutedBy => {
    return { program_id: programId, version, rule, reason, ...(arm === undefined ? {} : { compared: arm }) };
  };
  for (const one of asked) {
    const decision = decide(one.compiled, facts, eligible, knowledge);
    if (decision !== null) return { decision, by: by(one, decision.rule, decision.words) };
  }
  return { decision: null, by: by(asked.at(-1)!, null, "no rule matches; in the order of the provider configs") };
}
