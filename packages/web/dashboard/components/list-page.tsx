import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon, type IconName } from "../frame/icons.tsx";
import { ListTable, type TableProps } from "./data-table.tsx";
import { EmptyState } from "./empty-state.tsx";
import { Page } from "./page.tsx";
import { Panel } from "./panel.tsx";
import type { CursorList } from "./use-cursor-list.ts";

type Props<Row> = Omit<TableProps<Row>, "rows"> & {
  title: string;
  description?: string;
  back?: ReactNode;
  list: CursorList<Row>;
  /** How to create another one, for people who may. Offered above the list, and in its place while it is empty. */
  add: { label: string; onClick: () => void } | null;
  empty: { icon: IconName; title: string; text: string };
  filters?: ReactNode;
  /** The dialogs of the page. */
  children?: ReactNode;
};

/** A page that is one list. */
export function ListPage<Row>({ title, description, back, list, add, empty, filters, children, ...table }: Props<Row>) {
  const button =
    add === null ? undefined : (
      <Button leftSection={<Icon name="plus" size={16} />} onClick={add.onClick}>
        {add.label}
      </Button>
    );
  return (
    <Page title={title} description={description} back={back} actions={button}>
      <Panel flush>
        {filters}
        <ListTable
          list={list}
          {...table}
          empty={
            <EmptyState icon={empty.icon} title={empty.title} action={button}>
              {empty.text}
            </EmptyState>
          }
        />
      </Panel>
      {children}
    </Page>
  );
}
