import Type, { type Static, type TSchema } from "typebox";
import {
  Country,
  CreatedAt,
  Currency,
  Id,
  Named,
  Nullable,
  OneOf,
  OpenObject,
  Shape,
  Timestamp,
} from "#src/kernel/http/schemas.ts";
import type { Program } from "#src/pricing/routing/index.ts";

/** pending --a worker takes it--> running --all payments are read--> completed; failed after MAX_TRIES crashes. */
const STATUSES = ["pending", "running", "completed", "failed"] as const;

const Count = Type.Integer();
const Share = Type.Number();
const spread = <T extends TSchema>(value: T) => ({
  actual: [value, "What it was"] as const,
  expected: [value, "What the program would have"] as const,
  low: [value, "95 of 100 periods like this one lie above"] as const,
  high: [value, "And below this"] as const,
});
const counts = {
  payments: [Count, "Payments that ended, and were sent to a provider"],
  changed: [Count, "Those that the program would send to another provider first"],
  covered: [Count, "Those that the history can judge"],
  success: [
    Nullable(Shape(spread(Share))),
    "The share of covered payments that succeeded, and that would by the program. Null: none is covered",
  ],
} as const;
const Result = Named("BacktestResult", {
  ...counts,
  left_out: [Count, "Payments left out: unfinished, canceled, never sent, or ramps"],
  words: [Type.Array(Type.String()), "The result in sentences, and what the history cannot know"],
  corridors: [
    Type.Array(
      Shape({
        country: Country,
        payment_method: [Type.String(), "The method by which the customer paid or was paid"],
        direction: [Type.String(), "inbound or outbound"],
        network: [Nullable(Type.String()), "Of mobile money, the network's name"],
        currency: Currency,
        ...counts,
        cost: [
          Nullable(Shape({ payments: [Count, "Payments whose prices are known"], ...spread(Type.String()) })),
          "What providers charge for the covered payments whose prices are known, in `currency`. Null: none is known",
        ],
        unknown: [
          Type.Array(
            Shape({
              provider: [Type.String(), "Name of the provider"],
              payments: [Count, "Payments that it would get"],
            }),
          ),
          "Providers that the program would use, and that got no payment first",
        ],
      }),
    ),
    "The corridors with the most payments, by network and currency",
  ],
});
export type BacktestResult = Static<typeof Result>;

const FIELDS = {
  backtest_id: [Id, "Id of the backtest"],
  org_id: [Nullable(Id), "The organization whose payments are replayed; null: all"],
  program: [Type.Unsafe<Program>(OpenObject), "The program that is tested"],
  program_id: [Nullable(Id), "The stored program, if one was named"],
  date_from: [Timestamp, "First moment of the payments"],
  date_to: [Timestamp, "Their end, exclusive"],
  status: [OneOf(STATUSES), "Status of the backtest"],
  progress: Type.Integer({ description: "In percent" }),
  payments: Type.Integer({ description: "Payments read so far" }),
  requested_by: [Id, "The person or API key that made the request"],
  created_at: CreatedAt,
  finished_at: [Nullable(Timestamp), "When it ended; null: not yet"],
} as const;
export const BacktestItem = Named("BacktestSummary", FIELDS);
export const BacktestSchema = Named(["Backtest", "A routing program, tried on stored payments"], {
  ...FIELDS,
  result: [Nullable(Result), "What came out; null: not completed"],
});

export type Backtest = Omit<Static<typeof BacktestSchema>, "date_from" | "date_to" | "created_at" | "finished_at"> & {
  readonly date_from: Date;
  readonly date_to: Date;
  readonly created_at: Date;
  readonly finished_at: Date | null;
};
