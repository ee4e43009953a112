import { Table, type TableProps } from 'antd';
import type { TableRef } from 'antd/es/table';
import { type ReactNode, type UIEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useKeys } from '../keys.ts';
import { useTheList } from '../list/useList.ts';
import { useMedia } from '../useMedia.ts';
import { WithinLink } from '../withinLink.ts';
import { type Column, idOf, titleOf, usualWidth } from './column.ts';
import { movedBeside } from './columnModel.ts';
import { HeaderCell, type HeaderCellProps } from './HeaderCell.tsx';
import { useRowFocus } from './useRowFocus.ts';
import type { TableSetup } from './useTable.ts';

export interface RowsProps<Row extends { id: number }> {
  rows: Row[];
  columns: readonly Column<Row>[];
  setup: TableSetup<Row> | undefined;
  nameOf: ((row: Row) => string) | undefined;
  selection: { ids: readonly number[]; select: (ids: number[]) => void } | undefined;
  before: ((row: Row) => ReactNode) | undefined;
  opens: boolean;
  onEnd: (() => void) | undefined;
}

/** More rows than this are drawn only where one looks; on paper all are. A page of a counted list never has as many. */
const manyRows = 200;
const selectionWidth = 46;
/** one object for ever: with another one the library builds every cell anew */
const components = { header: { cell: HeaderCell } };

/** The order as the address has it: a column's name, `-` in front for descending. */
const orderOf = (sort: unknown, id: string): 'ascend' | 'descend' | null =>
  sort === id ? 'ascend' : sort === `-${id}` ? 'descend' : null;
const widthOf = (column: { width?: number | string | undefined }): number =>
  typeof column.width === 'number' ? column.width : usualWidth;

/** Height left for rows below the heading. Pixels. */
const useRoom = (wanted: boolean) => {
  const holder = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(400);
  useEffect(() => {
    const box = holder.current;
    if (!wanted || !box) return;
    const measure = (): void => {
      const head = box.querySelector<HTMLElement>('.ant-table-thead')?.offsetHeight ?? 40;
      setRoom(Math.max(120, box.clientHeight - head));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [wanted]);
  return { holder, room };
};

/** A row by what stands in its first column. */
const firstText =
  <Row,>([first]: readonly Column<Row>[]) =>
  (row: Row): string =>
    typeof first?.dataIndex === 'string' ? String(row[first.dataIndex as keyof Row] ?? '') : '';

/** The table itself: headings stay, columns keep to their widths, the keyboard walks the rows. */
export const Rows = <Row extends { id: number }>(props: RowsProps<Row>) => {
  const { rows, columns, setup, nameOf = firstText(columns), selection, before, opens, onEnd } = props;
  const { t } = useTranslation('ui');
  const { query, change, open, show, hrefOf } = useTheList();
  const onPaper = useMedia('print');
  const many = rows.length > manyRows && !onPaper;
  const { holder, room } = useRoom(many);
  const table = useRef<TableRef>(null);
  const [last, setLast] = useState<number | null>(open.id);
  if (open.id !== null && open.id !== last) setLast(open.id);

  const top = useRef(0);
  const scrolled = ({ target }: UIEvent): void => {
    if (!(target instanceof HTMLElement) || target.scrollHeight <= target.clientHeight) return;
    top.current = target.scrollTop;
    if (target.scrollHeight - target.scrollTop - target.clientHeight < target.clientHeight) onEnd?.();
  };
  // a long list is drawn by other means, at the same place
  useLayoutEffect(() => {
    if (many) table.current?.scrollTo({ top: top.current });
  }, [many]);

  const ids = rows.map((row) => row.id);
  const toggle = selection
    ? (id: number) =>
        selection.select(selection.ids.includes(id) ? selection.ids.filter((s) => s !== id) : [...selection.ids, id])
    : undefined;
  const keys = useRowFocus({
    holder,
    ids,
    reveal: (id) => table.current?.scrollTo({ key: id }),
    open: opens ? (id) => show({ id }) : undefined,
    toggle,
  });

  // the edges of the headings hear these (HeaderCell.tsx)
  useKeys(
    t('keys.edge'),
    setup
      ? [
          { keys: ['ArrowLeft', 'ArrowRight', 'Shift+ArrowLeft', 'Shift+ArrowRight'], does: t('keys.width') },
          { keys: ['Home', 'Delete'], does: t('keys.ownWidth') },
        ]
      : [],
  );

  const own = setup?.choices.some((c) => c.width !== undefined) ?? false;
  const lastTitled = columns.findLast((c) => titleOf(c) !== '');
  const shown = columns.map((column, index) => {
    const id = idOf(column);
    const width = widthOf(column);
    const heading: HeaderCellProps = setup
      ? {
          sizing: { title: titleOf(column), width, resize: (to) => setup.resize(id, to) },
          // the first column leads to the record and stays
          ...(index > 0 && {
            moving: {
              id,
              group: column.fixed ? 'pinned' : 'others',
              put: (other, side) => setup.arrange(movedBeside(setup.choices, id, other, side)),
            },
          }),
        }
      : {};
    const made: Column<Row> = {
      ...column,
      width,
      ...(column.sorter ? { sortOrder: orderOf(query.sort, id) } : {}),
      ...(titleOf(column) === '' ? { title: <span className="unseen">{t('actions')}</span> } : {}),
      ...(setup && titleOf(column) !== '' ? { onHeaderCell: () => heading } : {}),
    };
    // once a width is somebody's own, the last column takes what is left over, so that the others stay as they are
    if (own && column === lastTitled) delete made.width;
    if (onPaper) {
      // every column has its place on the sheet: widths of the screen, and what is pinned to its edges, count for nothing
      delete made.width;
      delete made.fixed;
      delete made.ellipsis;
    }
    if (!opens || index > 0) return made;
    // the first column leads to the record: by keyboard too, and in a new window
    const render = column.render;
    made.render = (value: unknown, row: Row, at: number) => (
      <>
        {before?.(row)}
        <Link to={hrefOf(row.id)} tabIndex={-1} onClick={(event) => event.stopPropagation()}>
          <WithinLink value>{render ? (render(value, row, at) as ReactNode) : String(value)}</WithinLink>
        </Link>
      </>
    );
    return made;
  });
  const total = columns.reduce((sum, column) => sum + widthOf(column), selection ? selectionWidth : 0);

  const ordered: TableProps<Row>['onChange'] = (_page, _filters, sorter) => {
    const one = Array.isArray(sorter) ? sorter[0] : sorter;
    const id = one?.column ? idOf(one.column) : undefined;
    change({ sort: one?.order ? `${one.order === 'descend' ? '-' : ''}${id}` : undefined });
  };
  return (
    <div
      className="list-scroll"
      data-opens={opens}
      data-density={setup?.density}
      ref={holder}
      onScrollCapture={scrolled}
      {...keys}
    >
      <Table<Row>
        ref={table}
        rowKey="id"
        dataSource={rows}
        columns={shown}
        components={components}
        pagination={false}
        showSorterTooltip={false}
        tableLayout={onPaper ? 'auto' : 'fixed'}
        virtual={many}
        {...(onPaper ? {} : { scroll: many ? { x: total, y: room } : { x: total } })}
        styles={{ content: { overflow: 'auto' } }}
        onChange={ordered}
        rowClassName={(row) => (row.id === open.id ? 'row-open' : row.id === last ? 'row-last' : '')}
        onRow={(row) => ({
          tabIndex: -1,
          ...(open.id === row.id ? { 'aria-current': true } : {}),
          onClick: (event) => {
            const inControl =
              event.target instanceof Element &&
              event.target.closest('a, button, input, label, .ant-table-selection-column');
            if (opens && !inControl && !window.getSelection()?.toString()) show({ id: row.id });
          },
        })}
        {...(selection
          ? {
              rowSelection: {
                fixed: true,
                columnWidth: selectionWidth,
                selectedRowKeys: [...selection.ids],
                preserveSelectedRowKeys: true,
                onChange: (chosen) => selection.select(chosen.map(Number)),
                getCheckboxProps: (row) => ({ 'aria-label': t('selectRow', { name: nameOf(row) }), tabIndex: -1 }),
              },
            }
          : {})}
      />
    </div>
  );
};
