import { HistoryOutlined } from '@ant-design/icons';
import type { Alarm } from '@plomb/contract/alarms/alarms';
import { alarmResults, MOST_TOGETHER } from '@plomb/contract/alarms/alarms';
import { alarmCalls } from '@plomb/contract/alarms/domain';
import { alarmKinds } from '@plomb/contract/lock/codes';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { alarmAddress } from '../../lock/alarmAddress.ts';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { useSession } from '../../platform/session.ts';
import { useSettings } from '../../platform/settings.ts';
import { duration, useNow } from '../../platform/time.ts';
import { useKeys } from '../../ui/keys.ts';
import { Blank } from '../../ui/list/Blank.tsx';
import { Freshness } from '../../ui/list/Freshness.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { phoneQuery, useMedia } from '../../ui/useMedia.ts';
import { useUnsavedGuard } from '../../ui/useUnsavedGuard.ts';
import { BatchProcess } from './BatchProcess.tsx';
import { Case } from './Case.tsx';
import { CaseFooter } from './CaseFooter.tsx';
import { missingOf } from './CaseForm.tsx';
import { draft, draftOf, useDrafted } from './drafts.ts';
import { EscalateDialog, HandOverDialog } from './HandOverDialog.tsx';
import { LeftOver } from './LeftOver.tsx';
import { Queue } from './Queue.tsx';
import { nextAfter, stepFrom } from './queue.ts';
import { useDeeds } from './useDeeds.ts';
import { type QueueFilter, useQueue, useTally } from './useQueue.ts';
import { useSteps } from './useSteps.ts';
import '../../ui/list/list.css';
import './alarms.css';
import './caseChip.css';
import './cockpit.css';

const owners = ['mine', 'unclaimed', 'all'] as const;
const isOwner = (text: string | null): text is 'mine' | 'unclaimed' => text === 'mine' || text === 'unclaimed';

/** The address says whose, of what kind, and which case is open, so that what one sees can be sent to somebody. */
const useAsked = () => {
  const [address, setAddress] = useSearchParams();
  const [owner, kind, id] = [address.get('owner'), address.get('kind'), Number(address.get('id'))];
  const filter: QueueFilter = {};
  if (isOwner(owner)) filter.owner = owner;
  const known = alarmKinds.find((one) => one === kind);
  if (known) filter.kind = known;
  const put = (part: Record<string, string | null>): void =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(part))
          if (value === null) next.delete(name);
          else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return { filter, id: Number.isSafeInteger(id) && id > 0 ? id : null, put };
};

/** The case with this number, also once it has left the queue; or why it is not there. */
const useOpen = (id: number | null, rows: readonly Alarm[]): { open: Alarm | undefined; failure: unknown } => {
  const { detail } = alarmCalls.alarms;
  const queued = rows.find((row) => row.id === id);
  const { data, error } = useQuery({
    queryKey: [detail.path, id],
    queryFn: ({ signal }) => send(detail, { id: id ?? 0 }, { quiet: true, signal }),
    enabled: id !== null && !queued,
  });
  const open = queued ?? (data?.id === id ? data : undefined);
  return { open, failure: open ? null : error };
};

/** Nothing is open, or what the address names does not come: then why, and the ways on. */
const NoCase = ({ failure, words, children }: { failure: unknown; words: string; children: ReactNode }) => {
  const { t } = useTranslation('alarms');
  const lang = useSettings((s) => s.lang);
  return failure ? (
    <section className="case case-failed">
      <Blank kind="failed" title={t('case.failed')} text={failureWords(failure, lang)}>
        {children}
      </Blank>
    </section>
  ) : (
    <p className="case case-none">{words}</p>
  );
};

/** Where alarms are dealt with: what waits at the left, one case at the right, and never the mouse if one likes keys. */
export const Cockpit = () => {
  const { t } = useTranslation('alarms');
  const lang = useSettings((s) => s.lang);
  const self = useSession((s) => s.oper?.login_name);
  const kinds = useDictionary('alarm_kind');
  const now = useNow();
  const navigate = useNavigate();
  const wide = !useMedia(phoneQuery.replace('767.98', '991.98'));
  const mayProcess = useMay()(alarmCalls.alarms.process);
  const { filter, id: named, put } = useAsked();
  const queue = useQueue(filter);
  const { rows } = queue;
  const { data: tally } = useTally();
  const deeds = useDeeds();
  // where the address names none it is the first of the queue, and stays it whatever comes in above it
  const [first, begin] = useState<number | null>(null);
  const top = rows[0]?.id ?? null;
  if (named === null && first === null && top !== null && wide) begin(top);
  const id = named ?? (wide ? first : null);
  const { open, failure } = useOpen(id, rows);
  // however it came to be open: stepped to, offered after another one, or named by the address
  const openId = open?.id;
  useEffect(() => {
    if (openId !== undefined) document.querySelector(`[data-alarm="${openId}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [openId]);
  const [picked, setPicked] = useState<ReadonlyMap<number, Alarm>>(new Map());
  const [dialog, ask] = useState<'handOver' | 'escalate' | 'batch' | null>(null);
  const drafted = useDrafted();
  const saved = useRef(false);
  useUnsavedGuard(drafted.length > 0, saved, true);

  const show = (next: number | null): void => {
    begin(null);
    put({ id: next === null ? null : String(next) });
  };
  const step = (by: 1 | -1): void => {
    const next = stepFrom(rows, open?.id ?? null, by);
    if (!next) return;
    show(next.id);
    if (by > 0 && next === rows.at(-1) && queue.hasNextPage) void queue.fetchNextPage();
  };
  const pick = (alarm: Alarm, on: boolean): void =>
    setPicked((before) => {
      const next = new Map(before);
      if (on && next.size < MOST_TOGETHER) next.set(alarm.id, alarm);
      else next.delete(alarm.id);
      return next;
    });
  const isOpen = open?.status === 'unprocessed';
  const isTheirs = isOpen && open.owner !== '' && open.owner_login !== self;
  const isOwn = useSteps(open?.id)?.own === true;
  const next = nextAfter(rows, open?.id ?? null, self);
  const process = async (): Promise<void> => {
    if (!open) return;
    const missing = missingOf(open, draftOf(open.id));
    if (missing) {
      const field = missing === 'result' ? '.case-results input' : '.case-remark';
      document.querySelector<HTMLElement>(field)?.focus();
      return;
    }
    if (await deeds.process(open)) show(next?.id ?? null);
  };
  const may = mayProcess && isOpen;
  // what is ticked is meant, by the keys too
  const areTicked = mayProcess && picked.size > 0;
  const takeTicked = (): void => void deeds.takeMany([...picked.keys()]).then((done) => done && setPicked(new Map()));
  const deedKeys: Parameters<typeof useKeys>[1] = [
    {
      keys: ['t'],
      does: t('keys.take'),
      press: () => (areTicked ? takeTicked() : may && open.owner === '' ? void deeds.take(open) : false),
    },
    {
      keys: ['p'],
      does: t('keys.process'),
      press: () => (areTicked ? ask('batch') : may && !isTheirs && !isOwn ? void process() : false),
    },
    { keys: ['h'], does: t('keys.handOver'), press: () => (may ? ask('handOver') : false) },
    { keys: ['x'], does: t('keys.pick'), press: () => (may ? pick(open, !picked.has(open.id)) : false) },
    {
      keys: alarmResults.map((_, at) => String(at + 1)),
      does: t('keys.result'),
      press: ({ key }) => {
        const result = alarmResults[Number(key) - 1];
        return may && !isTheirs && !isOwn && result ? draft(open, { result }) : false;
      },
    },
  ];
  useKeys(t('keys.queue'), [
    { keys: ['j'], does: t('keys.next'), press: () => step(1) },
    { keys: ['k'], does: t('keys.back'), press: () => step(-1) },
    { keys: ['l'], does: t('keys.locate'), press: () => (open ? void navigate(alarmAddress(open)) : false) },
    // who may process none is told of no key for it
    ...(mayProcess ? deedKeys : []),
  ]);

  const oldest = tally?.kinds
    .filter(({ severity }) => severity !== 'info')
    .map(({ oldest_time }) => oldest_time)
    .sort()[0];
  const said = tally && [
    t('queue.toDo', { count: tally.all }) + (oldest ? t('queue.toDoOldest', { age: duration(oldest, now, lang) }) : ''),
    tally.notices > 0 ? t('queue.notices', { count: tally.notices }) : '',
  ];
  const counts = { mine: tally?.mine, unclaimed: tally?.unclaimed, all: tally?.all };
  const closeDialog = (done: boolean): void => {
    ask(null);
    if (done) void deeds.reload();
  };
  return (
    <div className="cockpit" data-case={(open !== undefined && (wide || id !== null)) || failure !== null}>
      <PageHeader
        count={said?.filter(Boolean).join(' · ')}
        actions={
          <>
            <Freshness at={queue.dataUpdatedAt} fetching={queue.isFetching} refresh={() => void deeds.reload()} />
            <Button icon={<HistoryOutlined />} onClick={() => put({ view: 'list', id: null, owner: null, kind: null })}>
              {t('queue.records')}
            </Button>
          </>
        }
      />
      <div className="cockpit-body">
        <section className="queue" aria-label={t('queue.title')}>
          <div className="queue-tabs" role="tablist">
            {owners.map((owner) => (
              <button
                key={owner}
                type="button"
                role="tab"
                aria-selected={(filter.owner ?? 'all') === owner}
                onClick={() => {
                  begin(null);
                  put({ owner: owner === 'all' ? null : owner, id: null });
                }}
              >
                {t(`queue.${owner}`)} <small className="queue-count">{counts[owner] ?? ''}</small>
              </button>
            ))}
            <small className="queue-order">{t('queue.order')}</small>
          </div>
          {picked.size === 0 ? (
            <div className="queue-kinds">
              <button
                type="button"
                className="case-chip"
                aria-pressed={!filter.kind}
                onClick={() => put({ kind: null })}
              >
                {t('queue.allKinds')}
              </button>
              {tally?.kinds.map(({ kind, count }) => (
                <button
                  key={kind}
                  type="button"
                  className="case-chip"
                  aria-pressed={filter.kind === kind}
                  onClick={() => {
                    begin(null);
                    put({ kind: filter.kind === kind ? null : kind, id: null });
                  }}
                >
                  {kinds.word(kind)} <b>{count}</b>
                </button>
              ))}
            </div>
          ) : (
            <div className="queue-batch">
              <b>{t('batch.count', { count: picked.size })}</b>
              <Button type="link" size="small" onClick={() => setPicked(new Map())}>
                {t('batch.clear')}
              </Button>
              <Button
                type="link"
                size="small"
                onClick={() => setPicked(new Map(rows.slice(0, MOST_TOGETHER).map((row) => [row.id, row])))}
              >
                {t('batch.all', { count: Math.min(rows.length, MOST_TOGETHER) })}
              </Button>
              {mayProcess && (
                <span className="queue-batch-deeds">
                  <Button size="small" loading={deeds.busy === 'take'} onClick={takeTicked}>
                    {t('detail.take')} <kbd>T</kbd>
                  </Button>
                  <Button size="small" onClick={() => ask('batch')}>
                    {t('detail.process')} <kbd>P</kbd>
                  </Button>
                </span>
              )}
            </div>
          )}
          <LeftOver drafted={drafted} rows={rows} show={show} />
          <Queue
            queue={queue}
            tally={tally}
            whole={!filter.owner && !filter.kind}
            open={open?.id ?? null}
            picked={picked}
            show={show}
            pick={mayProcess ? pick : null}
          />
          <p className="queue-keys" aria-hidden="true">
            <kbd>J</kbd>
            <kbd>K</kbd> {t('queue.keys.step')}{' '}
            {mayProcess && (
              <>
                <kbd>T</kbd> {t('queue.keys.take')} <kbd>P</kbd> {t('queue.keys.process')} <kbd>X</kbd>{' '}
                {t('queue.keys.pick')}{' '}
              </>
            )}
            <kbd>?</kbd>
          </p>
        </section>
        {open && (wide || id !== null) ? (
          <Case
            key={open.id}
            alarm={open}
            step={step}
            close={() => show(null)}
            process={mayProcess ? () => void process() : null}
            footer={
              <CaseFooter
                alarm={open}
                next={next}
                may={may}
                isTheirs={isTheirs}
                isOwn={isOwn}
                areTicked={areTicked}
                busy={deeds.busy}
                show={show}
                take={() => void deeds.take(open)}
                process={() => void process()}
                ask={ask}
              />
            }
          />
        ) : (
          <NoCase
            failure={failure}
            words={wide && !queue.isPending && !queue.error && id === null ? t('case.none') : ''}
          >
            <Button onClick={() => void deeds.reload()}>{t('messages.retry')}</Button>
            <Button onClick={() => show(null)}>{t('case.close')}</Button>
          </NoCase>
        )}
      </div>
      {open && dialog === 'handOver' && <HandOverDialog alarm={open} close={closeDialog} />}
      {open && dialog === 'escalate' && <EscalateDialog alarm={open} close={closeDialog} />}
      {dialog === 'batch' && (
        <BatchProcess
          alarms={[...picked.values()]}
          close={(done) => {
            setPicked((before) => new Map([...before].filter(([one]) => !done.includes(one))));
            closeDialog(done.length > 0);
            if (open && done.includes(open.id)) {
              const left = rows.filter((row) => !done.includes(row.id));
              show(nextAfter(left, null, self)?.id ?? null);
            }
          }}
        />
      )}
    </div>
  );
};
