import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import type { Call, InputOf, OutputOf } from '@plomb/contract/call';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, type TableColumnsType } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../platform/client.ts';
import { useMay } from '../platform/may.ts';
import { said } from '../platform/notices.ts';
import { BatchBar } from './list/BatchBar.tsx';
import { DataTable } from './list/DataTable.tsx';
import { ExportButton, type FileWords } from './list/ExportButton.tsx';
import { Freshness } from './list/Freshness.tsx';
import { ListFrame } from './list/ListFrame.tsx';
import { Pager } from './list/Pager.tsx';
import { RecordForm } from './list/RecordForm.tsx';
import { RecordPanel } from './list/RecordPanel.tsx';
import { SearchBox } from './list/SearchBox.tsx';
import { StatusButtons } from './list/StatusButtons.tsx';
import { useList } from './list/useList.ts';
import { PageHeader } from './PageHeader.tsx';
import { usePage } from './page.ts';

/** The plain calls of a catalogue entity, as `resource()` of the contract makes them; `status` where there is one. */
export interface ResourceCalls {
  list: Call;
  detail: Call;
  add: Call;
  update: Call;
  delete: Call;
  status?: Call;
  export?: Call;
}
export type RowOf<R extends ResourceCalls> = OutputOf<R['detail']> & { id: number };
export type WriteOf<R extends ResourceCalls> = InputOf<R['add']>;

/**
 * The screen of a catalogue entity: a filtered, paged, sorted list, a record beside it, a form, a batch bar. Columns are
 * the table library's own, filters, form and detail are JSX. It is no configuration language: a new prop needs three
 * screens that want it, otherwise the screen puts the parts of `ui/list` together itself.
 */
export const ResourcePage = <R extends ResourceCalls>(props: {
  of: R;
  /** what one of them is called, in "Add …" */
  noun: string;
  columns: TableColumnsType<RowOf<R>>;
  /** a record's name, in headings and questions */
  name: (row: RowOf<R>) => string;
  search: string;
  filters?: ReactNode;
  detail: (row: RowOf<R>) => ReactNode;
  form: ReactNode;
  /** the last step between the form and the call: a password leaves the browser sealed */
  prepare?: (values: WriteOf<R>) => Promise<WriteOf<R>>;
  /** what the form of a new record starts with */
  blank: Partial<WriteOf<R>>;
  empty: { title: string; text: string };
  /** what deleting these means, in one sentence */
  consequence: (names: string, count: number) => string;
  card?: (row: RowOf<R>) => ReactNode;
  /** what the records themselves allow, beside the operator's buttons; without a record: whether it can be done at all */
  allows?: (action: 'add' | 'update' | 'delete', row?: RowOf<R>) => boolean;
  /** words of coded columns in an exported file */
  words?: FileWords;
}) => {
  const { of, columns, name } = props;
  const { t } = useTranslation('ui');
  const { modal } = App.useApp();
  const may = useMay();
  const can = (action: 'add' | 'update' | 'delete', row?: RowOf<R>): boolean =>
    may(of[action]) && (props.allows?.(action, row) ?? true);
  const { active } = usePage();
  const queries = useQueryClient();
  const list = useList(of.list.input);
  const { open, show } = list;
  const [selected, select] = useState<number[]>([]);
  const [paused, pause] = useState(false);
  const [lastId, setLastId] = useState<number | null>(null);
  if (open.id !== null && open.id !== lastId) setLastId(open.id);

  const key = [of.list.path, list.query];
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey: key,
    // said once; while rows stand on the screen a failed refresh shows in their age
    queryFn: async () =>
      (await send(of.list, list.query, { quiet: queries.getQueryData(key) !== undefined })) as {
        rows: RowOf<R>[];
        total: number;
      },
    placeholderData: keepPreviousData,
    refetchInterval: paused || !active ? false : 30_000,
    refetchOnWindowFocus: !paused,
  });
  const rows = data?.rows;
  const opened = rows?.find((row) => row.id === (open.edit === 'new' ? null : (open.edit ?? open.id)));
  const wanted = typeof open.edit === 'number' ? open.edit : open.id;
  const single = useQuery({
    queryKey: [of.detail.path, wanted],
    queryFn: async () => (await send(of.detail, { id: wanted }, { quiet: true })) as RowOf<R>,
    enabled: wanted !== null && rows !== undefined && opened === undefined,
  });
  const record = opened ?? (wanted === null ? undefined : single.data);

  const changed = async (words: string): Promise<void> => {
    said(words);
    await Promise.all([
      queries.invalidateQueries({ queryKey: [of.list.path] }),
      queries.invalidateQueries({ queryKey: [of.detail.path] }),
    ]);
  };
  const save = async (values: WriteOf<R>): Promise<void> => {
    const ready = props.prepare ? await props.prepare(values) : values;
    if (open.edit === 'new') await send(of.add, ready);
    else await send(of.update, { ...ready, id: open.edit });
    show({ edit: null });
    await changed(t(open.edit === 'new' ? 'added' : 'modified'));
  };
  const askDelete = (ids: number[]): void => {
    const names = (rows ?? []).filter((row) => ids.includes(row.id)).map(name);
    modal.confirm({
      title: t('deleteTitle', { count: ids.length }),
      content: props.consequence(
        names.slice(0, 5).join(', ') + (ids.length > names.length || names.length > 5 ? ' …' : ''),
        ids.length,
      ),
      okText: t('delete'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: async () => {
        await send(of.delete, { ids });
        select((now) => now.filter((id) => !ids.includes(id)));
        if (open.id !== null && ids.includes(open.id)) show({ id: null });
        await changed(t('deleted'));
      },
    });
  };

  const addButton = can('add') ? (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => show({ edit: 'new' })}>
      {t('add', { title: props.noun })}
    </Button>
  ) : null;
  const batch = can('delete') || (of.status !== undefined && may(of.status));
  return (
    <ListFrame
      list={list}
      header={
        <PageHeader
          count={data ? t('total', { count: data.total }) : undefined}
          actions={
            <>
              {of.export && <ExportButton of={of.export} columns={columns} words={props.words} />}
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
      freshness={<Freshness at={dataUpdatedAt} paused={paused} pause={pause} />}
      batch={
        <BatchBar ids={selected} here={rows?.map((row) => row.id) ?? []} clear={() => select([])}>
          {of.status && may(of.status) && (
            <StatusButtons of={of.status} ids={selected} done={() => changed(t('modified'))} />
          )}
          {can('delete') && (
            <Button icon={<DeleteOutlined />} onClick={() => askDelete(selected)}>
              {t('delete')}
            </Button>
          )}
        </BatchBar>
      }
      footer={data && data.total > 0 ? <Pager total={data.total} /> : null}
      panel={
        open.id !== null && (
          <RecordPanel
            title={record ? name(record) : ''}
            ids={rows?.map((row) => row.id) ?? []}
            loading={!record}
            failure={record ? null : single.error}
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
        columns={columns}
        failure={error}
        retry={() => void refetch()}
        empty={{ ...props.empty, action: addButton }}
        lastId={lastId}
        {...(batch ? { selection: { ids: selected, select } } : {})}
        {...(props.card ? { card: props.card } : {})}
      />
      {open.edit !== null && (open.edit === 'new' || record) && (
        <RecordForm<WriteOf<R>>
          key={open.edit}
          title={open.edit === 'new' ? t('add', { title: props.noun }) : `${t('edit')} ${record ? name(record) : ''}`}
          initial={open.edit === 'new' ? props.blank : (record as Partial<WriteOf<R>>)}
          save={save}
          close={() => show({ edit: null })}
        >
          {props.form}
        </RecordForm>
      )}
    </ListFrame>
  );
};
