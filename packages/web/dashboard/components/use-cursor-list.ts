import { useInfiniteQuery } from "@tanstack/react-query";

export const PAGE_SIZE = 25;

export type CursorPage<Row> = { rows: Row[]; nextCursor: string | null; total?: number | null };

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

/** A list read page by page. The API only has cursors, so the list grows downwards instead of numbering pages. */
export function useCursorList<Row>(
  key: readonly unknown[],
  fetchPage: (cursor: string | undefined) => Promise<CursorPage<Row>>,
  options: { enabled?: boolean; refetchInterval?: number } = {},
): CursorList<Row> {
  const query = useInfiniteQuery({
    queryKey: [...key, "pages"],
    // A page of a rare filter can be empty though the list goes on.
    queryFn: async ({ pageParam }) => {
      let page = await fetchPage(pageParam);
      while (page.rows.length === 0 && page.nextCursor !== null) page = await fetchPage(page.nextCursor);
      return page;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    ...options,
  });
  const pages = query.data?.pages ?? [];
  return {
    rows: pages.flatMap((page) => page.rows),
    total: pages[0]?.total ?? null,
    isLoading: query.isPending,
    isLoadingMore: query.isFetchingNextPage,
    hasMore: query.hasNextPage,
    error: query.error,
    showMore: () => void query.fetchNextPage(),
    reload: () => void query.refetch(),
  };
}
