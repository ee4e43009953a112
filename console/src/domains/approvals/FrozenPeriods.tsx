import { approvalCalls } from '@plomb/contract/approvals/domain';
import type { FrozenPeriod } from '@plomb/contract/approvals/frozenPeriods';
import type { OutputOf } from '@plomb/contract/kit/call';
import { personNamed } from '@plomb/contract/kit/personNamed';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Alert, Button, Modal, Skeleton, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shortTime } from '../../lock/shortTime.ts';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { useNow } from '../../platform/time.ts';
import { EndFrozen, FreezeForm } from './FreezeForm.tsx';

const { list, add, end, callOff } = approvalCalls.frozenPeriods;

/** Times in which nothing of an organisation opens: those that hold or are to come, and who ended which of the others. */
export const FrozenPeriods = ({ close }: { close: () => void }) => {
  const { t } = useTranslation('approvals');
  const lang = useSettings((s) => s.lang);
  const may = useMay();
  const [adding, begin] = useState(false);
  const [ending, ask] = useState<{ one: FrozenPeriod; by: typeof end | typeof callOff } | null>(null);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [list.path],
    queryFn: ({ pageParam: page }) => send(list, { page }, { quiet: true }),
    initialPageParam: 1,
    getNextPageParam: ({ more }, _, page) => (more ? page + 1 : undefined),
  });
  // one that was declared meanwhile moves the others on: what comes twice is told once
  const rows = [...new Map(data?.pages.flatMap((page) => page.rows).map((one) => [one.id, one])).values()];
  const above = data?.pages[0]?.above ?? [];
  const now = useNow();
  /** by what the reader may end it; null: by nothing */
  const endedBy = (one: FrozenPeriod) => {
    if (!one.open) return null;
    if (may(end)) return end;
    return may(callOff) && one.own_until !== null && Date.parse(one.own_until) > now ? callOff : null;
  };
  return (
    <Modal open width={760} title={t('frozen.title')} footer={null} onCancel={close}>
      <p>{t('frozen.text')}</p>
      {may(add) && (
        <p>
          <Button type="primary" onClick={() => begin(true)}>
            {t('frozen.add')}
          </Button>
        </p>
      )}
      {error && <Alert type="error" showIcon title={failureWords(error, lang)} />}
      {!data && !error && <Skeleton active />}
      {data && rows.length + above.length === 0 && <p>{t('frozen.none')}</p>}
      <ul className="frozen-periods">
        {above.map((one) => (
          <Above key={`${one.period_name} ${one.from_time}`} one={one} />
        ))}
        {rows.map((one) => {
          const by = endedBy(one);
          return <Period key={one.id} one={one} isSlip={by === callOff} end={by ? () => ask({ one, by }) : null} />;
        })}
      </ul>
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('frozen.further')}
        </Button>
      )}
      {adding && <FreezeForm close={() => begin(false)} saved={() => void refetch()} />}
      {ending && <EndFrozen {...ending} close={() => ask(null)} done={() => void refetch()} />}
    </Modal>
  );
};

type Above = OutputOf<typeof list>['above'][number];
/** It holds here, too, and nobody here ends it. */
const Above = ({ one }: { one: Above }) => {
  const { t } = useTranslation('approvals');
  const now = useNow();
  return (
    <li>
      <div>
        <b>{one.period_name}</b>{' '}
        <Tag {...(one.holds && { color: 'gold' })}>{t(`frozen.state.${one.holds ? 'holds' : 'comes'}`)}</Tag>
        <small>
          {t('frozen.above')} · {shortTime(one.from_time, now)} – {shortTime(one.until_time, now)}
        </small>
      </div>
    </li>
  );
};

const Period = ({ one, isSlip, end }: { one: FrozenPeriod; isSlip: boolean; end: (() => void) | null }) => {
  const { t } = useTranslation('approvals');
  const now = useNow();
  const state = one.holds ? 'holds' : one.open ? 'comes' : one.end_time ? 'ended' : 'over';
  return (
    <li>
      <div>
        <b>{one.period_name}</b> <Tag {...(one.holds && { color: 'gold' })}>{t(`frozen.state.${state}`)}</Tag>
        <small>
          {one.org_name} · {shortTime(one.from_time, now)} – {shortTime(one.until_time, now)}
        </small>
        <small>
          {t('frozen.by', { name: personNamed(one.oper_name, one.login_name), time: shortTime(one.create_time, now) })}
          {one.end_time &&
            ` · ${t('frozen.endedBy', {
              name: personNamed(one.ender_name, one.ender_login),
              time: shortTime(one.end_time, now),
            })}`}
        </small>
        {one.end_reason && <q>{one.end_reason}</q>}
      </div>
      {end && (
        <Button size="small" onClick={end}>
          {isSlip && one.own_until
            ? t('frozen.slip', { time: shortTime(one.own_until, now) })
            : t(one.holds ? 'frozen.end' : 'frozen.callOff')}
        </Button>
      )}
    </li>
  );
};
