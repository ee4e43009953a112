import { type MeterFacts, meterMoved } from '@plomb/contract/metering/meterSteps';
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
}

/** What moves the seal, and so the point. */
const moving: readonly SealOperation[] = [SealOperation.seal, SealOperation.unseal, SealOperation.scrap];
/** Of a seal that is scrapped where it is, its point says that it was taken off. */
const ofMeter = (operation: SealOperation): SealOperation =>
  operation === SealOperation.scrap ? SealOperation.unseal : operation;

const factsOf = (meter: HeldMeter, point: Point): MeterFacts => ({
  ...workFacts(meter.work),
  whole: point.others_sealed,
  // the end of a meter is no operation on its seals
  ...{ reason: false, witnessed: false },
});

const judged = (deed: Deed, meter: HeldMeter, point: Point): Awaited<ReturnType<Thing['judge']>> => {
  const { operation } = deed;
  const isLast = !meter.last_time || new Date(meter.last_time) <= deed.at;
  // what is left on a meter that is no more is still accounted for
  if (meter.state === 'scrapped' && operation === SealOperation.scrap) return { answer: 'may', withWitness: false };
  if (operation === SealOperation.seal && point.seal_id !== null) return { answer: 'refused', refusal: 'meterPoint' };
  if (!isLast && moving.includes(operation)) return { answer: 'contradicts', refusal: 'meterStep' };
  const verdict = meterMoved(stateNow(meter), ofMeter(operation), factsOf(meter, point));
  if ('state' in verdict) return { answer: 'may', withWitness: false };
  return verdict.refusal === 'meterReason' || verdict.refusal === 'meterWitness'
    ? { answer: 'refused', refusal: 'meterStep' }
    : { answer: 'refused', refusal: verdict.refusal };
};

/** The meter and its point after an operation, and the order that it may close. */
const follow = async (deed: Deed, meter: HeldMeter, point: Point, ctx: Ctx): Promise<void> => {
  const { client, operator } = ctx;
  const { operation, seal, at } = deed;
  if (operation === SealOperation.seal)
    await client.query('update seal_point set seal_id = $2, number = $3, medium = $4, since = $5 where id = $1', [
      ...[point.id, seal.id, seal.number, seal.medium, at],
    ]);
  else if (moving.includes(operation))
    await client.query("update seal_point set seal_id = null, number = '', medium = null, since = null where id = $1", [
      point.id,
    ]);
  if (meter.state === 'scrapped') return;
  const verdict = meterMoved(stateNow(meter), ofMeter(operation), factsOf(meter, point));
  if (!('state' in verdict)) return;
  const isPatrol = operation === SealOperation.patrol;
  await client.query(
    `update meter set state = $2, last_time = greatest(last_time, $3::timestamptz),
       patrol_time = case when $4 then greatest(patrol_time, $3::timestamptz) when $2 = state then patrol_time end,
       moved_id = $5, moved_name = $6 where id = $1`,
    [
      ...[meter.id, verdict.state === 'patrol' ? 'sealed' : verdict.state, at, isPatrol],
      ...[operator.id, operator.operName],
    ],
  );
  await closeIfDone(meter.id, ctx);
};

/** The points of meters, as seals are put on them. */
export const meterPoints: Things = {
  kind: 'point',
  find: async (id, _at, ctx) => {
    const { rows: found } = await ctx.client.query<{ meter_id: number }>(
      'select meter_id from seal_point where id = $1',
      [id],
    );
    const meter = found[0] && (await heldMeter(found[0].meter_id, ctx));
    if (!meter) return null;
    const { rows } = await ctx.client.query<Point>(
      `select p.id, p.meter_id, p.point_name, p.seal_id,
         not exists (select from seal_point o where o.meter_id = p.meter_id and o.id <> p.id and o.seal_id is null) as others_sealed
       from seal_point p where p.id = $1 for update`,
      [id],
    );
    const point = rows[0]!;
    return {
      id,
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
