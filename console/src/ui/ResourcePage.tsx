import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import type { OutputOf } from '@plomb/contract/call';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../platform/client.ts';
import { useMay } from '../platform/may.ts';
import { BatchBar } from './list/BatchBar.tsx';
import { DataTable } from './list/DataTable.tsx';
import { DeleteDialog } from './list/DeleteDialog.tsx';
import { ExportButton } from './list/ExportButton.tsx';
import { Freshness } from './list/Freshness.tsx';
import { ListFrame } from './list/ListFrame.tsx';
import { Pager } from './list/Pager.tsx';
import { RecordEditor } from './list/RecordEditor.tsx';
import { RecordForm } from './list/RecordForm.tsx';
import { RecordPanel } from './list/RecordPanel.tsx';
import { RowMenu } from './list/RowMenu.tsx';
import type { ResourceCalls, RowOf, WriteOf } from './list/resourceTypes.ts';
import { SearchBox } from './list/SearchBox.tsx';
import { SelectAll } from './list/SelectAll.tsx';
import { StatusButtons } from './list/StatusButtons.tsx';
import { useList } from './list/useList.ts';
import { useResource } from './list/useResource.ts';
import { useSelection } from './list/useSelection.ts';
import { PageHeader } from './PageHeader.tsx';
import { BatchDialog } from './table/BatchDialog.tsx';
import { mostAtOnce } from './table/batch.ts';
import { ColumnsButton } from './table/ColumnsButton.tsx';
import type { Column } from './table/column.ts';
import type { FileWords } from './table/exportRequest.ts';
import { useBatch } from './table/useBatch.ts';
import { useTable } from './table/useTable.ts';
import { ViewsButton } from './table/ViewsButton.tsx';

/**
 * The screen of a catalogue entity: a filtered, paged, sorted list, a record beside it, a form, a batch bar. Columns are
 * the table library's own, filters, form and detail are JSX. It is no configuration language: a new prop needs three
 * screens that want it, otherwise the screen puts the parts of `ui/list` together itself.
 */
export const ResourcePage = <R extends ResourceCalls>(props: {
  of: R;
  /** what one of them is called, in "Add …" */
  noun: string;
  columns: readonly Column<RowOf<R>>[];
  /** a record's name, in headings and questions */
  name: (row: RowOf<R>) => string;
  /** what more tells it from the others, where one is asked before it goes for good */
  details?: (row: RowOf<R>) => string;
  search: string;
  filters?: ReactNode;
  detail: (row: RowOf<R>) => ReactNode;
  form: ReactNode;
  /** the last step between the form and the call: a password leaves the browser sealed */
  prepare?: (values: WriteOf<R>) => Promise<WriteOf<R>>;
  /** what the form of a new record starts with */
  blank: Partial<WriteOf<R>>;
  empty: { title: string; text: string; steps?: readonly string[]; action?: ReactNode };
  /** what deleting these means, in one sentence */
  consequence: (names: string, count: number) => string;
  card?: (row: RowOf<R>) => ReactNode;
  /** what the records themselves allow, beside the operator's buttons; without a record: whether it can be done at all */
  allows?: (action: 'add' | 'update' | 'delete', row?: RowOf<R>) => boolean;
  /** words of coded columns in an exported file */
  words?: FileWords;
}) => {
  const { of, name } = props;
  const { t } = useTranslation('ui');
  const may = useMay();
  const can = (action: 'add' | 'update' | 'delete', row?: RowOf<R>): boolean =>
    may(of[action]) && (props.allows?.(action, row) ?? true);
  const list = useList(of.list);
  const { open, show } = list;
  const batch = useBatch();
  const { rows, total, totalIsAtLeast, error, refresh, freshness, record, recordFailure, changed } = useResource(
    of,
    list,
  );
  const named = (row: RowOf<R>) => ({ id: row.id, name: name(row) });
  const selection = useSelection(rows?.map(named) ?? []);

  const save = async (values: WriteOf<R>): Promise<void> => {
    const ready = props.prepare ? await props.prepare(values) : values;
    if (open.edit !== 'new') {
      await send(of.update, { ...ready, id: open.edit });
      show({ edit: null });
      return changed(t('modified'));
    }
    const { id } = (await send(of.add, ready)) as { id: number };
    // what was made is shown at once: its next steps stand in it
    show({ edit: null, id });
    await changed(t('added'));
  };
  const nameOf = (id: number): string => {
    const row = rows?.find((r) => r.id === id);
    return row ? name(row) : (selection.chosen.get(id) ?? `#${id}`);
  };
  const fullNameOf = (id: number): string => {
    const row = rows?.find((r) => r.id === id);
    return [nameOf(id), row && props.details?.(row)].filter(Boolean).join(' · ');
  };
  const remove = (ids: readonly number[]): Promise<void> =>
    batch.run({
      title: t('deleting'),
      ids,
      act: (part) => send(of.delete, { ids: part }, { quiet: true }),
      done: async (gone) => {
        selection.drop(gone);
        if (open.id !== null && gone.includes(open.id)) show({ id: null });
        await changed(t('deleted'));
      },
      nameOf,
    });
  const [asked, askDelete] = useState<readonly number[]>([]);
  const namesOf = (ids: readonly number[]): string =>
    ids.slice(0, 5).map(fullNameOf).join(', ') + (ids.length > 5 ? ' …' : '');
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

  const menu: Column<RowOf<R>> = {
    title: '',
    key: 'menu',
    width: 48,
    render: (_, row) => (
      <RowMenu
        name={name(row)}
        {...(can('update', row) ? { edit: () => show({ edit: row.id }) } : {})}
        {...(can('delete', row) ? { remove: () => askDelete([row.id]) } : {})}
      />
    ),
  };
  const table = useTable(of.list, can('update') || can('delete') ? [...props.columns, menu] : props.columns);
  const addButton = can('add') ? (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => show({ edit: 'new' })}>
      {t('add', { title: props.noun })}
    </Button>
  ) : null;
  const here = rows?.map((row) => row.id) ?? [];
  const selects = can('delete') || (of.status !== undefined && may(of.status)) || (of.export && may(of.export));
  return (
    <ListFrame
      list={list}
      header={
        <PageHeader
          count={total === undefined ? undefined : t(totalIsAtLeast ? 'totalAtLeast' : 'total', { count: total })}
          actions={
            <>
              <ViewsButton setup={table} />
              {of.export && (
                <ExportButton
                  of={of.export}
                  columns={table.shown}
                  words={props.words}
                  total={totalIsAtLeast ? undefined : total}
                  ids={selection.ids}
                />
              )}
              {addButton}
            </>
          }
        />
      }
      filters={
        <>
          <SearchBox placeholder={props.search} />
          {props.filters}
        </>
      }
      freshness={<Freshness {...freshness} />}
      tools={<ColumnsButton setup={table} />}
      batch={
        <BatchBar
          ids={selection.ids}
          here={here}
          clear={selection.clear}
          more={
            total !== undefined &&
            total > Math.max(selection.ids.length, here.length) && (
              <SelectAll total={total} isAtLeast={totalIsAtLeast} pageAt={pageAt} take={selection.take} />
            )
          }
        >
          {of.status && may(of.status) && <StatusButtons count={selection.ids.length} turn={turn} />}
          {can('delete') && (
            <Button icon={<DeleteOutlined />} onClick={() => askDelete(selection.ids)}>
              {t('delete')}
            </Button>
          )}
        </BatchBar>
      }
      footer={total ? <Pager total={total} isAtLeast={totalIsAtLeast} /> : null}
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
                  {can('delete', record) && <Button onClick={() => askDelete([record.id])}>{t('delete')}…</Button>}
                </>
              )
            }
          >
            {record && props.detail(record)}
          </RecordPanel>
        )
      }
    >
      <DataTable<RowOf<R>>
        rows={rows}
        columns={table}
        failure={error}
        retry={refresh}
        empty={{ action: addButton, ...props.empty }}
        nameOf={name}
        {...(selects ? { selection } : {})}
        {...(props.card ? { card: props.card } : {})}
      />
      <BatchDialog batch={batch} />
      {asked.length > 0 && (
        <DeleteDialog
          count={asked.length}
          consequence={props.consequence(namesOf(asked), asked.length)}
          // many are counted in a dialog of their own
          remove={async () => (asked.length > mostAtOnce ? void remove(asked) : remove(asked))}
          close={() => askDelete([])}
        />
      )}
      {open.edit === 'new' && (
        <RecordForm<WriteOf<R>>
          title={t('add', { title: props.noun })}
          initial={props.blank}
          save={save}
          close={() => show({ edit: null })}
        >
          {props.form}
        </RecordForm>
      )}
      {typeof open.edit === 'number' && (
        <RecordEditor<WriteOf<R>, OutputOf<R['detail']> & { id: number; version: string }>
          key={open.edit}
          detail={of.detail}
          id={open.edit}
          title={(row) => `${t('edit')} ${row ? name(row) : ''}`}
          save={save}
          close={() => show({ edit: null })}
        >
          {props.form}
        </RecordEditor>
      )}
    </ListFrame>
  );
};
