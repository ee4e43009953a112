import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureDetails } from '../../platform/answer.ts';
import { useUnsaid } from '../../platform/notices.ts';
import { sentences } from '../../platform/sentences.ts';
import { useSettings } from '../../platform/settings.ts';
import type { Column } from '../table/column.ts';
import { Rows } from '../table/Rows.tsx';
import type { TableSetup } from '../table/useTable.ts';
import { phoneQuery, useMedia } from '../useMedia.ts';
import { Blank } from './Blank.tsx';
import { Cards } from './Cards.tsx';
import { useTheList } from './useList.ts';

export interface DataTableProps<Row extends { id: number }> {
  rows: Row[] | undefined;
  /** as the page has them; with a setup, as the person has them */
  columns: readonly Column<Row>[] | TableSetup<Row>;
  failure: unknown;
  retry: () => void;
  /** what would stand here, and the first step towards it; `filtered`: the way to what the filters leave out */
  empty: { title: string; text: string; steps?: readonly string[]; action?: ReactNode; filtered?: ReactNode };
  /** what a row is called, to who hears the screen */
  nameOf?: (row: Row) => string;
  selection?: { ids: readonly number[]; select: (ids: number[]) => void };
  /** a row as a card, on a phone; else the columns one below the other */
  card?: (row: Row) => ReactNode;
  /** whatever the screen */
  asCards?: boolean;
  /** stands in the first column before the link to the record: the fold of a tree */
  before?: (row: Row) => ReactNode;
  /** false: a row has nothing behind it */
  opens?: boolean;
  /** the end of the rows comes into sight */
  onEnd?: () => void;
}

/** Rows as a table, as cards on a phone; a skeleton before the first answer, words when there is none. */
export const DataTable = <Row extends { id: number }>(props: DataTableProps<Row>) => {
  const { rows, failure, empty, nameOf, selection, card, before, opens = true, onEnd } = props;
  const { t } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const { filtered, reset } = useTheList();
  const phone = useMedia(phoneQuery);
  const why = useUnsaid(failure ? failureDetails(failure, lang) : '');
  const setup = 'shown' in props.columns ? props.columns : undefined;
  const columns = 'shown' in props.columns ? props.columns.shown : props.columns;

  if (!rows && failure)
    return (
      <Blank kind="failed" title={t('failedTitle')} text={sentences(lang, why, t('failedText'))}>
        <Button type="primary" onClick={props.retry}>
          {t('retry')}
        </Button>
      </Blank>
    );
  if (!rows) return <Skeleton active title={false} className="list-skeleton" paragraph={{ rows: 9, width: '100%' }} />;
  if (rows.length === 0 && filtered)
    return (
      <Blank kind="filtered" title={t('emptyFiltered')} text={t('emptyFilteredText')}>
        {empty.filtered}
        <Button onClick={reset}>{t('reset')}</Button>
      </Blank>
    );
  if (rows.length === 0)
    return (
      <Blank kind="empty" title={empty.title} text={empty.text} steps={empty.steps ?? []}>
        {empty.action}
      </Blank>
    );
  if (phone || props.asCards)
    return <Cards rows={rows} columns={columns} card={card} acts={props.asCards ?? false} opens={opens} />;
  return <Rows {...{ rows, columns, setup, nameOf, selection, before, opens, onEnd }} />;
};
