import type { InputOf } from '@plomb/contract/kit/call';
import { logisticsCalls } from '@plomb/contract/logistics/domain';
import { sealCalls } from '@plomb/contract/seals/domain';
import type { FigureRow } from '@plomb/contract/seals/figures';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DeviceLink } from '../../../lock/DeviceLink.tsx';
import { PlaceWords } from '../../../lock/PlaceWords.tsx';
import { send } from '../../../platform/client.ts';
import { useDictionary } from '../../../platform/dictionaries.ts';
import { useMay } from '../../../platform/may.ts';
import { clockTime } from '../../../platform/time.ts';
import { useNumber } from '../../../ui/useNumber.ts';
import { Behind } from './Behind.tsx';

const { sealFigures, qrOperations, nfcOperations, rfidOperations } = sealCalls;
type Asked = Omit<InputOf<typeof sealFigures.rows>, 'before'>;
const lists = { qr: qrOperations, nfc: nfcOperations, rfid: rfidOperations } as const;
const pages = { qr: 'qrOperation', nfc: 'nfcUse', rfid: 'rfidUse' } as const;

/** The patrols or openings that a number counts; each opens where it is kept. */
export const FiguresBehind = ({ asked, total }: { asked: Asked; total: number | undefined }) => {
  const { t } = useTranslation('seals');
  const may = useMay();
  const number = useNumber();
  const words = useDictionary('figure_series');
  const query = useInfiniteQuery({
    queryKey: [sealFigures.rows.path, asked],
    queryFn: ({ pageParam }) =>
      send(sealFigures.rows, { ...asked, ...(pageParam && { before: pageParam }) }, { quiet: true }),
    initialPageParam: null as { at: string; id: string } | null,
    getNextPageParam: ({ rows, more }) => {
      const last = rows.at(-1);
      return more && last ? { at: last.at, id: last.id } : null;
    },
    placeholderData: (before) => before,
  });
  const batch = ({ batch_id, serial }: FigureRow): ReactNode =>
    batch_id !== null && may(logisticsCalls.logisticsBatches.list) ? (
      <Link to={`/logisticsBatch/${batch_id}`}>{serial}</Link>
    ) : (
      serial || '–'
    );
  const what = ({ device_id, medium, operation_id, number: text }: FigureRow): ReactNode => {
    if (medium && operation_id !== null && may(lists[medium].list))
      return <Link to={`/${pages[medium]}?id=${operation_id}`}>{text}</Link>;
    return <DeviceLink id={device_id}>{text || '–'}</DeviceLink>;
  };
  const reasons = useDictionary('journey_reason');
  const isPatrols = asked.view === 'patrols';
  const isJourneys = asked.view === 'journeys';
  const [at, by, org] = [
    t(isJourneys ? 'stats.ended' : isPatrols ? 'stats.due' : 'operation.at'),
    t('operation.by'),
    t('stats.org'),
  ];
  return (
    <Behind
      {...{ query, total }}
      keyOf={({ id }) => id}
      heads={
        isJourneys
          ? [
              at,
              t('stats.batch'),
              t('stats.plate'),
              t('stats.carrier'),
              t('stats.verdict'),
              t('stats.against'),
              t('stats.owner'),
              org,
            ]
          : isPatrols
            ? [at, t('stats.batch'), t('stats.plate'), t('stats.stop'), t('stats.result'), t('stats.seen'), by, org]
            : [at, t('number'), t('stats.type'), t('operation.object'), t('stats.batch'), by, t('operation.place'), org]
      }
      cells={(one) => (
        <>
          <td>{clockTime(one.at)}</td>
          {isJourneys ? (
            <>
              <td className="mono">{batch(one)}</td>
              <td>{one.number}</td>
              <td>{one.object}</td>
              <td className={one.series === 'breached' ? 'seal-wrong' : undefined}>{words.word(one.series)}</td>
              <td>{one.reasons.map((code) => reasons.word(code)).join(' · ') || '–'}</td>
            </>
          ) : isPatrols ? (
            <>
              <td className="mono">{batch(one)}</td>
              <td>{one.number}</td>
              <td>{one.object}</td>
              <td className={one.series === 'missed' ? 'seal-wrong' : undefined}>
                {[
                  words.word(one.series),
                  one.done_at &&
                    (one.series === 'missed'
                      ? t('stats.inPart', { time: clockTime(one.done_at) })
                      : clockTime(one.done_at)),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </td>
              <td>
                {one.seals === 0
                  ? t('stats.noSeals')
                  : t('stats.seenOf', { seen: number(one.seen ?? 0), seals: number(one.seals ?? 0) })}
              </td>
            </>
          ) : (
            <>
              <td className="mono">{what(one)}</td>
              <td className="seal-wrong">{words.word(one.series)}</td>
              <td>{one.object}</td>
              <td className="mono">{batch(one)}</td>
            </>
          )}
          <td>{one.oper_name || '–'}</td>
          {!isPatrols && !isJourneys && (
            <td>{one.lat === null || one.lon === null ? '–' : <PlaceWords lon={one.lon} lat={one.lat} />}</td>
          )}
          <td>{one.org_name}</td>
        </>
      )}
    />
  );
};
