import type { OutputOf } from '../kit/call.ts';
import { LockStatus } from '../lock/codes.ts';
import { BatchStep } from './batchSteps.ts';
import type { journeys, Way } from './journey.ts';
import type { LogisticsBatchDetail } from './logisticsBatches.ts';
import { readingKey } from './readings.ts';
import type { StepRecord } from './stepRecords.ts';
import { isBlind } from './verdict.ts';
import { isIn } from './whereabouts.ts';

export type Journey = OutputOf<typeof journeys.detail>;
export type Batch = Omit<LogisticsBatchDetail, 'version'>;

/** How the line of time is narrowed. */
export const momentKinds = ['seal', 'lock', 'alarm', 'order', 'photo'] as const;
export type MomentKind = (typeof momentKinds)[number];

/** One thing on the line of time; its key is that by which a reason names it. */
export type Moment = { key: string; at: number; kinds: MomentKind[]; place?: { lon: number; lat: number } } & (
  | { what: 'step'; step: StepRecord }
  | { what: 'refused'; refused: Journey['refused'][number] }
  | { what: 'event'; event: Way['events'][number]; way: Way }
  | { what: 'failed'; failed: Journey['failures'][number] }
  | { what: 'alarm'; alarm: Way['alarms'][number]; way: Way | null; number: string; position: string }
  | { what: 'reading'; reading: Journey['untold'][number] }
  | { what: 'order'; order: Journey['orders'][number] }
  | { what: 'gap'; to: number; noFix: boolean }
  | { what: 'amended'; amendment: Batch['amendments'][number] }
  /** `missed`: nobody looked there, or not at all of it; `late`: so much later it came, or is by now, ms */
  | { what: 'planned'; address: string; kind: 'stop' | 'patrol' | 'end'; missed: boolean; late: number }
);

const ms = (time: string): number => Date.parse(time);
const placeOf = ({ lon, lat }: { lon: number | null; lat: number | null }) =>
  lon === null || lat === null ? {} : { place: { lon, lat } };

/** Of a lock, or of a seal: then it is no lock's. */
const rang = (alarm: Way['alarms'][number], way: Way | null, number: string, position: string): Moment => ({
  ...{ key: `alarm ${alarm.id}`, at: ms(alarm.first_time), what: 'alarm', alarm, way, number, position },
  ...{ kinds: way ? ['alarm'] : ['alarm', 'seal'], ...placeOf(alarm) },
});

/** The photos that belong to one. */
export const photosOf = (of: Moment): readonly string[] =>
  of.what === 'step'
    ? of.step.photos
    : of.what === 'refused'
      ? of.refused.photos
      : of.what === 'failed'
        ? of.failed.photos
        : [];

/** As they were told, whatever order they come in: of what carries one second the later word is the newer. */
const told = <T extends { id: number }>(rows: readonly T[]): T[] => rows.toSorted((a, b) => a.id - b.id);

/** All that is known of a batch on one line of time, newest first; what is planned and has not come stands above the present. */
export const momentsOf = (
  batch: Batch,
  { ways, orders, refused, failures, alarms, untold, reasons, from, to }: Journey,
): Moment[] => {
  const left = ms(from);
  const missed = reasons.filter(({ code }) => code === 'patrol_missed').flatMap(({ rests_on }) => rests_on);
  const late = batch.transit_time === null ? 0 : Math.max(0, ms(to) - ms(batch.plan_end));
  // of one instant as one comes of the other: what was ordered, what a lock said, what that was for the batch, what rang
  const all: Moment[] = [
    ...batch.stops.map(
      (stop): Moment => ({
        ...{ key: `stop ${stop.id}`, at: ms(stop.plan_time ?? batch.plan_end), what: 'planned', address: stop.address },
        ...{ kind: stop.patrol ? 'patrol' : 'stop', kinds: [], place: stop },
        ...{ missed: missed.includes(`stop ${stop.id}`), late: 0 },
      }),
    ),
    ...(batch.end_time === null || late > 0
      ? [
          {
            ...{ key: 'end', at: ms(batch.plan_end), what: 'planned' as const, address: batch.destination_address },
            ...{ kind: 'end' as const, kinds: [], place: batch.destination, missed: false, late },
          },
        ]
      : []),
    ...told(orders).map(
      (order): Moment => ({
        ...{ key: `order ${order.id}`, at: ms(order.create_time), what: 'order', order, kinds: ['order'] },
      }),
    ),
    ...told(refused).map(
      (one): Moment => ({
        ...{ key: `refused ${one.id}`, at: ms(one.at), what: 'refused', refused: one, ...placeOf(one) },
        kinds: ['seal', ...(one.photos.length > 0 ? (['photo'] as const) : [])],
      }),
    ),
    ...told(failures).map(
      (one): Moment => ({
        ...{ key: `failed ${one.id}`, at: ms(one.at), what: 'failed', failed: one, ...placeOf(one) },
        kinds: ['seal', ...(one.photos.length > 0 ? (['photo'] as const) : [])],
      }),
    ),
    ...untold.map(
      (reading): Moment => ({
        ...{ key: readingKey(reading.step_id, ms(reading.at)), at: ms(reading.at), what: 'reading', reading },
        kinds: ['seal'],
      }),
    ),
    ...ways.flatMap((way) =>
      told(way.events)
        .filter(({ authenticated, ls_before, ls_after }) => authenticated && ls_before !== ls_after)
        .map(
          (event): Moment => ({
            ...{ key: `event ${event.id}`, at: ms(event.at), what: 'event', event, way, kinds: ['lock'] },
            ...placeOf(event),
          }),
        ),
    ),
    ...told(batch.steps).map(
      (step): Moment => ({
        ...{ key: `step ${step.id}`, at: ms(step.at), what: 'step', step, ...placeOf(step) },
        kinds: [step.source === 'lock' ? 'lock' : 'seal', ...(step.photos.length > 0 ? (['photo'] as const) : [])],
      }),
    ),
    ...told(alarms).map(({ number, position, ...alarm }) => rang(alarm, null, number, position)),
    ...ways.flatMap((way) => told(way.alarms).map((alarm) => rang(alarm, way, way.sn, ''))),
    ...ways.flatMap((way) =>
      way.gaps.filter(isBlind).map(
        (gap): Moment => ({
          ...{ key: `gap ${way.id} ${gap.from}`, at: gap.from, what: 'gap', to: gap.to },
          ...{ noFix: gap.kind === 'no_fix', kinds: ['lock'] },
        }),
      ),
    ),
    ...told(batch.amendments)
      .filter(({ at }) => ms(at) >= left)
      .map(
        (amendment): Moment => ({
          ...{ key: `amended ${amendment.id}`, at: ms(amendment.at), what: 'amended', amendment, kinds: [] },
        }),
      ),
  ];
  return all.toReversed().toSorted((a, b) => b.at - a.at);
};

/** Of a moment: whether it speaks against the batch. */
export const isBad = (moment: Moment): boolean => {
  if (moment.what === 'step') return moment.step.step === BatchStep.abnormal || moment.step.step === BatchStep.force;
  if (moment.what === 'alarm') return moment.alarm.severity === 'critical';
  if (moment.what === 'planned') return moment.missed || moment.late > 0;
  return ['refused', 'failed', 'reading', 'gap'].includes(moment.what);
};

/** Where the time line begins and ends: with the batch, and with what is planned of one on the road. */
export const spanOf = (batch: Batch, { from, to }: Journey): { from: number; to: number } => ({
  from: Math.min(ms(from), ...batch.steps.map(({ at }) => ms(at))),
  to: batch.end_time === null ? Math.max(ms(to), ms(batch.plan_end)) : ms(to),
});

/** What a place of the plan is called in which something was done; null: it was done elsewhere. */
export const plannedAt = (batch: Batch, place: { lon: number; lat: number }): string | null =>
  [...batch.stops, batch.destination, batch.end, batch.start].find((one) => isIn(one, place))?.address ?? null;

/** How a lock stood; `closed`: locked and not sealed. */
export const lockStands = ['sealed', 'closed', 'open', 'abnormal', 'unknown'] as const;
export type LockStand = (typeof lockStands)[number];
const standOf: Readonly<Record<number, LockStand>> = {
  [LockStatus.unsealedLocked]: 'closed',
  [LockStatus.unsealedOpen]: 'open',
  [LockStatus.sealedLocked]: 'sealed',
  [LockStatus.abnormal]: 'abnormal',
};
/** How a lock stood over a time: as it said last, and unknown while nothing was heard of it. */
export const standsOf = (
  { runs, events, gaps }: Way,
  { from, to }: { from: number; to: number },
): { from: number; to: number; stand: LockStand }[] => {
  const told = [
    ...runs.flat().map(([at, , , , status]) => ({ at, stand: standOf[status] })),
    ...events.filter((one) => one.authenticated).map((one) => ({ at: ms(one.at), stand: standOf[one.ls_after] })),
  ].toSorted((a, b) => a.at - b.at);
  const silences = gaps.filter(({ kind }) => kind === 'silent');
  const spans: { from: number; to: number; stand: LockStand }[] = [];
  const add = (start: number, end: number, stand: LockStand): void => {
    const last = spans.at(-1);
    if (end <= start) return;
    if (last?.stand === stand) last.to = end;
    else spans.push({ from: start, to: end, stand });
  };
  let [at, stand]: [number, LockStand] = [from, 'unknown'];
  const until = (end: number): void => {
    for (const gap of silences) {
      if (gap.to <= at || gap.from >= end) continue;
      add(at, gap.from, stand);
      add(Math.max(at, gap.from), Math.min(end, gap.to), 'unknown');
      at = Math.min(end, gap.to);
    }
    add(at, end, stand);
    at = Math.max(at, end);
  };
  for (const one of told) {
    // a report that came late does not say how it stood
    if (!one.stand || one.at > to) continue;
    until(Math.max(from, one.at));
    stand = one.stand;
  }
  until(to);
  return spans;
};
