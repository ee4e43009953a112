import { type MeterFacts, type MeterRefusal, meterMoved } from '@plomb/contract/metering/meterSteps';
import { CLOCK_MS } from '@plomb/contract/seals/rfidSteps';
import { SealOperation } from '@plomb/contract/seals/sealSteps';
import type { Deed, Thing, Things } from '../../lock/sealThings.ts';
import type { Ctx } from '../../platform/serve.ts';
import { type HeldMeter, heldMeter, stateNow, workFacts } from './meters.ts';
import { closeIfDone } from './works.ts';

interface Point {
  id: number;
  meter_id: number;
  point_name: string;
  seal_id: number | null;
  /** each other point of its meter has a seal on */
  others_sealed: boolean;
  /** of the last operation on it */
  last_time: string | null;
  /** when its meter became what it is, and when it was sealed as a whole */
  moved_time: string | null;
  whole_time: string | null;
  /** what its meter was when it was done */
  state_then: HeldMeter['state'];
}

/** What moves the seal, and so the point. */
const moving: readonly SealOperation[] = [SealOperation.seal, SealOperation.unseal, SealOperation.scrap];
/** Of a seal that is scrapped where it is, its point says that it was taken off. */
const ofMeter = (operation: SealOperation): SealOperation =>
  operation === SealOperation.scrap ? SealOperation.unseal : operation;

const factsOf = (meter: HeldMeter, point: Point, by: Date): MeterFacts => ({
  ...workFacts(meter.work, by),
  whole: point.others_sealed,
  // the end of a meter is no operation on its seals
  ...{ reason: false, witnessed: false },
});

/** Nothing is known of later that it had to come after. What was done at other points is none of it: handsets tell in any order. */
const isInOrder = ({ operation, at }: Deed, { last_time, moved_time, whole_time }: Point): boolean =>
  // of two seals that were taken off the second may be told first, and has opened the meter
  [last_time, operation === SealOperation.seal ? moved_time : whole_time].every((one) => !one || new Date(one) <= at);

/** The end of a meter is no operation on its seals. */
const asReason = (refusal: MeterRefusal): Exclude<MeterRefusal, 'meterReason' | 'meterWitness'> =>
  refusal === 'meterReason' || refusal === 'meterWitness' ? 'meterStep' : refusal;

const judged = (deed: Deed, meter: HeldMeter, point: Point): Awaited<ReturnType<Thing['judge']>> => {
  const { operation, at } = deed;
  // what is left on a meter that is no more is still accounted for
  if (meter.state === 'scrapped' && operation === SealOperation.scrap) return { answer: 'may', withWitness: false };
  if (operation === SealOperation.seal && point.seal_id !== null) return { answer: 'refused', refusal: 'meterPoint' };
  if (moving.includes(operation) && !isInOrder(deed, point)) return { answer: 'contradicts', refusal: 'meterStep' };
  // what moves nothing is judged by what the meter was then, too: what it is now may be another thing
  if (!moving.includes(operation)) {
    const verdicts = [point.state_then, stateNow(meter)].map((state) =>
      meterMoved(state, operation, factsOf(meter, point, at)),
    );
    const [then] = verdicts;
    return 'refusal' in then! && verdicts.every((verdict) => 'refusal' in verdict)
      ? { answer: 'refused', refusal: asReason(then.refusal) }
      : { answer: 'may', withWitness: false };
  }
  const now = new Date();
  const asOf = (by: Date) => meterMoved(stateNow(meter), ofMeter(operation), factsOf(meter, point, by));
  // what its order says now, and what it said then: an order makes nothing lawful that was done before it
  const verdicts = [asOf(now), asOf(new Date(Math.min(now.getTime(), at.getTime() + CLOCK_MS)))];
  const refusals = verdicts.flatMap((verdict) => ('refusal' in verdict ? [verdict.refusal] : []));
  const [refusal] = refusals;
  if (!refusal) return { answer: 'may', withWitness: false };
  return {
    answer: refusals.length === verdicts.length ? 'refused' : 'contradicts',
    refusal: asReason(refusal),
  };
};

/** The meter and its point after an operation, and the order that it may close. */
const follow = async (deed: Deed, meter: HeldMeter, point: Point, ctx: Ctx): Promise<void> => {
  const { client, operator } = ctx;
  const { operation, seal, at } = deed;
  if (operation === SealOperation.seal)
    await client.query(
      'update seal_point set seal_id = $2, number = $3, medium = $4, since = $5, abnormal = false where id = $1',
      [...[point.id, seal.id, seal.number, seal.medium, at]],
    );
  else if (moving.includes(operation))
    await client.query(
      "update seal_point set seal_id = null, number = '', medium = null, since = null, abnormal = false where id = $1",
      [point.id],
    );
  if (meter.state === 'scrapped') return;
  if (operation === SealOperation.abnormal) return;
  if (operation === SealOperation.patrol) {
    // of a meter that was opened since it tells nothing of what it is now
    await client.query(
      `update meter set patrol_time = greatest(patrol_time, $2::timestamptz) where id = $1 and state = 'sealed' and last_time <= $2::timestamptz`,
      [meter.id, at],
    );
    return;
  }
  const verdict = meterMoved(stateNow(meter), ofMeter(operation), factsOf(meter, point, new Date()));
  if (!('state' in verdict)) return;
  await client.query(
    `update meter set state = $2, last_time = case when $2 = state then last_time
         else greatest($3::timestamptz, (select max(since) from seal_point where meter_id = $1)) end,
       patrol_time = case when $2 = state then patrol_time end, moved_id = $4, moved_name = $5 where id = $1`,
    [meter.id, verdict.state, at, operator.id, operator.operName],
  );
  await closeIfDone(meter.id, ctx);
};

/** The points of meters, as seals are put on them. */
export const meterPoints: Things = {
  kind: 'point',
  find: async (id, done, ctx) => {
    const { rows: found } = await ctx.client.query<{ meter_id: number }>(
      'select meter_id from seal_point where id = $1',
      [id],
    );
    const meter = found[0] && (await heldMeter(found[0].meter_id, ctx));
    if (!meter) return null;
    const { rows } = await ctx.client.query<Point>(
      `select p.id, p.meter_id, p.point_name, p.seal_id,
         not exists (select from seal_point o where o.meter_id = p.meter_id and o.id <> p.id and o.seal_id is null) as others_sealed,
         (select max(o.at) from seal_operation o where o.thing = 'point' and o.thing_id = p.id and o.outcome = 'done') as last_time,
         m.last_time as moved_time,
         (select max(v.at) from meter_move v where v.meter_id = p.meter_id and v.to_state = 'sealed') as whole_time,
         coalesce((select v.to_state from meter_move v where v.meter_id = p.meter_id and v.at <= $2 order by v.at desc, v.id desc limit 1),
           'in_use') as state_then
       from seal_point p join meter m on m.id = p.meter_id where p.id = $1 for update of p`,
      [id, done],
    );
    const point = rows[0]!;
    return {
      id,
      orgId: meter.org_id,
      name: `${meter.meter_name} ${point.point_name}`,
      place: meter.lat !== null && meter.lon !== null ? { lat: meter.lat, lon: meter.lon } : 'asApplied',
      judge: async (deed) => judged(deed, meter, point),
      // what contradicts the record leaves its mark on the seal, and moves neither point nor meter
      follow: async (deed, { outcome }) => {
        if (outcome === 'done') await follow(deed, meter, point, ctx);
      },
    };
  },
};
