import { errors } from '@plomb/contract/errors';
import type { InputOf } from '@plomb/contract/kit/call';
import { sealCalls } from '@plomb/contract/seals/domain';
import type { TallyRow } from '@plomb/contract/seals/statistics';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PlaceWords } from '../../../lock/PlaceWords.tsx';
import { send } from '../../../platform/client.ts';
import { useDictionary } from '../../../platform/dictionaries.ts';
import { useMay } from '../../../platform/may.ts';
import { useSettings } from '../../../platform/settings.ts';
import { clockTime } from '../../../platform/time.ts';
import { Behind } from './Behind.tsx';
import { useWhat } from './useWhat.ts';

const { sealStatistics, qrOperations, nfcOperations, rfidOperations, rfidRecords } = sealCalls;
type Asked = Omit<InputOf<typeof sealStatistics.rows>, 'before'>;
const lists = { qr: qrOperations, nfc: nfcOperations, rfid: rfidOperations, reader: rfidRecords } as const;
const pages = { qr: 'qrOperation', nfc: 'nfcUse', rfid: 'rfidUse', reader: 'rfidRecord' } as const;

/** What a number counts, one by one, the newest first; each opens where it is kept. */
export const RowsBehind = ({ asked, total }: { asked: Asked; total: number | undefined }) => {
  const { t } = useTranslation('seals');
  const lang = useSettings((s) => s.lang);
  const may = useMay();
  const what = useWhat();
  const outcomes = useDictionary('tally_outcome');
  const causes = useDictionary('rfid_cause');
  const query = useInfiniteQuery({
    queryKey: [sealStatistics.rows.path, asked],
    queryFn: ({ pageParam }) =>
      send(sealStatistics.rows, { ...asked, ...(pageParam && { before: pageParam }) }, { quiet: true }),
    initialPageParam: null as { at: string; source: TallyRow['source']; id: number } | null,
    getNextPageParam: ({ rows, more }) => {
      const last = rows.at(-1);
      return more && last ? { at: last.at, source: last.source, id: last.id } : null;
    },
    placeholderData: (before) => before,
  });
  const why = ({ refusal }: TallyRow): string =>
    refusal === null ? '' : (errors[refusal as keyof typeof errors]?.[lang] ?? causes.word(refusal));
  return (
    <Behind
      {...{ query, total }}
      keyOf={(one) => `${one.source} ${one.id}`}
      heads={[
        ...[t('operation.at'), t('number'), t('stats.type'), t('stats.result'), t('operation.object')],
        ...[t('operation.by'), t('operation.place')],
      ]}
      cells={(one) => (
        <>
          <td>{clockTime(one.at)}</td>
          <td className="mono">
            {may(lists[one.source].list) ? (
              <Link to={`/${pages[one.source]}?id=${one.id}`}>{one.number}</Link>
            ) : (
              one.number
            )}
          </td>
          <td>{what(one.source, one.what)}</td>
          <td className={one.outcome === 'done' ? 'stats-result' : 'stats-result seal-wrong'}>
            {[outcomes.word(one.outcome), why(one)].filter(Boolean).join(': ')}
          </td>
          <td>{one.object}</td>
          <td>{one.oper_name}</td>
          <td>
            {one.reader || (one.lat === null || one.lon === null ? '–' : <PlaceWords lon={one.lon} lat={one.lat} />)}
          </td>
        </>
      )}
    />
  );
};
