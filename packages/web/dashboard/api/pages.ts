import type { CursorPage } from "../components/use-cursor-list.ts";

type ListAnswer<Item> = {
  data: Item[];
  meta: { total_count?: number; last_evaluated_key?: string | null; lastEvaluatedKey?: string | null };
};

/** A list answer as a page of a CursorList, whichever of the contract's two names its cursor has. */
export function pageFrom<Item>(answer: ListAnswer<Item>): CursorPage<Item> {
  const { last_evaluated_key: snake, lastEvaluatedKey: camel, total_count: total } = answer.meta;
  return { rows: answer.data, nextCursor: snake ?? camel ?? null, total: total ?? null };
}
