import { EditOutlined, PlusOutlined } from '@ant-design/icons';
import type { OutputOf } from '@plomb/contract/kit/call';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { Fragment, type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../platform/client.ts';
import { Fold } from './list/Fold.tsx';
import { ListPage, type ListWords } from './list/ListPage.tsx';
import type { Query } from './list/listQuery.ts';
import { type FormOf, RecordForms } from './list/RecordForms.tsx';
import { RecordPanel } from './list/RecordPanel.tsx';
import type { EditedOf, ResourceCalls, RowOf, WriteOf } from './list/resourceTypes.ts';
import { useList } from './list/useList.ts';
import { type Saving, useSaving } from './list/useSaving.ts';
import { usePage } from './page.ts';
import { useCan } from './ResourcePage.tsx';
import type { Column } from './table/column.ts';
import { useTable } from './table/useTable.ts';
import { type Placed, unfolded, withAbove } from './tree.ts';

type Action = 'add' | 'update' | 'delete';
type AnswerOf<R extends ResourceCalls> = OutputOf<R['list']> & { rows: RowOf<R>[]; total: number };
/** What the server said last, and the tree of it. */
export interface Grown<R extends ResourceCalls, Branch> {
  answer: AnswerOf<R> | undefined;
  tree: readonly Branch[];
}
const none: readonly never[] = [];

/**
 * The screen of records that hang below each other: all are loaded at once and folded here, one stands open beside them.
 */
export const TreePage = <R extends ResourceCalls, Branch extends RowOf<R> & Placed>(
  props: ListWords<Branch> &
    Saving<R> & {
      of: R;
      noun: string;
      /** the answer's rows as a tree, each before those below it */
      grow: (rows: RowOf<R>[]) => Branch[];
      /** finds rows here, by the filters of the address; without it the server is asked to */
      found?: (query: Query) => (row: Branch) => boolean;
      columns: (grown: Grown<R, Branch>) => readonly Column<Branch>[];
      /** columns of a file, where they are others than those in sight */
      files?: readonly Column<Branch>[];
      name: (row: Branch | EditedOf<R>) => string;
      actions?: (grown: Grown<R, Branch>) => ReactNode;
      notice?: (grown: Grown<R, Branch>) => ReactNode;
      detail: (row: Branch, grown: Grown<R, Branch>) => ReactNode;
      form: (record: EditedOf<R> | undefined, tree: readonly Branch[]) => ReactNode;
      /** what the form of a new one starts with; below the open record, if one is */
      blank: (open: Branch | undefined, tree: readonly Branch[]) => Partial<WriteOf<R>>;
      addBelow: string;
      /** the question before one goes for good, and what it means */
      deleting: (row: Branch) => { title: string; consequence: string };
      allows: (action: Action, row: Branch | undefined, answer: AnswerOf<R> | undefined) => boolean;
      /** says what was done, and fetches all that shows it */
      changed: (words: string) => Promise<void>;
    },
) => {
  const { of, noun, grow, found, name, changed } = props;
  const { t } = useTranslation('ui');
  const { modal } = App.useApp();
  const { active } = usePage();
  const list = useList(of.list);
  const { open, show, query, filtered } = list;
  const [folded, fold] = useState<ReadonlySet<number>>(new Set());
  const [paused, pause] = useState(false);
  const asked: Query = found ? {} : query;
  const read = async (what: Query) => (await send(of.list, what, { quiet: true })) as AnswerOf<R>;
  const { data, error, dataUpdatedAt, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [of.list.path, asked],
    queryFn: () => read(asked),
    placeholderData: keepPreviousData,
    refetchInterval: paused || !active ? false : 30_000,
    refetchOnWindowFocus: !paused,
  });
  const tree = useMemo(() => data && grow(data.rows), [data, grow]);
  const grown: Grown<R, Branch> = { answer: data, tree: tree ?? none };
  const can = useCan<R, Branch>(of, (action, row) => props.allows(action, row, data));
  const save = useSaving(of, list, props, changed);

  const rows = tree && (filtered ? (found ? withAbove(tree, found(query)) : tree) : unfolded(tree, folded));
  // what the server's filter leaves out is there all the same
  const isLeftOut = filtered && !found && tree !== undefined && !tree.some((row) => row.id === open.id);
  const whole = useQuery({
    queryKey: [of.list.path, {}],
    queryFn: () => read({}),
    enabled: open.id !== null && isLeftOut,
  });
  const standing = isLeftOut ? whole.data && grow(whole.data.rows) : tree;
  const record = standing?.find((row) => row.id === open.id);
  const parents = (tree ?? none).filter((row) => row.below > 0).map((row) => row.id);
  const toggle = (id: number): void => {
    const next = new Set(folded);
    if (!next.delete(id)) next.add(id);
    fold(next);
  };
  const askDelete = (row: Branch): void => {
    const { title, consequence } = props.deleting(row);
    modal.confirm({
      title,
      content: consequence,
      okText: t('delete'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: async () => {
        if (of.delete) await send(of.delete, { ids: [row.id] });
        show({ id: null });
        await changed(t('deleted'));
      },
    });
  };
  const table = useTable(of.list, props.columns(grown));
  const addButton = can('add') ? (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => show({ edit: 'new' })}>
      {t('add', { title: noun })}
    </Button>
  ) : null;
  const { card } = props;
  const forms: FormOf<R> = {
    noun,
    form: (edited) => props.form(edited, grown.tree),
    blank: props.blank(record, grown.tree),
  };
  return (
    <ListPage<Branch>
      list={list}
      table={table}
      search={props.search}
      filters={
        <>
          {props.filters}
          {parents.length > 1 && !filtered && (
            <Button type="text" onClick={() => fold(new Set(folded.size > 0 ? [] : parents))}>
              {t(folded.size > 0 ? 'unfoldAll' : 'foldAll')}
            </Button>
          )}
        </>
      }
      {...(props.words ? { words: props.words } : {})}
      count={data && t('total', { count: data.total })}
      actions={tree && props.actions?.(grown)}
      file={{ of: of.export, columns: props.files ?? table.shown }}
      add={addButton}
      freshness={{ at: dataUpdatedAt, fetching: isFetching, paused, pause, refresh: () => void refetch() }}
      notice={tree && props.notice?.(grown)}
      rows={rows}
      isOther={isPlaceholderData}
      error={error}
      empty={{ action: addButton, ...props.empty }}
      nameOf={name}
      before={(row) => (
        <Fold
          depth={row.depth}
          name={name(row)}
          folded={row.below === 0 || filtered ? undefined : folded.has(row.id)}
          toggle={() => toggle(row.id)}
        />
      )}
      {...(card
        ? { card: (row: Branch) => <div style={{ paddingInlineStart: row.depth * 16 }}>{card(row)}</div> }
        : {})}
      panel={
        open.id !== null && (
          <RecordPanel
            title={record ? name(record) : ''}
            ids={rows?.map((row) => row.id) ?? []}
            loading={!standing}
            failure={standing ? (record ? null : new Error(t('missingRecord'))) : whole.error}
            footer={
              record && (
                <>
                  {can('update', record) && (
                    <Button type="primary" icon={<EditOutlined />} onClick={() => show({ edit: record.id })}>
                      {t('edit')}
                    </Button>
                  )}
                  {can('add', record) && <Button onClick={() => show({ edit: 'new' })}>{props.addBelow}</Button>}
                  {can('delete', record) && <Button onClick={() => askDelete(record)}>{t('delete')}…</Button>}
                </>
              )
            }
          >
            {record && <Fragment key={record.id}>{props.detail(record, grown)}</Fragment>}
          </RecordPanel>
        )
      }
    >
      {tree && <RecordForms<R> of={of} name={name} save={save} {...forms} />}
    </ListPage>
  );
};
