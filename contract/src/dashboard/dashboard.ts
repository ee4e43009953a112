import { z } from 'zod';
import { call, Id, Latitude, Longitude, Nothing, Time } from '../kit/call.ts';
import { areDays } from '../kit/days.ts';
import { alarmKinds, LockStatusCode, lockFamilies } from '../lock/codes.ts';
import { Connection, Heard } from '../lock/connection.ts';
import { commandKinds } from '../lock/orderKinds.ts';

/** So many of each kind stand on the first page with their names. */
export const FIRST = 3;
/** So many alarms have their place on its small map, the most severe first. */
export const MOST_PLACES = 200;
/** Its trends show so many days, today being the last. */
export const TREND_DAYS = 14;
/** Reports are told of so many hours: those of a day, and of the day before to compare them with. */
export const REPORT_HOURS = 48;

const Count = z.int().min(0);
const Severity = z.enum(['critical', 'warning', 'info']);
const named = { sn: z.string(), device_name: z.string(), subject: z.string() };
/** A lock that waits for somebody. */
const Lock = z.object({
  id: Id,
  ...named,
  family: z.enum(lockFamilies),
  lock_status: LockStatusCode,
  /** false: the status is just the last that is known (`isFresh`) */
  fresh: z.boolean(),
  connection: Connection,
  /** null: it never said anything */
  seen_time: Time.nullable(),
  electric: z.int().nullable(),
});
const locks = { count: Count, rows: z.array(Lock).max(FIRST) };
/** One that left its fence then, which nobody has dealt with yet. */
const OffRoute = Lock.extend({ left_time: Time });
/** Of one organisation and those below it, instead of all that the caller sees. */
const Within = z.object({ org_id: Id.optional() });
/** When its days begin by the clocks of who asks, the oldest first; what is later than the last belongs to that. */
const Days = z.object({ days: z.array(Time).length(TREND_DAYS).refine(areDays, { error: 'outOfRange' }) });

/**
 * The first page after signing in: what needs somebody now, the fleet in numbers, and how both went. Each part is a call of its own:
 * it takes the button of the list behind it, and fails alone.
 */
export const dashboard = {
  /** Those somebody has to deal with, the most severe first, then the longest waiting. */
  alarms: call({
    path: '/dashboard/alarms',
    title: { zh: '首页：待处理告警', en: 'Dashboard: open alarms' },
    permit: 'alarm:list',
    onWalls: true,
    business: null,
    input: Within,
    output: z.object({
      unprocessed: Count,
      critical: Count,
      /** locks with a critical one that have told another status than abnormal since */
      told_since: Count,
      /** when the oldest began; null: there is none */
      oldest_time: Time.nullable(),
      rows: z
        .array(
          z.object({
            id: Id,
            ...named,
            kind: z.enum(alarmKinds),
            fences: z.array(z.string()),
            severity: Severity,
            first_time: Time,
          }),
        )
        .max(FIRST),
      /** where they rang, where that is known */
      places: z.array(z.object({ id: Id, severity: Severity, lon: Longitude, lat: Latitude })).max(MOST_PLACES),
    }),
  }),
  /** Orders of which somebody has to look what became of them, the oldest first. */
  orders: call({
    path: '/dashboard/orders',
    title: { zh: '首页：待核实指令', en: 'Dashboard: orders to look at' },
    permit: 'order:list',
    onWalls: true,
    business: null,
    input: Within,
    output: z.object({
      count: Count,
      rows: z
        .array(z.object({ id: Id, device_id: Id, ...named, kind: z.enum(commandKinds), create_time: Time }))
        .max(FIRST),
    }),
  }),
  /** Devices in service in numbers, as the device list counts them. */
  fleet: call({
    path: '/dashboard/fleet',
    title: { zh: '首页：设备概况', en: 'Dashboard: the fleet' },
    permit: 'device:list',
    onWalls: true,
    business: null,
    input: Within,
    output: z.object({
      devices: Count,
      enabled: Count,
      /** ms since the fleet was counted: a large one is counted from time to time, for all who look */
      counted_ms_ago: Count,
      /** by lock status */
      lock: z.object({
        unsealedLocked: Count,
        unsealedOpen: Count,
        sealedLocked: Count,
        abnormal: Count,
        initial: Count,
      }),
      /** of the sealed those that are merely held, and of each status those of which it is just the last that is known */
      held: Count,
      last_known: z.object({ unsealedLocked: Count, unsealedOpen: Count, sealedLocked: Count, abnormal: Count }),
      connection: z.object({ online: Count, sleeping: Count, late: Count, offline: Count }),
      /** by how long ago they last said something */
      heard: z.record(Heard, Count),
      /** enabled and in use, sealed, and off its route: the longest gone first */
      off_route: z.object({ count: Count, rows: z.array(OffRoute).max(FIRST) }),
      /** enabled and in use, sealed, and late or offline, those apart that are off their route: the longest silent first */
      silent: z.object(locks),
      /** enabled, in use, and at or below the limit of their type: the emptiest first */
      battery: z.object({ ...locks, sealed: Count }),
    }),
  }),
  /** How many alarms, notices too, began on each day. */
  alarmDays: call({
    path: '/dashboard/alarmDays',
    title: { zh: '首页：每日告警', en: 'Dashboard: alarms a day' },
    permit: 'alarm:list',
    business: null,
    input: Days,
    output: z.object({
      days: z.array(
        z.object({
          from: Time,
          total: Count,
          /** opened by force or without right */
          illegal: Count,
        }),
      ),
    }),
  }),
  /** How many seals were set, and how many locks opened by which way, on each day. */
  sealDays: call({
    path: '/dashboard/sealDays',
    title: { zh: '首页：每日施封与开锁', en: 'Dashboard: sealed and opened a day' },
    permit: 'opening:list',
    business: null,
    input: Days,
    output: z.object({
      days: z.array(
        z.object({
          from: Time,
          sealed: Count,
          /** as the opening log has them */
          opened: Count,
          ways: z.array(z.object({ way: z.string(), count: Count })),
        }),
      ),
    }),
  }),
  /** How many reports each of the last hours has, by the locks' own time as the location records are listed; the last is under way. */
  reportHours: call({
    path: '/dashboard/reportHours',
    title: { zh: '首页：每小时上报', en: 'Dashboard: reports an hour' },
    permit: 'locationRecord:list',
    business: null,
    input: Nothing,
    output: z.object({ hours: z.array(z.object({ from: Time, reports: Count })).length(REPORT_HOURS) }),
  }),
  /** How the product itself fares; null for who does not belong to the root organisation. */
  health: call({
    path: '/dashboard/health',
    title: { zh: '首页：系统运行状况', en: 'Dashboard: system health' },
    permit: 'param:list',
    business: null,
    input: Nothing,
    output: z
      .object({
        /** processes heard of a moment ago, by what they do; one may do several things */
        processes: z.object({ api: Count, gateway: Count, ingest: Count, jobs: Count }),
        /** locks with an open connection */
        connected: Count,
        /** reports read and not stored yet; null: another process stores them, and says it in its own metrics */
        reports_waiting: Count.nullable(),
        /** ms it took the database to answer */
        database_ms: z.number().min(0),
        database_bytes: z.int().min(0),
        messages: z.object({
          waiting: Count,
          /** since when the oldest is due; null: none is */
          due_time: Time.nullable(),
          /** given up in the last day */
          failed: Count,
        }),
        /** long work that has not ended */
        jobs: Count,
      })
      .nullable(),
  }),
};
