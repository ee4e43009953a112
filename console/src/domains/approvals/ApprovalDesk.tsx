import { HistoryOutlined } from '@ant-design/icons';
import { type Approval, type ApprovalState, approvalDirections } from '@plomb/contract/approvals/approvals';
import { approvalCalls } from '@plomb/contract/approvals/domain';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { failureWords, isNoLongerSeen } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { useKeys } from '../../ui/keys.ts';
import { later } from '../../ui/later.tsx';
import { Blank } from '../../ui/list/Blank.tsx';
import { Freshness } from '../../ui/list/Freshness.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePage } from '../../ui/page.ts';
import { SecondaryActions } from '../../ui/SecondaryActions.tsx';
import { phoneQuery, useMedia } from '../../ui/useMedia.ts';
import { DeskCase } from './DeskCase.tsx';
import { SettledRow, WaitingRow } from './DeskRow.tsx';
import { byUrgency, neighbour } from './desk.ts';
import { clockOf, useSecondsLeft } from './TimeRing.tsx';
import '../../ui/list/list.css';
import './approvals.css';
import './desk.css';

const { approvals, approvalRules } = approvalCalls;
const FrozenPeriods = later(async () => (await import('./FrozenPeriods.tsx')).FrozenPeriods, { ahead: false });
const RulesDialog = later(async () => (await import('./RulesDialog.tsx')).RulesDialog, { ahead: false });

const every = 30_000;
/** As many as one answer takes; more stand in the list of all. */
const MOST = 100;
const RECENT = 15;
const settledStates: ApprovalState[] = ['approved', 'declined', 'withdrawn', 'lapsed'];

/** Where requests are decided: what waits at the left, the most urgent first, and one of them in whole beside it. */
export const ApprovalDesk = () => {
  const { t } = useTranslation('approvals');
  const { t: ui } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const may = useMay();
  const decides = may(approvals.approve);
  const wide = !useMedia(phoneQuery.replace('767.98', '991.98'));
  const [address, setAddress] = useSearchParams();
  const direction = approvalDirections.find((one) => one === address.get('direction')) ?? 'forMe';
  const [ruling, rule] = useState(false);
  const [freezing, freeze] = useState(false);

  const lists = {
    forMe: useRows('forMe', ['waiting'], MOST),
    byMe: useRows('byMe', ['waiting'], MOST),
  };
  const settled = useRows(direction, settledStates, RECENT);
  const waiting = lists[direction];
  const rows = byUrgency(waiting.data?.rows ?? []);
  const recent = settled.data?.rows ?? [];

  // where the address names none it is the most urgent, and stays it whatever comes in above it
  const [first, begin] = useState<number | null>(null);
  const named = Number(address.get('id')) || null;
  const top = rows[0]?.id ?? null;
  if (named === null && first === null && top !== null) begin(top);
  const id = named ?? (wide ? first : null);
  const { one, failure } = useOne(id, [...rows, ...recent]);
  // a link to an own request opens it among the own ones
  const toOwn = named !== null && one?.own === true && !address.has('direction');
  useEffect(() => {
    if (toOwn) setAddress((before) => new URLSearchParams([...before, ['direction', 'byMe']]), { replace: true });
  }, [toOwn, setAddress]);

  const put = (part: Record<string, string | null>): void =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries({ view: null, ...part }))
          if (value === null) next.delete(name);
          else next.set(name, value);
        return next;
      },
      // where it lies over the list, one goes back to the list
      { replace: wide },
    );
  const show = (next: number | null): void => {
    begin(null);
    put({ id: next === null ? null : String(next) });
  };
  const step = (by: 1 | -1): void => {
    const next = neighbour([...rows, ...recent], id, by);
    if (!next) return;
    show(next.id);
    document.querySelector(`[data-approval="${next.id}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  useKeys(t('keys.title'), [
    { keys: ['j'], does: t('keys.next'), press: () => step(1) },
    { keys: ['k'], does: t('keys.back'), press: () => step(-1) },
    ...(named !== null && !wide ? [{ keys: ['Escape'], does: ui('keys.leave'), press: () => show(null) }] : []),
  ]);
  const count = lists.forMe.data?.rows.length ?? 0;
  return (
    <div className="desk">
      <PageHeader
        count={lists.forMe.data && <Waiting rows={byUrgency(lists.forMe.data.rows)} more={lists.forMe.data.more} />}
        actions={
          <>
            <Freshness
              at={waiting.dataUpdatedAt}
              fetching={waiting.isFetching}
              refresh={() => void Promise.all([waiting.refetch(), settled.refetch()])}
            />
            <SecondaryActions
              actions={[
                {
                  key: 'all',
                  label: t('desk.all'),
                  icon: <HistoryOutlined />,
                  run: () => put({ view: 'list', id: null, direction: null }),
                },
                { key: 'frozen', label: t('frozen.title'), run: () => freeze(true) },
                ...(may(approvalRules.set) ? [{ key: 'rules', label: t('rules.open'), run: () => rule(true) }] : []),
              ]}
            />
          </>
        }
      />
      <div className="desk-body">
        <section className="desk-list" aria-label={t('what')}>
          <div className="desk-tabs" role="tablist">
            {approvalDirections.map((which) => (
              <button
                key={which}
                type="button"
                role="tab"
                aria-selected={direction === which}
                onClick={() => {
                  begin(null);
                  put({ direction: which === 'forMe' ? null : which, id: null });
                }}
              >
                {t(which === 'forMe' && !decides ? 'desk.ofOthers' : `desk.${which}`)}{' '}
                <small>{(which === 'forMe' ? count : lists.byMe.data?.rows.length) || ''}</small>
              </button>
            ))}
          </div>
          {!waiting.data && waiting.error ? (
            <Blank kind="failed" title={ui('failedTitle')} text={failureWords(waiting.error, lang)}>
              <Button type="primary" onClick={() => void waiting.refetch()}>
                {ui('retry')}
              </Button>
            </Blank>
          ) : !waiting.data ? (
            <Skeleton className="desk-coming" active title={false} paragraph={{ rows: 8 }} />
          ) : (
            <div className="desk-rows">
              {rows.length === 0 && (
                <Blank
                  kind="empty"
                  title={t(direction === 'forMe' ? 'emptyTitle' : 'desk.noneOwn')}
                  text={t(direction === 'forMe' ? 'emptyText' : 'desk.noneOwnText')}
                />
              )}
              <ol>
                {rows.map((row) => (
                  <WaitingRow key={row.id} one={row} open={row.id === id} show={() => show(row.id)} />
                ))}
              </ol>
              {waiting.data.more && <p className="desk-more">{t('desk.more', { count: MOST })}</p>}
              {recent.length > 0 && (
                <>
                  <h2>
                    {t('desk.recent')}
                    <Button
                      type="link"
                      size="small"
                      onClick={() => put({ view: 'list', id: null, direction, state: settledStates.join(',') })}
                    >
                      {t('desk.allOf')}
                    </Button>
                  </h2>
                  <ol>
                    {recent.map((row) => (
                      <SettledRow key={row.id} one={row} open={row.id === id} show={() => show(row.id)} />
                    ))}
                  </ol>
                </>
              )}
            </div>
          )}
          <p className="desk-keys" aria-hidden="true">
            <kbd>J</kbd>
            <kbd>K</kbd> {t('desk.keys.step')}
            {decides && (
              <>
                {' '}
                <kbd>A</kbd> {t('approve')} <kbd>D</kbd> {t('decline')}
              </>
            )}
          </p>
        </section>
        {id !== null && <DeskCase key={id} one={one} failure={failure} close={() => show(null)} />}
        {id === null && wide && !waiting.isPending && (
          <p className="desk-none">{recent.length > 0 && t('desk.none')}</p>
        )}
      </div>
      {freezing && <FrozenPeriods close={() => freeze(false)} missing={() => freeze(false)} />}
      {ruling && <RulesDialog close={() => rule(false)} missing={() => rule(false)} />}
    </div>
  );
};

const useRows = (direction: (typeof approvalDirections)[number], state: ApprovalState[], size: number) => {
  const { active } = usePage();
  const lang = useSettings((s) => s.lang);
  // of more than one answer takes the most urgent are the ones that must not be missed
  const order = state.includes('waiting') ? 'urgency' : 'newest';
  return useQuery({
    queryKey: [approvals.list.path, 'desk', direction, state, lang, order],
    queryFn: () => send(approvals.list, { direction, state, size, order }, { quiet: true }),
    refetchInterval: active ? every : false,
  });
};

/** How many wait, and how long the most urgent still does. */
const Waiting = ({ rows, more }: { rows: readonly Approval[]; more: boolean }) => {
  const { t } = useTranslation('approvals');
  const decides = useMay()(approvals.approve);
  const [urgent] = rows;
  return urgent ? (
    <>
      {t(decides ? 'desk.count' : 'desk.countOfOthers', { count: rows.length, more: more ? '+' : '' })}
      <Urgent one={urgent} />
    </>
  ) : (
    t(decides ? 'desk.clear' : 'desk.clearOfOthers')
  );
};
const Urgent = ({ one }: { one: Approval }) => {
  const { t } = useTranslation('approvals');
  const seconds = useSecondsLeft(one);
  return seconds > 0 ? t('desk.urgent', { time: clockOf(seconds) }) : null;
};

/** The open one: read by its own call, and its row until that has answered. Of what is no longer seen no row serves. */
const useOne = (id: number | null, rows: readonly Approval[]) => {
  const { active } = usePage();
  const { data, error } = useQuery({
    queryKey: [approvals.detail.path, id],
    queryFn: () => send(approvals.detail, { id: id ?? 0 }, { quiet: true }),
    enabled: id !== null,
    refetchInterval: active ? every : false,
    retry: false,
  });
  if (isNoLongerSeen(error)) return { one: undefined, failure: error };
  const one = data ?? rows.find((row) => row.id === id);
  return { one, failure: one ? null : error };
};
