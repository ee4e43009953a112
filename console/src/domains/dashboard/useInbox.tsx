import { AlertOutlined, AuditOutlined, ClockCircleOutlined, QuestionCircleOutlined } from '@ant-design/icons';
import { approvalTitles } from '@plomb/contract/approvals/approvals';
import { approvalCalls } from '@plomb/contract/approvals/domain';
import { FIRST } from '@plomb/contract/dashboard/dashboard';
import { dashboardCalls } from '@plomb/contract/dashboard/domain';
import type { OutputOf } from '@plomb/contract/kit/call';
import { LockStatus } from '@plomb/contract/lock/codes';
import { orderKinds } from '@plomb/contract/lock/orderKinds';
import { trustOf } from '@plomb/contract/lock/trust';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { alarmWord } from '../../lock/alarmWord.ts';
import { headOf } from '../../lock/names.ts';
import { StateSign } from '../../lock/sign/StateSign.tsx';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useSettings } from '../../platform/settings.ts';
import { duration, useNow } from '../../platform/time.ts';
import { type Part, usePart } from '../../ui/usePart.ts';
import { briefly } from './briefly.ts';
import type { TileRow } from './Tile.tsx';

const { alarms: alarmCall, orders: orderCall, fleet: fleetCall } = dashboardCalls.dashboard;
type Alarms = OutputOf<typeof alarmCall>;
type Fleet = OutputOf<typeof fleetCall>;
type Lock = Fleet['silent']['rows'][number];
const none: Fleet['off_route'] = { count: 0, rows: [] };

/** The lists behind the tiles: each has just as many. */
export const astrayList = `/device?status=1&device_state=in_use&lock_status=${LockStatus.sealedLocked}&astray=off_route,silent&sort=seen_time`;
export const batteryList = '/device?status=1&device_state=in_use&low_battery=true&sort=electric';

export interface InboxTile {
  key: string;
  to: string;
  title: string;
  icon: ReactNode;
  part: Part<unknown>;
  count: number;
  note: string;
  rows: TileRow[];
  urgent?: boolean;
  /** since when the oldest waits; null: that is not known of this kind */
  since: string | null;
}

const batteryIcon = (
  <svg
    className="anticon"
    viewBox="0 0 26 14"
    width="17"
    height="10"
    fill="none"
    stroke="currentColor"
    aria-hidden="true"
  >
    <rect x={1} y={1} width={21} height={12} rx={3} strokeWidth={1.8} />
    <path d="M24.2 5v4" strokeWidth={2.2} strokeLinecap="round" />
    <rect x={4} y={4} width={4} height={6} rx={1} fill="currentColor" stroke="none" />
  </svg>
);

/** What needs this person, of what the person has a right to: a tile a kind, the most pressing kind first. */
export const useInbox = (
  paused: boolean,
): { tiles: InboxTile[]; alarms: Part<Alarms> | null; fleet: Part<Fleet> | null } => {
  const { t } = useTranslation('dashboard');
  const lang = useSettings((s) => s.lang);
  const kinds = useDictionary('alarm_kind');
  const astray = useDictionary('astray');
  const now = useNow();
  const often = { paused, every: 15_000 };
  const alarms = usePart(alarmCall, {}, often);
  const fleet = usePart(fleetCall, {}, often);
  const orders = usePart(orderCall, {}, often);
  const approvals = usePart(approvalCalls.approvals.waiting, {}, often);
  const age = (since: string | null): string => (since === null ? t('never') : duration(since, now, lang));
  /** in a row, where there is room for a figure */
  const brief = (since: string | null): string => (since === null ? t('never') : briefly(since, now, lang));
  const oldest = (since: string | null | undefined): string => (since ? t('oldest', { age: age(since) }) : '');
  const nameOf = (one: Pick<Lock, 'subject' | 'device_name' | 'sn'>): string => headOf(one) || one.sn;
  const ofLock = (list: string, lock: Lock, figure: string): TileRow => ({
    id: lock.id,
    to: `${list}&id=${lock.id}`,
    sign: (
      <StateSign
        status={lock.lock_status}
        connection={lock.connection}
        trust={trustOf(lock, lock.fresh)}
        lang={lang}
        size={17}
      />
    ),
    name: nameOf(lock),
    figure,
  });

  const tiles: InboxTile[] = [];
  if (alarms) {
    const { unprocessed = 0, critical = 0, oldest_time = null, rows = [] } = alarms.data ?? {};
    tiles.push({
      ...{ key: 'alarms', to: '/alarm?status=unprocessed', title: t('alarms'), icon: <AlertOutlined aria-hidden /> },
      part: alarms,
      count: unprocessed,
      note: [critical > 0 && t('critical', { count: critical }), oldest(oldest_time)].filter(Boolean).join(' · '),
      rows: rows.map((alarm) => ({
        id: alarm.id,
        to: `/alarm?status=unprocessed&id=${alarm.id}`,
        sign:
          alarm.severity === 'critical' ? (
            <StateSign status={LockStatus.abnormal} lang={lang} size={17} decorative />
          ) : (
            <AlertOutlined className="tile-plain" aria-hidden />
          ),
        what: alarmWord(kinds, alarm),
        name: nameOf(alarm),
        figure: brief(alarm.first_time),
        urgent: alarm.severity === 'critical',
      })),
      urgent: critical > 0,
      since: oldest_time,
    });
  }
  if (fleet) {
    const { off_route: gone = none, silent = none } = fleet.data ?? {};
    const [left, seen] = [gone.rows[0]?.left_time ?? null, silent.rows[0]?.seen_time ?? null];
    tiles.push({
      ...{ key: 'astray', to: astrayList, title: t('astray'), icon: <ClockCircleOutlined aria-hidden /> },
      part: fleet,
      count: gone.count + silent.count,
      note: [
        gone.count > 0 && t('offRoute', { count: gone.count }),
        silent.count > 0 && (seen === null ? t('neverHeard') : t('silentFor', { age: age(seen) })),
      ]
        .filter(Boolean)
        .join(' · '),
      rows: [
        ...gone.rows.map((lock) => ({
          ...ofLock(astrayList, lock, brief(lock.left_time)),
          what: astray.word('off_route'),
        })),
        ...silent.rows.map((lock) => ofLock(astrayList, lock, brief(lock.seen_time))),
      ].slice(0, FIRST),
      since: [left, seen].filter((time) => time !== null).toSorted()[0] ?? null,
    });
  }
  if (orders) {
    const { count = 0, rows = [] } = orders.data ?? {};
    tiles.push({
      ...{ key: 'orders', to: '/order?needs_person=true', title: t('uncertain') },
      icon: <QuestionCircleOutlined aria-hidden />,
      part: orders,
      count,
      note: oldest(rows[0]?.create_time),
      rows: rows.map((order) => ({
        id: order.id,
        to: `/order?needs_person=true&id=${order.id}`,
        what: orderKinds[order.kind].title[lang],
        name: nameOf(order),
        figure: brief(order.create_time),
      })),
      since: rows[0]?.create_time ?? null,
    });
  }
  if (fleet) {
    const { count = 0, sealed = 0, rows = [] } = fleet.data?.battery ?? {};
    tiles.push({
      ...{ key: 'battery', to: batteryList, title: t('battery'), icon: batteryIcon },
      part: fleet,
      count,
      note: sealed > 0 ? t('sealedOfThem', { count: sealed }) : '',
      rows: rows.map((lock) => ofLock(batteryList, lock, `${lock.electric ?? '–'}%`)),
      since: null,
    });
  }
  if (approvals) {
    const { count = 0, rows = [] } = approvals.data ?? {};
    tiles.push({
      ...{ key: 'approvals', to: '/approval?view=waiting', title: t('approvals') },
      icon: <AuditOutlined aria-hidden />,
      part: approvals,
      count,
      note: oldest(rows[0]?.create_time),
      rows: rows.map((one) => ({
        id: one.id,
        to: `/approval?view=waiting&id=${one.id}`,
        what: approvalTitles[one.kind][lang],
        name: one.firmware_version || nameOf(one),
        figure: brief(one.create_time),
      })),
      since: rows[0]?.create_time ?? null,
    });
  }
  return { tiles, alarms, fleet };
};
