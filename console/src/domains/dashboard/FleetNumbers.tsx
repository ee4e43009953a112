import type { dashboardCalls } from '@plomb/contract/dashboard/domain';
import type { OutputOf } from '@plomb/contract/kit/call';
import { LockStatus } from '@plomb/contract/lock/codes';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ConnectionSign } from '../../lock/sign/ConnectionSign.tsx';
import { StateSign } from '../../lock/sign/StateSign.tsx';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useSettings } from '../../platform/settings.ts';
import { useNumber } from '../../ui/useNumber.ts';

type Fleet = OutputOf<typeof dashboardCalls.dashboard.fleet>;

/** Lock statuses in the order the fleet is read, with their field. */
const statuses = [
  ['sealedLocked', LockStatus.sealedLocked],
  ['unsealedLocked', LockStatus.unsealedLocked],
  ['unsealedOpen', LockStatus.unsealedOpen],
  ['abnormal', LockStatus.abnormal],
  ['initial', LockStatus.initial],
] as const;

const Figure = (props: { to: string; title: string; count: number; sign?: ReactNode; text: string }) => {
  const number = useNumber();
  return (
    <Link className="figure" to={props.to} data-none={props.count === 0}>
      <span>
        {props.sign}
        {props.title}
      </span>
      <b>{number(props.count)}</b>
      <small>{props.text}</small>
    </Link>
  );
};

/** The fleet in numbers, each of which is the length of the list it opens. */
export const FleetNumbers = ({ fleet, toldSince }: { fleet: Fleet; toldSince: number }) => {
  const { t } = useTranslation('dashboard');
  const lang = useSettings((s) => s.lang);
  const states = useDictionary('msg_ls');
  const connections = useDictionary('connection');
  const { devices, enabled, lock, connection, held, last_known } = fleet;
  const share = (n: number): string =>
    t('share', { percent: devices === 0 ? 0 : Math.round((1000 * n) / devices) / 10 });
  /** how many rest on less than the lock's own fresh word */
  const restOf = (field: (typeof statuses)[number][0]): string[] => {
    const heldOf = field === 'sealedLocked' ? held : 0;
    const lastKnown = field === 'initial' ? 0 : last_known[field];
    const what = [
      heldOf > 0 && t('held', { count: heldOf }),
      lastKnown > 0 && t('lastKnown', { count: lastKnown }),
    ].filter((words) => words !== false);
    const forced = field === 'abnormal' && toldSince > 0 ? [t('toldSince', { count: toldSince })] : [];
    return [...(what.length > 0 ? [t('ofThem', { what: what.join(lang === 'zh' ? '，' : ', ') })] : []), ...forced];
  };
  return (
    <section className="figures" aria-label={t('fleet')}>
      <Figure to="/device" title={t('devices')} count={devices} text={t('enabled', { count: enabled })} />
      {statuses.map(([field, status]) => (
        <Figure
          key={field}
          to={`/device?lock_status=${status}`}
          sign={<StateSign status={status} connection="online" lang={lang} size={17} decorative />}
          title={states.word(status)}
          count={lock[field]}
          text={[share(lock[field]), ...restOf(field)].join(' · ')}
        />
      ))}
      {(['late', 'offline'] as const).map((c) => (
        <Figure
          key={c}
          to={`/device?connection=${c}`}
          sign={<ConnectionSign connection={c} lang={lang} decorative />}
          title={connections.word(c)}
          count={connection[c]}
          text={share(connection[c])}
        />
      ))}
    </section>
  );
};
