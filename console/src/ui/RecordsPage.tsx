import { Fragment, type ReactNode } from 'react';
import { BatchBar } from './list/BatchBar.tsx';
import { ListPage, type ListWords } from './list/ListPage.tsx';
import type { Query } from './list/listQuery.ts';
import { MorePager } from './list/Pager.tsx';
import { RecordPanel } from './list/RecordPanel.tsx';
import type { ListCalls, RecordOf, RowOf } from './list/resourceTypes.ts';
import { type CursorPage, useCursorList } from './list/useCursorList.ts';
import { useList } from './list/useList.ts';
import { useRecord } from './list/useRecord.ts';
import { useSelection } from './list/useSelection.ts';
import { usePage } from './page.ts';
import type { Column } from './table/column.ts';
import { wholeFile } from './table/exportRequest.ts';
import { useTable } from './table/useTable.ts';

export type RecordsSelection = ReturnType<typeof useSelection>;

/**
 * The screen of records that only come: a log, newest first, bounded by time and never counted, read by cursor; a record
 * beside it. Nobody adds to it by hand, so it has no form.
 */
export const RecordsPage = <R extends ListCalls, Page extends CursorPage<RowOf<R>> = CursorPage<RowOf<R>>>(
  props: Omit<ListWords<RowOf<R>>, 'filters'> & {
    of: R;
    columns: readonly Column<RowOf<R>>[];
    /** a record's name, in its heading; without a record: of the one with this id, while it is read */
    name: (record: RecordOf<R> | undefined, id: number) => string;
    /** beside the title of the page; `first`: the newest page of the answer */
    count: (first: Page | undefined) => ReactNode;
    /** `isOther`: these rows answer what was asked before */
    filters: ReactNode | ((rows: readonly RowOf<R>[] | undefined, isOther: boolean) => ReactNode);
    /** milliseconds between two looks for newer ones; false: they come when asked for */
    every: number | false;
    /** what the call is asked besides the address */
    asked?: Query;
    /** what the call asks of the last row besides its id, see `useCursorList` */
    stood?: (row: RowOf<R>) => Query;
    /** a file says what is out of sight on the screen too */
    isFileWhole?: boolean;
    detail: (record: RecordOf<R>) => ReactNode;
    /** what can be done from here, beside the title */
    actions?: ReactNode;
    /** above the rows */
    notice?: ReactNode;
    footer?: (record: RecordOf<R>, selection: RecordsSelection) => ReactNode;
    /** what can be done with several, of which some may stand in the rows no more, and what one of them is called */
    batch?: {
      name: (row: RowOf<R>) => string;
      actions: (selection: RecordsSelection, rows: readonly RowOf<R>[]) => ReactNode;
    };
  },
) => {
  const { of, every, batch } = props;
  const { active } = usePage();
  const list = useList(of.list);
  const cursor = useCursorList<RowOf<R>, Page>(of.list, { ...list.query, ...props.asked }, every, props.stood);
  const { rows, freshness } = cursor;
  const selection = useSelection(rows && batch ? rows.map((row) => ({ id: row.id, name: batch.name(row) })) : []);
  const { id } = list.open;
  const { record, failure } = useRecord(of, id, { rows, at: freshness.at }, active ? every : false);
  const table = useTable(of.list, props.columns);
  const here = rows?.map((row) => row.id) ?? [];
  return (
    <ListPage<RowOf<R>>
      {...props}
      list={list}
      table={table}
      count={props.count(cursor.first)}
      filters={typeof props.filters === 'function' ? props.filters(rows, cursor.isOther) : props.filters}
      file={{
        of: of.export,
        columns: props.isFileWhole ? wholeFile(table.shown, props.columns) : table.shown,
        ids: selection.ids,
      }}
      freshness={freshness}
      rows={rows}
      isOther={cursor.isOther}
      error={cursor.error}
      onEnd={cursor.onEnd}
      {...(batch ? { selection } : {})}
      batch={
        batch && (
          <BatchBar ids={selection.ids} here={here} clear={selection.clear}>
            {batch.actions(selection, rows ?? [])}
          </BatchBar>
        )
      }
      footer={
        rows && rows.length > 0 ? (
          <MorePager more={cursor.hasMore} loading={cursor.loadingMore} load={cursor.more} />
        ) : null
      }
      panel={
        id !== null && (
          <RecordPanel
            title={props.name(record, id)}
            ids={here}
            loading={!record}
            failure={failure}
            footer={record && props.footer?.(record, selection)}
          >
            {record && <Fragment key={record.id}>{props.detail(record)}</Fragment>}
          </RecordPanel>
        )
      }
    />
  );
};
