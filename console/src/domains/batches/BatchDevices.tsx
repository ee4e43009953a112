import type { BatchDetail, BatchDevice, BatchOutcome } from '@plomb/contract/batches/batches';
import { batchCalls } from '@plomb/contract/batches/domain';
import { orderCalls } from '@plomb/contract/orders/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Pagination } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DeviceLink } from '../../lock/DeviceLink.tsx';
import { OutcomeWord, useOutcomeWord } from '../../lock/OutcomeWord.tsx';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { Serial } from '../../ui/Serial.tsx';
import { phoneQuery, useMedia } from '../../ui/useMedia.ts';

const { devices } = batchCalls.batches;
const SIZE = 20;

/** The devices of a batch, and what became of each. */
export const BatchDevices = ({ one, outcome }: { one: BatchDetail; outcome: BatchOutcome | undefined }) => {
  const { t } = useTranslation('batches');
  const lang = useSettings((s) => s.lang);
  const word = useOutcomeWord();
  const phone = useMedia(phoneQuery);
  const [page, setPage] = useState(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: others are shown, from their first page on
  useEffect(() => setPage(1), [outcome]);
  const { data, error } = useQuery({
    // asked anew whenever the counts above say something else, and never with older words below them
    queryKey: [devices.path, one.id, outcome, page, lang, one.state, one.outcomes],
    queryFn: () => send(devices, { id: one.id, page, size: SIZE, ...(outcome ? { outcome } : {}) }, { quiet: true }),
    placeholderData: keepPreviousData,
  });
  const title = outcome ? t('table.only', { what: word(outcome) }) : t('table.title');
  return (
    <section className="work-block" aria-label={title}>
      <h2>{title}</h2>
      {error && !data && <Alert type="error" showIcon title={failureWords(error, lang)} />}
      {data && phone && (
        <ul className="batch-cards">
          {data.rows.map((row) => (
            <DeviceCard key={row.device_id} row={row} isDraft={one.state === 'draft'} />
          ))}
        </ul>
      )}
      {data && !phone && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
        <div className="batch-scroll" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('table.serial')}</th>
                <th scope="col">{t('table.name')}</th>
                <th scope="col">{t('table.outcome')}</th>
                <th scope="col">{t('table.why')}</th>
                <th scope="col">{t('table.at')}</th>
              </tr>
            </thead>
            <tbody>
              {data.rows.map((row) => (
                <DeviceRow key={row.device_id} row={row} isDraft={one.state === 'draft'} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data && data.total > SIZE && (
        <Pagination
          size="small"
          current={page}
          pageSize={SIZE}
          total={data.total}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </section>
  );
};

interface Props {
  row: BatchDevice;
  isDraft: boolean;
}

const SerialOf = ({ row }: { row: BatchDevice }) => (
  <DeviceLink id={row.device_id}>
    <Serial value={row.sn} />
  </DeviceLink>
);
const nameOf = (row: BatchDevice): string => [row.subject, row.device_name].filter(Boolean).join(' · ');
const Outcome = ({ row, isDraft }: Props) => {
  const { t } = useTranslation('batches');
  return isDraft && row.outcome === 'ready' ? t('preview.takes') : <OutcomeWord outcome={row.outcome} />;
};
const Why = ({ row }: { row: BatchDevice }) => {
  const { t } = useTranslation('batches');
  const causes = useDictionary('reply_cause');
  const may = useMay();
  return (
    <>
      {row.refusal || (row.cause ? causes.word(row.cause) : '')}
      {row.attempt > 1 && ` ${t('table.attempts', { count: row.attempt })}`}
      {row.command_id !== null && may(orderCalls.orderQueue.detail) && (
        <>
          {' '}
          <Link to={`/order?id=${row.command_id}`}>{t('table.order')}</Link>
        </>
      )}
    </>
  );
};
const timeOf = ({ finish_time, sent_time }: BatchDevice): string => {
  const time = finish_time ?? sent_time;
  return time === null ? '' : clockTime(time);
};

const DeviceRow = ({ row, isDraft }: Props) => (
  <tr>
    <th scope="row">
      <SerialOf row={row} />
    </th>
    <td>{nameOf(row)}</td>
    <td>
      <Outcome row={row} isDraft={isDraft} />
    </td>
    <td>
      <Why row={row} />
    </td>
    <td>{timeOf(row)}</td>
  </tr>
);

/** A device on a phone: which, what became of it and why. */
const DeviceCard = ({ row, isDraft }: Props) => (
  <li className="card">
    <p>
      <b>
        <SerialOf row={row} />
      </b>
      <Outcome row={row} isDraft={isDraft} />
    </p>
    <p>{nameOf(row)}</p>
    <p>
      <Why row={row} />
    </p>
    <p>{timeOf(row)}</p>
  </li>
);
