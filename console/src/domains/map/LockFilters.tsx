import { SearchOutlined } from '@ant-design/icons';
import { LockStatus } from '@plomb/contract/lock/codes';
import type { Connection } from '@plomb/contract/lock/connection';
import { bySeverity } from '@plomb/contract/lock/signs';
import type { Counts } from '@plomb/contract/map/fleetFilter';
import { Input, type InputRef } from 'antd';
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shortTime } from '../../lock/shortTime.ts';
import { ConnectionSign } from '../../lock/sign/ConnectionSign.tsx';
import { StateSign, stateWord } from '../../lock/sign/StateSign.tsx';
import { shortCount } from '../../map/markIndex.ts';
import { serverNow } from '../../platform/clock.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useDeafSince } from '../../platform/network.ts';
import { useSettings } from '../../platform/settings.ts';
import { useKeysHere } from '../../ui/keys.ts';
import { type LockFilter, toggled } from './lockFilter.ts';

/** Stands for a figure that was never loaded. */
const unknown = '–';
/** Room for four digits; of more the whole figure is in the title. */
const ROOM = 10_000;
const narrow = (count: number | undefined): string | number =>
  count === undefined ? unknown : count < ROOM ? count : shortCount(count);

const unreachable = ['sleeping', 'late', 'offline'] as const satisfies Connection[];

interface Props {
  filter: LockFilter;
  /** null: not known; a zero would be a claim */
  counts: Counts | null;
  /** they are of what is in view */
  viewOnly: boolean;
  /** more locks are on their way: they are of those that came */
  coming: boolean;
  change: (part: Partial<LockFilter>) => void;
  search: Ref<InputRef>;
  /** Enter in the search, with what stands in it; another letter; and the arrow down out of it */
  onEnter: (text: string) => void;
  onType: () => void;
  onDown: () => void;
  /** what was found beside locks */
  found: ReactNode;
}

/** Milliseconds after which what is typed is searched for. */
const PAUSE = 150;

/**
 * What is typed stays here until the typing pauses, and while a Chinese word is being put together, so that no letter is
 * taken back by an older search. Enter does not wait.
 */
const Search = ({
  filter,
  change,
  search,
  onEnter,
  onType,
  onDown,
}: Omit<Props, 'counts' | 'viewOnly' | 'coming' | 'found'>) => {
  const { t } = useTranslation('map');
  const [typed, setTyped] = useState<string | null>(null);
  const composing = useRef(false);
  const text = typed ?? filter.text;
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => {
      if (!composing.current) change({ text: typed });
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [typed, change]);
  // what was searched for is in the address now: another address means another text
  useEffect(() => setTyped((now) => (now === filter.text ? null : now)), [filter.text]);
  const leaving = (there: () => void) => (): void => {
    if (typed !== null) change({ text: typed });
    there();
  };
  const onKeyDown = useKeysHere(t('keys.search'), [
    { keys: ['Enter'], does: t('keys.first'), press: leaving(() => onEnter(text)) },
    { keys: ['ArrowDown'], does: t('keys.down'), press: leaving(onDown) },
    ...(text === ''
      ? []
      : [
          {
            keys: ['Escape'],
            does: t('keys.empty'),
            press: () => {
              // empty at once, for the next Escape closes the lock; the address follows
              setTyped('');
              change({ text: '' });
            },
          },
        ]),
  ]);
  return (
    <Input
      ref={search}
      allowClear
      prefix={<SearchOutlined />}
      suffix={text === '' && <kbd className="search-key">/</kbd>}
      value={text}
      placeholder={t('search')}
      aria-label={t('search')}
      aria-keyshortcuts="/"
      onCompositionStart={() => {
        composing.current = true;
      }}
      onCompositionEnd={(e) => {
        composing.current = false;
        setTyped(e.currentTarget.value);
      }}
      onChange={(e) => {
        onType();
        setTyped(e.target.value);
      }}
      onKeyDown={onKeyDown}
    />
  );
};

/** Search, the five states with their counts, and the connections that are not plainly online. */
export const LockFilters = ({ counts, viewOnly, coming, found, ...props }: Props) => {
  const { filter, change } = props;
  const { t } = useTranslation('map');
  const lang = useSettings((s) => s.lang);
  const deaf = useDeafSince();
  const states = useDictionary('msg_ls');
  const connections = useDictionary('connection');
  /** how many of the sealed rest on less than the lock's own fresh word */
  const rest = ({ held, stale }: Counts): string[] =>
    [
      held > 0 && t('held', { count: held }),
      stale[LockStatus.sealedLocked] > 0 && t('lastKnown', { count: stale[LockStatus.sealedLocked] }),
    ].filter((words) => words !== false);
  const isSought = filter.text !== '';
  const among = isSought && viewOnly ? 'both' : isSought ? 'search' : viewOnly ? 'view' : null;
  return (
    <div className="lock-filters" data-among={among !== null || coming} data-deaf={deaf !== null}>
      <Search {...props} />
      {found}
      {deaf !== null && (
        <p className="counts-of-search">
          {t('figuresAsOf', { time: shortTime(new Date(deaf).toISOString(), serverNow()) })}
        </p>
      )}
      {/* a zero here would read as one of the whole fleet */}
      {coming && <p className="counts-of-search">{t('countsSoFar')}</p>}
      {among !== null && <p className="counts-of-search">{t(`countsAmong.${among}`)}</p>}
      <fieldset className="state-bar">
        <legend className="unseen">{t('states')}</legend>
        {bySeverity.map((status) => (
          <button
            key={status}
            type="button"
            aria-pressed={filter.statuses.includes(status)}
            data-empty={!counts?.statuses[status]}
            title={
              (counts?.statuses[status] ?? 0) < ROOM
                ? status === LockStatus.abnormal
                  ? t('abnormalTip', { word: states.word(status) })
                  : states.word(status)
                : `${states.word(status)}: ${counts?.statuses[status].toLocaleString(lang)}`
            }
            onClick={() => change({ statuses: toggled(filter.statuses, status) })}
          >
            <span>
              <StateSign status={status} lang={lang} size={17} decorative />
              <b>{narrow(counts?.statuses[status])}</b>
            </span>
            {stateWord(states, status, lang, true)}
          </button>
        ))}
      </fieldset>
      {counts !== null && rest(counts).length > 0 && (
        <p className="counts-of-search">{t('ofSealed', { what: rest(counts).join(lang === 'zh' ? '，' : ', ') })}</p>
      )}
      <fieldset className="connection-chips">
        <legend className="unseen">{t('connections')}</legend>
        <button
          type="button"
          className="alarm-chip"
          aria-pressed={filter.alarm}
          data-empty={!counts?.alarm}
          onClick={() => change({ alarm: !filter.alarm })}
        >
          {t('inAlarm')}
          <b>{counts?.alarm ?? unknown}</b>
        </button>
        {unreachable.map((connection) => (
          <button
            key={connection}
            type="button"
            aria-pressed={filter.connections.includes(connection)}
            onClick={() => change({ connections: toggled(filter.connections, connection) })}
          >
            <ConnectionSign connection={connection} lang={lang} size={13} decorative />
            {connections.word(connection)}
            <b>{counts?.connections[connection] ?? unknown}</b>
          </button>
        ))}
      </fieldset>
    </div>
  );
};
