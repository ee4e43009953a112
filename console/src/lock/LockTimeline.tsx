import type { LockFamily } from '@plomb/contract/lock/codes';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EntryRow } from './EntryRow.tsx';
import type { History } from './history.ts';
import { mergeTimeline } from './timeline.ts';

/** How many stand there before anyone asks for all. */
const few = 6;

/** Everything that happened with the lock, newest first: its own events, commands and alarms on one line of time. */
export const LockTimeline = ({ history, family }: { history: History; family: LockFamily }) => {
  const { t } = useTranslation('lock');
  const [open, setOpen] = useState(false);
  const { entries, wants } = mergeTimeline(history.sources);
  const shown = open ? entries : entries.slice(0, few);
  const more = entries.length > few || wants.length > 0;
  return (
    <section className="lock-events">
      <header>
        <h3>{t('events.title')}</h3>
        {more && (
          <Button type="link" size="small" onClick={() => setOpen(!open)} aria-expanded={open}>
            {t(open ? 'events.less' : 'events.all')}
          </Button>
        )}
      </header>
      {history.failed && (
        <p className="lock-events-failed" role="alert">
          {t('events.failed')}
          <Button type="link" size="small" onClick={history.retry}>
            {t('events.retry')}
          </Button>
        </p>
      )}
      {history.loading && !history.failed ? (
        <Skeleton active title={false} paragraph={{ rows: 4 }} />
      ) : (
        <ol>
          {shown.map((entry) => (
            <EntryRow key={entry.key} entry={entry} family={family} />
          ))}
        </ol>
      )}
      {!history.loading && !history.failed && entries.length === 0 && wants.length === 0 && (
        <p className="lock-quiet">{t('events.none')}</p>
      )}
      {open && wants.length > 0 && (
        <Button block size="small" loading={history.fetchingOlder} onClick={() => history.fetchOlder(wants)}>
          {t('events.more')}
        </Button>
      )}
    </section>
  );
};
