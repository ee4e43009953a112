import type { dashboardCalls } from '@plomb/contract/dashboard/domain';
import type { OutputOf } from '@plomb/contract/kit/call';
import { messageCalls } from '@plomb/contract/messages/domain';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { duration, useNow } from '../../platform/time.ts';
import { useNumber } from '../../ui/useNumber.ts';

type HealthFacts = NonNullable<OutputOf<typeof dashboardCalls.dashboard.health>>;

/** Mail that is due waits no longer than a turn of who sends it; what waits longer is stuck. */
const STUCK_MS = 60_000;
const GIGABYTE = 1e9;

/** How the product itself fares. What is amiss says so in a word. */
export const Health = ({ health }: { health: HealthFacts }) => {
  const { t } = useTranslation('dashboard');
  const lang = useSettings((s) => s.lang);
  const number = useNumber();
  const now = useNow();
  const may = useMay();
  const { processes, connected, reports_waiting, database_ms, database_bytes, messages, jobs } = health;
  const stuck = messages.due_time !== null && now - Date.parse(messages.due_time) > STUCK_MS;
  const mail = [
    messages.waiting === 0 ? t('health.noneWaiting') : t('health.waiting', { count: messages.waiting }),
    ...(stuck ? [t('health.since', { age: duration(messages.due_time ?? '', now, lang) })] : []),
    ...(messages.failed > 0 ? [t('health.failed', { count: messages.failed })] : []),
  ].join(' · ');
  const size =
    database_bytes >= GIGABYTE
      ? `${number(Math.round(database_bytes / 1e8) / 10)} GB`
      : `${number(Math.ceil(database_bytes / 1e6))} MB`;
  const rows = (['gateway', 'ingest', 'jobs'] as const).map((role) => ({
    key: role,
    name: t(`health.${role}`),
    amiss: processes[role] === 0,
    text: [
      processes[role] === 0 ? t('health.nobody') : t('health.running', { count: processes[role] }),
      ...(role === 'gateway' ? [t('health.connected', { count: connected })] : []),
      ...(role === 'ingest' && reports_waiting !== null ? [t('health.reports', { count: reports_waiting })] : []),
      ...(role === 'jobs' ? [t('health.jobsOpen', { count: jobs })] : []),
    ].join(' · '),
  }));
  return (
    <section className="panel" aria-label={t('health.title')}>
      <header>
        <h2>{t('health.title')}</h2>
      </header>
      <dl className="health">
        {rows.map(({ key, name, amiss, text }) => (
          <div key={key} data-amiss={amiss}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        <div>
          <dt>{t('health.database')}</dt>
          <dd>
            {t('health.answers', { ms: number(Math.max(1, Math.round(database_ms))) })} · {size}
          </dd>
        </div>
        <div data-amiss={stuck || messages.failed > 0}>
          <dt>{t('health.messages')}</dt>
          <dd>{may(messageCalls.messages.list) ? <Link to="/message">{mail}</Link> : mail}</dd>
        </div>
      </dl>
    </section>
  );
};
