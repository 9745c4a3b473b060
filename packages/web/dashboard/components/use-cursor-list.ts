import { useInfiniteQuery } from "@tanstack/react-query";

const PAGE_SIZE = 25;

type PageQuery = { limit: number; last_evaluated_key: string | undefined };
type ListAnswer<Row> = {
  data: Row[];
  meta: { total_count?: number; last_evaluated_key?: string | null; lastEvaluatedKey?: string | null };
};

export type CursorList<Row> = {
  rows: readonly Row[];
  total: number | null;
  isLoading: boolean;
  isLoadingMore: boolean;
  hasMore: boolean;
  error: Error | null;
  showMore: () => void;
  reload: () => void;
};

/** The cursor of the next page, whichever of the contract's two names it has. */
function nextOf({ meta }: ListAnswer<unknown>): string | undefined {
  return meta.last_evaluated_key ?? meta.lastEvaluatedKey ?? undefined;
}

/**
 * A list read page by page. The API only has cursors, so the list grows downwards instead of numbering pages. A list
 * that names its cursor otherwise takes it as the second argument.
 */
export function useCursorList<Row>(
  key: readonly unknown[],
  fetchPage: (page: PageQuery, cursor: string | undefined) => Promise<ListAnswer<Row>>,
  options: { enabled?: boolean; refetchInterval?: number } = {},
): CursorList<Row> {
  const read = (cursor: string | undefined) => fetchPage({ limit: PAGE_SIZE, last_evaluated_key: cursor }, cursor);
  const query = useInfiniteQuery({
    queryKey: [...key, "pages"],
    // A page of a rare filter can be empty though the list goes on.
    queryFn: async ({ pageParam }) => {
      let page = await read(pageParam);
      while (page.data.length === 0 && nextOf(page) !== undefined) page = await read(nextOf(page));
      return page;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: nextOf,
    ...options,
  });
  const pages = query.data?.pages ?? [];
  return {
    rows: pages.flatMap((page) => page.data),
    total: pages[0]?.meta.total_count ?? null,
    isLoading: query.isPending,
    isLoadingMore: query.isFetchingNextPage,
    hasMore: query.hasNextPage,
    error: query.error,
    showMore: () => void query.fetchNextPage(),
    reload: () => void query.refetch(),
  };
}
