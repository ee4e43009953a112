import {
  AuditOutlined,
  CheckCircleOutlined,
  EyeOutlined,
  InboxOutlined,
  SafetyOutlined,
  ToolOutlined,
} from '@ant-design/icons';
import { meteringCalls } from '@plomb/contract/metering/domain';
import { type HistoryKind, historyKinds, type MeterMoment } from '@plomb/contract/metering/meters';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shortTime } from '../../lock/shortTime.ts';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime, useNow } from '../../platform/time.ts';
import { usePage } from '../../ui/page.ts';
import { Shots } from './signs.tsx';

const { history } = meteringCalls.meters;
const signs = {
  seal: SafetyOutlined,
  inspection: EyeOutlined,
  work: ToolOutlined,
  verification: AuditOutlined,
  meter: InboxOutlined,
} as const satisfies Record<HistoryKind, unknown>;

/** All that ever was with a meter, or what is of one kind, and as of when. */
export const useHistory = (id: number) => {
  const { active } = usePage();
  const [kind, choose] = useState<HistoryKind | null>(null);
  const { dataUpdatedAt, ...query } = useInfiniteQuery({
    queryKey: [history.path, id, kind],
    initialPageParam: null as Pick<MeterMoment, 'at' | 'kind' | 'id' | 'what'> | null,
    queryFn: ({ pageParam }) =>
      send(history, { id, ...(kind && { kind }), ...(pageParam && { before: pageParam }) }, { quiet: true }),
    getNextPageParam: ({ rows, more }) => {
      const last = rows.at(-1);
      return more && last ? { at: last.at, kind: last.kind, id: last.id, what: last.what } : undefined;
    },
    refetchInterval: active ? 15_000 : false,
  });
  return { ...query, kind, choose, at: dataUpdatedAt };
};

/** It on one line of time. */
export const MeterHistory = ({ of }: { of: ReturnType<typeof useHistory> }) => {
  const { t } = useTranslation('metering');
  const lang = useSettings((s) => s.lang);
  const kinds = useDictionary('meter_history');
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage, kind, choose } = of;
  const rows = data?.pages.flatMap((page) => page.rows);
  return (
    <section className="meter-pane meter-history" aria-labelledby="meter-history">
      <header>
        <h2 id="meter-history">{t('page.history')}</h2>
        <div className="meter-kinds">
          {([null, ...historyKinds] as const).map((one) => (
            <button key={one ?? 'all'} type="button" aria-pressed={kind === one} onClick={() => choose(one)}>
              {one === null ? t('page.all') : kinds.word(one)}
            </button>
          ))}
        </div>
      </header>
      {error && !rows && <p role="alert">{failureWords(error, lang)}</p>}
      {!rows && !error && <Skeleton active paragraph={{ rows: 6 }} />}
      {rows?.length === 0 && <p>{t('page.historyEmpty')}</p>}
      <ol className="meter-line">
        {rows?.map((moment) => (
          <Moment key={`${moment.kind} ${moment.id} ${moment.what}`} of={moment} />
        ))}
      </ol>
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('page.moreHistory')}
        </Button>
      )}
    </section>
  );
};

const Moment = ({ of }: { of: MeterMoment }) => {
  const { t } = useTranslation('metering');
  const now = useNow();
  const Sign = of.kind === 'work' && of.what === 'closed' ? CheckCircleOutlined : signs[of.kind];
  const told = [
    of.point,
    of.kind === 'seal' || of.kind === 'meter' ? of.name : '',
    of.kind === 'verification' ? of.name : '',
    of.oper_name,
    of.beside && t('besideWas', { name: of.beside }),
    of.text,
  ].filter(Boolean);
  return (
    <li className="meter-moment" data-good={of.good}>
      <time dateTime={of.at} title={clockTime(of.at)}>
        {shortTime(of.at, now)}
      </time>
      <span className="meter-sign" data-sealed={of.kind === 'seal' && (of.what === '0' || of.what === '1')}>
        <Sign aria-hidden />
      </span>
      <div>
        <b data-good={of.good}>{t(`moment.${of.kind} ${of.what}` as 'moment.work opened', { name: of.name })}</b>{' '}
        {of.kind === 'work' && <code className="meter-order">{of.name}</code>}
        <p className="meter-told">{told.join(' · ')}</p>
        <Shots photos={of.photos} />
      </div>
    </li>
  );
};
