import type { Call } from '@plomb/contract/kit/call';
import type { ReactNode } from 'react';
import { PageHeader } from '../PageHeader.tsx';
import { ColumnsButton } from '../table/ColumnsButton.tsx';
import type { Column } from '../table/column.ts';
import type { FileWords } from '../table/exportRequest.ts';
import type { TableSetup } from '../table/useTable.ts';
import { ViewsButton } from '../table/ViewsButton.tsx';
import { DataTable, type DataTableProps } from './DataTable.tsx';
import { ExportButton } from './ExportButton.tsx';
import { Freshness } from './Freshness.tsx';
import { ListFrame } from './ListFrame.tsx';
import { SearchBox } from './SearchBox.tsx';
import type { List } from './useList.ts';

/** What every page with a list says of it, whatever its shape. */
export interface ListWords<Row extends { id: number }> {
  /** what the search finds */
  search: string;
  filters?: ReactNode;
  /** the parts of the list, of which one is shown */
  tabs?: ReactNode;
  empty: DataTableProps<Row>['empty'];
  card?: (row: Row) => ReactNode;
  /** rows as cards on a larger screen too: what stands beside them needs the room */
  asCards?: boolean;
  /** words of coded columns in an exported file */
  words?: FileWords;
}

/** What the three shapes of a list page have in common: header, filters, table, an open record beside it. */
export const ListPage = <Row extends { id: number }>(
  props: ListWords<Row> & {
    list: List;
    table: TableSetup<Row>;
    count: ReactNode;
    actions?: ReactNode;
    file?: {
      of: Call | undefined;
      columns: readonly Column<Row>[];
      total?: number | undefined;
      ids?: readonly number[];
    };
    add?: ReactNode;
    freshness: Parameters<typeof Freshness>[0];
    batch?: ReactNode;
    footer?: ReactNode;
    panel?: ReactNode;
    /** above the rows */
    notice?: ReactNode;
    rows: Row[] | undefined;
    /** the rows, and how many there are, answer what was asked before */
    isOther: boolean;
    error: unknown;
    nameOf?: (row: Row) => string;
    selection?: DataTableProps<Row>['selection'];
    before?: (row: Row) => ReactNode;
    onEnd?: () => void;
    /** forms and questions over the page */
    children?: ReactNode;
  },
) => {
  const { list, table, file, freshness } = props;
  const { nameOf, selection, before, onEnd, card } = props;
  return (
    <ListFrame
      list={list}
      header={
        <PageHeader
          count={props.isOther ? undefined : props.count}
          actions={
            <>
              <ViewsButton setup={table} />
              {props.actions}
              {file?.of && (
                <ExportButton
                  of={file.of}
                  columns={file.columns}
                  words={props.words}
                  total={props.isOther ? undefined : file.total}
                  ids={file.ids ?? []}
                />
              )}
              {/* who cannot see what is there would add it a second time */}
              {props.rows || !props.error ? props.add : null}
            </>
          }
        />
      }
      tabs={props.tabs}
      filters={
        <>
          <SearchBox placeholder={props.search} />
          {props.filters}
        </>
      }
      freshness={<Freshness {...freshness} />}
      tools={<ColumnsButton setup={table} />}
      batch={props.batch}
      footer={props.footer}
      panel={props.panel}
      isOther={props.isOther}
    >
      {props.notice}
      <DataTable<Row>
        rows={props.rows}
        columns={table}
        failure={props.error}
        retry={freshness.refresh ?? (() => {})}
        empty={props.empty}
        {...(nameOf ? { nameOf } : {})}
        {...(selection ? { selection } : {})}
        {...(before ? { before } : {})}
        {...(onEnd ? { onEnd } : {})}
        {...(card ? { card } : {})}
        asCards={props.asCards ?? false}
      />
      {props.children}
    </ListFrame>
  );
};
