import { Button, Skeleton, Text, VisuallyHidden } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useRef } from "react";
import classes from "./data-table.module.css";
import { FailureAlert } from "./failure-alert.tsx";
import type { CursorList } from "./use-cursor-list.ts";

export type Column<Row> = {
  header: string;
  cell: (row: Row) => ReactNode;
  align?: "end";
  /** The row's name: the heading of the card on a phone. */
  primary?: true;
  /** The column holds free text of any length, perhaps without a space, so it must be able to break anywhere. */
  long?: true;
  /** The column is left out on a phone, where a row is a card; the row's own page shows it. */
  wide?: true;
  /** The sort key of this column; only for orders that an index of the service supports. */
  sortBy?: string | undefined;
  /** Header only for assistive technology (a column of buttons). */
  hiddenHeader?: true;
};

const SKELETON_ROWS = 5;

export type TableProps<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The row's page; its primary cell becomes a link that covers the row. */
  linkTo?: (row: Row) => string;
  sort?: Sort;
};

export type Order = "asc" | "desc";
type Sort = { by: string; order: Order; onChange: (by: string, order: Order) => void };

/**
 * A table that becomes a list of cards on a phone. The roles are explicit because the cards' display mode would remove
 * them.
 */
export function DataTable<Row>({ label, columns, rows, keyOf, linkTo, sort }: TableProps<Row>) {
  const box = useRef<HTMLDivElement>(null);
  useWindowEvent("keydown", (event) => moveBetweenRows(event, box.current));
  return (
    <div ref={box} className={classes.scroll}>
      <table className={classes.table} role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.header}
                role="columnheader"
                scope="col"
                data-align={column.align}
                data-actions={column.hiddenHeader}
                data-sortable={sort === undefined ? undefined : column.sortBy}
                aria-sort={
                  sort?.by !== column.sortBy || sort === undefined
                    ? undefined
                    : sort.order === "asc"
                      ? "ascending"
                      : "descending"
                }
              >
                {sort !== undefined && column.sortBy !== undefined ? (
                  <SortButton header={column.header} by={column.sortBy} sort={sort} />
                ) : column.hiddenHeader === true ? (
                  <VisuallyHidden>{column.header}</VisuallyHidden>
                ) : (
                  column.header
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row" data-linked={linkTo === undefined ? undefined : true}>
              {columns.map((column) => (
                <td
                  key={column.header}
                  role="cell"
                  data-align={column.align}
                  data-primary={column.primary}
                  data-wide={column.wide}
                  data-long={column.long}
                  data-actions={column.hiddenHeader}
                  data-label={column.hiddenHeader === true ? "" : column.header}
                >
                  {column.primary === true && linkTo !== undefined ? (
                    <Link to={linkTo(row)} className={classes.rowLink}>
                      {column.cell(row)}
                    </Link>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The largest or newest first; pressed again, the other way round. */
function SortButton({ header, by, sort }: { header: string; by: string; sort: Sort }) {
  const isChosen = sort.by === by;
  return (
    <button
      type="button"
      className={classes.sort}
      onClick={() => sort.onChange(by, isChosen && sort.order === "desc" ? "asc" : "desc")}
    >
      {header}
      <span aria-hidden="true" className={classes.arrow}>
        {isChosen ? (sort.order === "asc" ? "↑" : "↓") : "↕"}
      </span>
    </button>
  );
}

/** j and k move to the next and the previous row; Enter follows its link. */
function moveBetweenRows(event: KeyboardEvent, box: HTMLElement | null): void {
  if ((event.key !== "j" && event.key !== "k") || event.ctrlKey || event.metaKey || event.altKey || box === null)
    return;
  const at = document.activeElement;
  if (
    at instanceof HTMLElement &&
    (at.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(at.tagName) || at.closest("[role=dialog]") !== null)
  )
    return;
  const links = [...box.querySelectorAll<HTMLElement>(`.${classes.rowLink}`)];
  if (links.length === 0) return;
  // With several tables, the one with the focus handles the keys, otherwise the first.
  const place = links.findIndex((link) => link === at);
  if (
    place < 0 &&
    (document.querySelector(`.${classes.rowLink}`) !== links[0] || at?.classList.contains(classes.rowLink!) === true)
  )
    return;
  links[Math.min(links.length - 1, Math.max(0, place + (event.key === "j" ? 1 : -1)))]!.focus();
}

/** A table over a cursor-paged list, with its loading, empty and error states and "show more". */
export function ListTable<Row>({
  list,
  empty,
  foot,
  ...table
}: Omit<TableProps<Row>, "rows"> & { list: CursorList<Row>; empty: ReactNode; foot?: ReactNode }) {
  if (list.error !== null && list.rows.length === 0)
    return (
      <div className={classes.state}>
        <FailureAlert error={list.error} title={`Could not load: ${table.label}`} onRetry={list.reload} />
      </div>
    );
  if (list.isLoading)
    return (
      <div className={classes.state} role="status" aria-label={`Loading: ${table.label}`}>
        {Array.from({ length: SKELETON_ROWS }, (_, index) => (
          <Skeleton key={index} height={22} my={14} />
        ))}
      </div>
    );
  if (list.rows.length === 0) return <>{empty}</>;
  return (
    <>
      <DataTable {...table} rows={list.rows} />
      <div className={classes.foot}>
        <Text size="sm" c="dimmed" role="status">
          {list.total === null ? `${list.rows.length} shown` : `${list.rows.length} of ${list.total}`}
        </Text>
        {foot}
        {list.error !== null && <FailureAlert error={list.error} onRetry={list.showMore} />}
        {list.hasMore && (
          <Button variant="default" size="xs" onClick={list.showMore} loading={list.isLoadingMore}>
            Show more
          </Button>
        )}
      </div>
    </>
  );
}
