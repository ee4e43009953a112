import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../../platform/answer.ts';
import { useSettings } from '../../../platform/settings.ts';
import { useNumber } from '../../../ui/useNumber.ts';

interface Pages<Row> {
  pages: readonly { rows: readonly Row[] }[];
}

/** What a number counts, one by one, the newest first: as many pages of it as somebody asked for. */
export const Behind = <Row,>({
  query: { data, error, hasNextPage, isFetchingNextPage, fetchNextPage },
  total,
  heads,
  keyOf,
  cells,
}: {
  query: UseInfiniteQueryResult<Pages<Row>>;
  total: number | undefined;
  heads: readonly string[];
  keyOf: (row: Row) => string;
  /** one for each head: whole `td`s */
  cells: (row: Row) => ReactNode;
}) => {
  const { t } = useTranslation('seals');
  const lang = useSettings((s) => s.lang);
  const number = useNumber();
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <section className="stats-panel stats-rows" aria-labelledby="stats-rows" aria-busy={!data && !error}>
      <header>
        <h2 id="stats-rows">
          {total === undefined ? t('stats.rows') : t('stats.rowsBehind', { count: total, n: number(total) })}
        </h2>
      </header>
      {error && !data && <p role="alert">{failureWords(error, lang)}</p>}
      {data && rows.length === 0 && <p className="seal-hint">{t('stats.noRows')}</p>}
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
        <div className="stats-table" tabIndex={0}>
          <table>
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={keyOf(row)}>{cells(row)}</tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('stats.more')}
        </Button>
      )}
    </section>
  );
};
