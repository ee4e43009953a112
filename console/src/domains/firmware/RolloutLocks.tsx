import { firmwareCalls } from '@plomb/contract/firmware/domain';
import type { FirmwareIssue } from '@plomb/contract/firmware/issues';
import type { RolloutDetail } from '@plomb/contract/firmware/rollouts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DeviceLink } from '../../lock/DeviceLink.tsx';
import { send } from '../../platform/client.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Serial } from '../../ui/Serial.tsx';
import { Why } from './IssuesPage.tsx';

const { list } = firmwareCalls.firmwareIssues;
const SIZE = 20;

/** The locks of the wave under way, one by one. */
export const RolloutLocks = ({ one }: { one: RolloutDetail }) => {
  const { t } = useTranslation('firmware');
  const { data } = useQuery({
    // asked anew whenever the counts above say something else
    queryKey: [list.path, 'rollout', one.id, one.wave, one.counts],
    queryFn: () => send(list, { rollout_id: one.id, wave: one.wave, size: SIZE }, { quiet: true }),
    placeholderData: keepPreviousData,
  });
  const title = t('under.locks', {
    wave: one.wave === 0 ? t('rollout.canary') : t('rollout.wave', { wave: one.wave }),
  });
  if (!data || data.rows.length === 0) return null;
  return (
    <section className="work-block" aria-label={title}>
      <h2>{title}</h2>
      <ul className="firmware-locks">
        {data.rows.map((row) => (
          <li key={row.id}>
            <DeviceLink id={row.device_id}>
              <Serial value={row.sn} />
            </DeviceLink>
            <DictTag code="issue_state" value={row.issue_status} />
            <span>
              <Why one={row} />
            </span>
            <Versions row={row} />
            <span>{row.end_time && clockTime(row.end_time)}</span>
          </li>
        ))}
      </ul>
      {data.more && <Link to={`/firmwareIssue?rollout_id=${one.id}`}>{t('under.all')}</Link>}
    </section>
  );
};

const Versions = ({ row }: { row: FirmwareIssue }) => {
  const { t } = useTranslation('firmware');
  const now = row.told_version || (row.issue_status === 'success' ? row.firmware_version : '');
  return (
    <span className="mono">
      {row.former_version || t('issue.unknown')}
      {now !== '' && ` → ${now}`}
    </span>
  );
};
