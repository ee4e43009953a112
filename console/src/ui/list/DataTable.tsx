import { Button, Skeleton, Table, type TableColumnsType, type TableProps } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { failureWords } from '../../platform/answer.ts';
import { useSettings } from '../../platform/settings.ts';
import { phoneQuery, useMedia } from '../useMedia.ts';
import { Blank } from './Blank.tsx';
import { Cards } from './Cards.tsx';
import { useTheList } from './useList.ts';

export interface DataTableProps<Row extends { id: number }> {
  rows: Row[] | undefined;
  columns: TableColumnsType<Row>;
  failure: unknown;
  retry: () => void;
  /** what would stand here, and the first step towards it */
  empty: { title: string; text: string; action?: ReactNode };
  selection?: { ids: number[]; select: (ids: number[]) => void };
  /** the record opened last: a grey bar marks it after its panel is closed */
  lastId?: number | null;
  /** a row as a card, on a phone; else the columns one below the other */
  card?: (row: Row) => ReactNode;
  /** stands in the first column before the link to the record: the fold of a tree */
  before?: (row: Row) => ReactNode;
  /** false: a row has nothing behind it */
  opens?: boolean;
}

/** The order as the address has it: a column's name, `-` in front for descending. */
const orderOf = (sort: unknown, key: unknown): 'ascend' | 'descend' | null =>
  sort === key ? 'ascend' : sort === `-${key}` ? 'descend' : null;
const keyOf = (column: { key?: unknown; dataIndex?: unknown }): unknown => column.key ?? column.dataIndex;

/** Rows as a table, as cards on a phone; a skeleton before the first answer, words when there is none. */
export const DataTable = <Row extends { id: number }>(props: DataTableProps<Row>) => {
  const { rows, columns, failure, empty, selection, lastId, card, before, opens = true } = props;
  const { t } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const { query, filtered, change, reset, open, show, hrefOf } = useTheList();
  const phone = useMedia(phoneQuery);

  if (!rows && failure)
    return (
      <Blank
        kind="failed"
        title={t('failedTitle')}
        text={t('failedText', {
          why: `${failureWords(failure, lang).replace(/[.。]$/, '')}${lang === 'zh' ? '。' : '.'}`,
        })}
      >
        <Button type="primary" onClick={props.retry}>
          {t('retry')}
        </Button>
      </Blank>
    );
  if (!rows) return <Skeleton active title={false} className="list-skeleton" paragraph={{ rows: 9, width: '100%' }} />;
  if (rows.length === 0 && filtered)
    return (
      <Blank kind="filtered" title={t('emptyFiltered')} text={t('emptyFilteredText')}>
        <Button onClick={reset}>{t('reset')}</Button>
      </Blank>
    );
  if (rows.length === 0)
    return (
      <Blank kind="empty" title={empty.title} text={empty.text}>
        {empty.action}
      </Blank>
    );
  if (phone) return <Cards rows={rows} columns={columns} card={card} opens={opens} />;

  // the first column leads to the record: by keyboard too, and in a new window
  const shown = columns.map((column, index) => {
    const sorted = 'sorter' in column && column.sorter ? { sortOrder: orderOf(query.sort, keyOf(column)) } : {};
    if (!opens || index > 0 || !('render' in column || 'dataIndex' in column)) return { ...column, ...sorted };
    const render = column.render;
    return {
      ...column,
      ...sorted,
      render: (value: unknown, row: Row, at: number) => (
        <>
          {before?.(row)}
          <Link to={hrefOf(row.id)} onClick={(event) => event.stopPropagation()}>
            {render ? (render(value, row, at) as ReactNode) : String(value)}
          </Link>
        </>
      ),
    };
  });
  const ordered: TableProps<Row>['onChange'] = (_page, _filters, sorter) => {
    const one = Array.isArray(sorter) ? sorter[0] : sorter;
    const key = one?.column ? keyOf(one.column) : undefined;
    change({ sort: one?.order ? `${one.order === 'descend' ? '-' : ''}${String(key)}` : undefined });
  };
  return (
    <div className="list-scroll" data-opens={opens}>
      <Table<Row>
        rowKey="id"
        dataSource={rows}
        columns={shown}
        pagination={false}
        showSorterTooltip={false}
        onChange={ordered}
        rowClassName={(row) => (row.id === open.id ? 'row-open' : row.id === lastId ? 'row-last' : '')}
        onRow={(row) =>
          opens
            ? {
                onClick: (event) => {
                  const inControl =
                    event.target instanceof Element &&
                    event.target.closest('a, button, input, label, .ant-table-selection-column');
                  if (!inControl && !window.getSelection()?.toString()) show({ id: row.id });
                },
              }
            : {}
        }
        {...(selection
          ? {
              rowSelection: {
                selectedRowKeys: selection.ids,
                preserveSelectedRowKeys: true,
                onChange: (keys) => selection.select(keys.map(Number)),
                getCheckboxProps: () => ({ 'aria-label': t('selectRow') }),
              },
            }
          : {})}
      />
    </div>
  );
};
