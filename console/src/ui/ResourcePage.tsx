import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import type { Call } from '@plomb/contract/kit/call';
import { Button } from 'antd';
import { Fragment, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../platform/client.ts';
import { listed } from '../platform/listed.ts';
import { useMay } from '../platform/may.ts';
import { useSettings } from '../platform/settings.ts';
import { later } from './later.tsx';
import { BatchBar } from './list/BatchBar.tsx';
import { DeleteDialog } from './list/DeleteDialog.tsx';
import { ListPage, type ListWords } from './list/ListPage.tsx';
import type { Query } from './list/listQuery.ts';
import { Pager } from './list/Pager.tsx';
import { type FormOf, RecordForms } from './list/RecordForms.tsx';
import { RecordPanel } from './list/RecordPanel.tsx';
import { type RowAction, RowMenu } from './list/RowMenu.tsx';
import type { RecordOf, ResourceCalls, RowOf } from './list/resourceTypes.ts';
import { SelectAll } from './list/SelectAll.tsx';
import { StatusButtons } from './list/StatusButtons.tsx';
import { useList } from './list/useList.ts';
import { useResource } from './list/useResource.ts';
import { type Saving, useSaving } from './list/useSaving.ts';
import { useSelection } from './list/useSelection.ts';
import { mostAtOnce } from './table/batch.ts';
import type { Column } from './table/column.ts';
import { wholeFile } from './table/exportRequest.ts';
import { useBatch } from './table/useBatch.ts';
import { useTable } from './table/useTable.ts';

const BatchDialog = later(async () => (await import('./table/BatchDialog.tsx')).BatchDialog);

type Action = 'add' | 'update' | 'delete';

/** What one may do with records of a list: what there are calls and buttons for, and what the records themselves allow. */
export const useCan = <R extends ResourceCalls, Item>(
  of: R,
  allows: ((action: Action, item?: Item) => boolean) | undefined,
): ((action: Action, item?: Item) => boolean) => {
  const may = useMay();
  return (action, item) => {
    const call: Call | undefined = of[action];
    return call !== undefined && may(call) && (allows?.(action, item) ?? true);
  };
};

/**
 * The screen of a catalogue entity: a filtered, paged, sorted list, a record beside it, a form, a batch bar. It offers
 * what the entity has calls for: with `list` alone it is only read. Columns are the table library's own, filters, form
 * and detail are JSX. It is no configuration language: a new prop needs three screens that want it, otherwise the screen
 * puts the parts of `ui/list` together itself.
 */
export const ResourcePage = <R extends ResourceCalls>(
  props: ListWords<RowOf<R>> &
    FormOf<R> &
    Saving<R> & {
      of: R;
      columns: readonly Column<RowOf<R>>[];
      /** a record's name, in headings and questions */
      name: (record: RowOf<R> | RecordOf<R>) => string;
      /** what more tells it from the others, where one is asked before it goes for good */
      details?: (row: RowOf<R>) => string;
      detail: (record: RecordOf<R>) => ReactNode;
      /** what else can be done with the open record */
      footer?: (record: RecordOf<R>) => ReactNode;
      /** what else can be done with one row */
      rowActions?: (row: RowOf<R>) => readonly RowAction[];
      /** what deleting these means, in one sentence */
      consequence?: (names: string, count: number) => string;
      /** what became of those that were deleted, where that is more than that they are gone */
      deleted?: (rows: readonly RowOf<R>[]) => string | null;
      /** what disabling these means; `others` more are chosen on other pages */
      disabling?: (rows: readonly RowOf<R>[], others: number) => ReactNode;
      /** what the records themselves allow, beside the operator's buttons; without a record: whether it can be done at all */
      allows?: (action: Action, record?: RowOf<R> | RecordOf<R>) => boolean;
      /** what else can be done with those that are chosen, of a list so narrowed */
      batch?: (ids: readonly number[], list: { query: Query; total: number | undefined }) => ReactNode;
      /** what else can be done here, beside adding */
      actions?: ReactNode;
      /** what these rows are, above them */
      notice?: ReactNode;
      /** a file says what is out of sight on the screen too */
      isFileWhole?: boolean;
    },
) => {
  const { of, name } = props;
  const { t } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const may = useMay();
  const can = useCan(of, props.allows);
  const list = useList(of.list);
  const { open, show } = list;
  const batch = useBatch();
  const { rows, total, totalIsAtLeast, isOther, error, freshness, record, recordFailure, changed } = useResource(
    of,
    list,
  );
  const save = useSaving(of, list, props, changed);
  const named = (row: RowOf<R>) => ({ id: row.id, name: name(row) });
  const selection = useSelection(rows?.map(named) ?? []);

  const nameOf = (id: number): string => {
    const row = rows?.find((r) => r.id === id);
    return row ? name(row) : (selection.chosen.get(id) ?? `#${id}`);
  };
  const fullNameOf = (id: number): string => {
    const row = rows?.find((r) => r.id === id);
    return [nameOf(id), row && props.details?.(row)].filter(Boolean).join(' · ');
  };
  const chosen = rows?.filter((row) => selection.chosen.has(row.id)) ?? [];
  const remove = (ids: readonly number[]): Promise<void> =>
    batch.run({
      title: t('deleting'),
      ids,
      act: async (part) => of.delete && send(of.delete, { ids: part }, { quiet: true }),
      done: async (gone) => {
        selection.drop(gone);
        if (open.id !== null && gone.includes(open.id)) show({ id: null });
        await changed(props.deleted?.(rows?.filter(({ id }) => gone.includes(id)) ?? []) ?? t('deleted'));
      },
      nameOf,
    });
  const [asked, askDelete] = useState<readonly number[]>([]);
  const namesOf = (ids: readonly number[]): string =>
    listed(ids.slice(0, 5).map(fullNameOf), lang) + (ids.length > 5 ? ' …' : '');
  const turn = (to: 1 | 2): Promise<void> =>
    batch.run({
      title: t('changingStatus'),
      ids: selection.ids,
      act: async (part) => of.status && send(of.status, { ids: part, status: to }, { quiet: true }),
      done: () => changed(t('modified')),
      nameOf,
    });
  const pageAt = async (page: number) => {
    const { size: _size, ...query } = list.query;
    const found = (await send(of.list, { ...query, page, size: mostAtOnce })) as { rows: RowOf<R>[]; total: number };
    return { rows: found.rows.map(named), total: found.total };
  };

  const actionsOf = (row: RowOf<R>): RowAction[] => [
    ...(can('update', row) ? [{ key: 'edit', label: t('edit'), run: () => show({ edit: row.id }) }] : []),
    ...(props.rowActions?.(row) ?? []),
    ...(can('delete', row) ? [{ key: 'delete', label: `${t('delete')}…`, run: () => askDelete([row.id]) }] : []),
  ];
  const menu: Column<RowOf<R>> = {
    title: '',
    key: 'menu',
    width: 48,
    render: (_, row) => <RowMenu name={name(row)} actions={actionsOf(row)} />,
  };
  const hasMenu = can('update') || can('delete') || props.rowActions !== undefined;
  const table = useTable(of.list, hasMenu ? [...props.columns, menu] : props.columns);
  const addButton = can('add') ? (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => show({ edit: 'new' })}>
      {t('add', { title: props.noun ?? '' })}
    </Button>
  ) : null;
  const here = rows?.map((row) => row.id) ?? [];
  const isPaged = 'page' in of.list.input.shape;
  const selects = can('delete') || (of.status && may(of.status)) || (isPaged && of.export && may(of.export));
  return (
    <ListPage<RowOf<R>>
      {...props}
      list={list}
      table={table}
      count={total === undefined ? undefined : t(totalIsAtLeast ? 'totalAtLeast' : 'total', { count: total })}
      file={{
        of: of.export,
        columns: props.isFileWhole ? wholeFile(table.shown, props.columns) : table.shown,
        total: totalIsAtLeast ? undefined : total,
        ids: selection.ids,
      }}
      add={addButton}
      freshness={freshness}
      notice={rows && rows.length > 0 ? props.notice : null}
      rows={rows}
      isOther={isOther}
      error={error}
      empty={{ action: addButton, ...props.empty }}
      nameOf={name}
      {...(selects ? { selection } : {})}
      batch={
        <BatchBar
          ids={selection.ids}
          here={here}
          clear={selection.clear}
          more={
            total !== undefined &&
            !isOther &&
            total > Math.max(selection.ids.length, here.length) && (
              <SelectAll total={total} isAtLeast={totalIsAtLeast} pageAt={pageAt} take={selection.take} />
            )
          }
        >
          {props.batch?.(selection.ids, { query: list.query, total: totalIsAtLeast ? undefined : total })}
          {of.status && may(of.status) && (
            <StatusButtons
              count={selection.ids.length}
              turn={turn}
              disabling={props.disabling?.(chosen, selection.ids.length - chosen.length)}
            />
          )}
          {can('delete') && (
            <Button icon={<DeleteOutlined />} onClick={() => askDelete(selection.ids)}>
              {t('delete')}
            </Button>
          )}
        </BatchBar>
      }
      footer={isPaged && total ? <Pager total={total} isAtLeast={totalIsAtLeast} /> : null}
      panel={
        open.id !== null && (
          <RecordPanel
            title={record ? name(record) : ''}
            ids={here}
            loading={!record}
            failure={recordFailure}
            footer={
              record && (
                <>
                  {can('update', record) && (
                    <Button type="primary" icon={<EditOutlined />} onClick={() => show({ edit: record.id })}>
                      {t('edit')}
                    </Button>
                  )}
                  <Fragment key={record.id}>{props.footer?.(record)}</Fragment>
                  {can('delete', record) && <Button onClick={() => askDelete([record.id])}>{t('delete')}…</Button>}
                </>
              )
            }
          >
            {record && <Fragment key={record.id}>{props.detail(record)}</Fragment>}
          </RecordPanel>
        )
      }
    >
      {batch.state && <BatchDialog batch={batch} />}
      {asked.length > 0 && (
        <DeleteDialog
          count={asked.length}
          consequence={props.consequence?.(namesOf(asked), asked.length) ?? namesOf(asked)}
          // many are counted in a dialog of their own
          remove={async () => (asked.length > mostAtOnce ? void remove(asked) : remove(asked))}
          close={() => askDelete([])}
        />
      )}
      <RecordForms<R> {...props} save={save} />
    </ListPage>
  );
};
