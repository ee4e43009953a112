import { againstRule, type Swipe } from '@plomb/contract/lock/swipe';
import { encodePosition } from '@plomb/protocols/jointech/position';
import { positionOf } from '@plomb/simulator/jt701Report';
import { newLock } from '@plomb/simulator/lock';
import type { ClientBase } from 'pg';
import { bare, judgeSwipe, type RuleThen } from '../ingest/swipe.ts';
import type { PastAlarm, PastReport } from './history.ts';
import { type Of, seedPastAlarms, seedPositions } from './seedHistory.ts';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
/** Rules of the demonstration are as old as its cards. */
const RULES_AGE = 35;

const port = { lon: 121.61, lat: 31.354 };
const yard = { lon: 121.3535, lat: 31.2515 };
const town = { lon: 121.4737, lat: 31.2304 };

interface PastSwipe {
  sn: string;
  card: string;
  place: { lon: number; lat: number };
  /** ms ago; of several the first at which it is against the rule */
  ago: readonly number[];
  isOpen?: boolean;
}
/** Cards that were held to locks and opened them: as they should, where another rule is, outside of all areas, out of hours. */
const swipes: readonly PastSwipe[] = [
  { sn: '8002100002', card: '70260011', place: port, ago: [2 * DAY + 4 * HOUR] },
  { sn: '8002100004', card: '70260014', place: port, ago: [3 * DAY + 5 * HOUR] },
  { sn: '8002100006', card: '70260012', place: town, ago: [DAY + 4 * HOUR] },
  { sn: '8002100042', card: '70260015', place: yard, ago: [2 * DAY] },
  // long enough ago to be far away by now; a shift that works then rested half a day and more before
  { sn: '8002100045', card: '70260014', place: yard, ago: [2.5 * HOUR, 15 * HOUR], isOpen: true },
];

interface Lock {
  id: number;
  org_id: number;
  rules: (Omit<RuleThen, 'cards'> & { numbers: string[] })[];
}
const lockOf = async (db: ClientBase, sn: string): Promise<Lock> => {
  const { rows } = await db.query<Lock>(
    `select d.id, d.org_id, (select jsonb_agg(jsonb_build_object('ruleId', v.rule_id, 'name', v.rule_name,
         'since', extract(epoch from v.since) * 1000, 'until', null, 'enabled', v.enabled, 'numbers', v.numbers, 'areas', v.areas,
         'from', null, 'to', null, 'hours', v.hours) order by v.rule_id)
       from regional_rule_version v where d.id = any(v.device_ids)) as rules
     from device d where d.sn = $1`,
    [sn],
  );
  return rows[0]!;
};

/** What a swipe was by the rules of its time: of a lock that had told all its cards, and opens inside its areas alone. */
const judged = ({ card, place }: PastSwipe, at: number, { rules }: Lock): Swipe | null =>
  judgeSwipe(
    { card, at, timed: true, place },
    {
      ...{ owned: 0, gifts: [], list: { at: 0, cards: [] }, confines: true },
      rules: rules.map(({ numbers, ...rule }) => ({ ...rule, cards: numbers.map(bare) })),
      areaOrders: [{ kind: 'confine_cards', number: null, at: 0, sure: true, own: true }],
    },
  );

/** Minutes before and after the swipe of which its lock has told where it was. */
const [CAME, LEFT] = [16, 12];
const KM_H = 40;
/** The way to the place of a swipe from the west, the stand there, and the way on. */
const trackAround = ({ sn, place }: PastSwipe, at: number): PastReport[] =>
  Array.from({ length: CAME + LEFT + 1 }, (_, minute): PastReport => {
    const from = minute - CAME;
    // it stands from eight minutes before until eight after
    const driven = from < -8 ? from + 8 : Math.max(0, from - 8);
    const isOpen = from >= 0;
    const sample = {
      ...{ at: at + from * MINUTE, lon: place.lon + (driven * KM_H) / 60 / 95, lat: place.lat, altitude: 4, fix: true },
      ...{
        speed: driven === 0 ? 0 : KM_H,
        heading: 90,
        mileage: 48_210 + (driven * KM_H) / 60,
        satellites: 11,
        signal: 21,
      },
      cell: { mcc: 460, mnc: 0, lac: 0x1234, cid: 0xa1b2c3 },
      lock: newLock({ sealed: !isOpen, password: '12344321', battery: 78 }),
      happened: null,
    };
    const { lon, lat, speed, heading, mileage } = sample;
    return {
      ...{ at: sample.at, receivedAt: sample.at + 900, serial: minute, lon, lat, velocity: speed, heading, mileage },
      ...{ electric: 78, voltage: 3.9, lockStatus: isOpen ? 1 : 2, event: null },
      raw: encodePosition(positionOf(sample, sn, minute, false)),
    };
  });

/** Openings by cards of the last days with what the rules said of them, and what rang of it; one of them nobody has seen to. */
export const seedSwipes = async (db: ClientBase, now: number): Promise<void> => {
  // what the rules say is kept when the transaction ends: here it has been said for weeks
  await db.query('set constraints all immediate');
  await db.query('set constraints all deferred');
  await db.query(`update regional_rule_version set since = now() - interval '${RULES_AGE} days' where until is null`);
  await db.query(`update regional_rule set create_time = now() - interval '${RULES_AGE} days'`);
  const alarms: Of<PastAlarm>[] = [];
  const reports: Of<PastReport>[] = [];
  for (const [serial, swipe] of swipes.entries()) {
    const lock = await lockOf(db, swipe.sn);
    const times = swipe.ago.map((ago) => Math.floor((now - ago) / 1000) * 1000);
    const at = times.find((time) => againstRule.has(judged(swipe, time, lock)?.verdict ?? 'rule')) ?? times[0]!;
    const verdict = judged(swipe, at, lock);
    const rings = verdict !== null && againstRule.has(verdict.verdict);
    const { lon, lat } = swipe.place;
    const device = { id: lock.id, org_id: lock.org_id };
    for (const report of trackAround(swipe, at)) reports.push({ ...report, device });
    await db.query(
      `insert into lock_event (device_id, org_id, device_time, receive_time, serial, hash, lon, lat, electric, fault, replay, code, lst, lso,
         ls_before, ls_after, actor, quality, at, rang_time, rang, swipe)
       values ($1, $2, $3, $3, $4, $4, $5, $6, 78, 0, false, 'P45:1', 1, 5, 2, 1, $7, 'direct', $3, $3, $8, $9)`,
      [
        ...[lock.id, lock.org_id, new Date(at), serial + 1, lon, lat, swipe.card.padStart(10, '0')],
        ...[rings ? ['card_against_rule'] : [], verdict && JSON.stringify(verdict)],
      ],
    );
    if (rings)
      alarms.push({
        ...{
          kind: 'card_against_rule',
          at,
          lon,
          lat,
          serial: serial + 1,
          device,
        },
        ...(swipe.isOpen ? { taken: null, processed: null } : { taken: 2, processed: 14 }),
      });
  }
  await seedPositions(db, reports);
  await seedPastAlarms(db, alarms);
};
