import type { Place } from '@plomb/contract/lock/metres';
import {
  type BatchEvent,
  type BatchFacts,
  BatchStep,
  marks,
  needsSecond,
  openingCauses,
  PLACE_SECONDS,
  type PositionState,
  stepped,
} from '@plomb/contract/logistics/batchSteps';
import { sealKey } from '@plomb/contract/seals/number';
import { SealOperation } from '@plomb/contract/seals/sealSteps';
import type { Deed, Kept, Over, Reason, Refused, Thing, Things, ThingVerdict, Tried } from '../../lock/sealThings.ts';
import type { Ctx } from '../../platform/serve.ts';
import {
  amongOpenings,
  causeOf,
  type HeldBatch,
  type HeldPosition,
  holdBatch,
  isAtDestination,
  isAtStart,
  isFollowed,
  isInside,
  isLast,
  isNewest,
  moveBatch,
  positionAt,
  type Step,
  stateAt,
  writeSteps,
} from './hold.ts';

const events = {
  [SealOperation.seal]: 'seal',
  [SealOperation.patrol]: 'inspect',
  [SealOperation.unseal]: 'unseal',
  [SealOperation.scrap]: 'scrap',
  [SealOperation.abnormal]: 'abnormal',
} as const satisfies Record<SealOperation, BatchEvent>;
const steps = {
  seal: BatchStep.seal,
  inspect: BatchStep.inspect,
  unseal: BatchStep.unseal,
  scrap: BatchStep.scrap,
  abnormal: BatchStep.abnormal,
} as const;

const moves = (event: BatchEvent): boolean => event !== 'inspect' && event !== 'abnormal';

/** Whether one may open a position: named as a person or by a role, and whoever has the button where nobody is named. */
export const mayOpen = (
  { openers }: Pick<HeldPosition, 'openers'>,
  { id, roleId }: { id: number; roleId: number },
): boolean => openers.length === 0 || openers.some((one) => one.id === (one.kind === 'person' ? id : roleId));

/** Where a batch on the road is by a lock on it, if that is known of now. */
const placeNow = async ({ positions }: HeldBatch, { client }: Ctx): Promise<Place | null> => {
  const devices = positions.flatMap(({ device_id }) => device_id ?? []);
  if (devices.length === 0) return null;
  const { rows } = await client.query<Place>(
    `select lat, lon from lock_state where device_id = any($1) and lat is not null and place_time > now() - make_interval(secs => $2)
     order by place_time desc limit 1`,
    [devices, PLACE_SECONDS],
  );
  return rows[0] ?? null;
};

const factsOf = (
  batch: HeldBatch,
  position: HeldPosition,
  deed: Deed,
  sealId: number | null,
  { operator }: Ctx,
): BatchFacts => ({
  last: isLast(batch, position, deed.operation === SealOperation.unseal ? 'unseal' : 'seal'),
  ...amongOpenings(batch, position, deed.at, deed.here),
  // on the road it is sealed anew where it is
  atStart: batch.transit_time !== null || (deed.here ? isAtStart(batch, deed.here) : deed.reason !== ''),
  photos: new Set(deed.photos).size,
  photosAsked: position.photos_asked.length,
  matches:
    deed.operation === SealOperation.seal
      ? position.planned_number === '' ||
        batch.transit_time !== null ||
        sealKey(position.planned_number) === sealKey(deed.seal.number)
      : sealId === deed.seal.id,
  // in the yard a seal that was put on wrongly comes off by two
  authorised:
    mayOpen(position, operator) || (deed.operation === SealOperation.scrap && stateAt(batch, deed.at) === 'draft'),
  inside: isInside(batch, position, deed.here),
  bySecond: position.second_person,
  // who stands beside is asked when all else is right
  witnessed: true,
  reason: deed.reason !== '',
  mayEnd: false,
  applied: true,
});

/** A chip whose lock a reader has opened is still on its position: that it comes off then opens nothing more. */
const isOffOpened = (
  event: BatchEvent,
  { state, sealId }: { state: PositionState; sealId: number | null },
  { seal }: Deed,
): boolean => (event === 'unseal' || event === 'scrap') && state === 'opened' && sealId === seal.id;

/** The chip is off: whatever a reader says of its lock from then on is not of the position, which is open until another seal is on. */
const keepOff = async (batch: HeldBatch, position: HeldPosition, deed: Deed, { client }: Ctx): Promise<void> => {
  if (batch.state !== 'in_transit') return;
  await client.query(
    `update batch_position set last_time = greatest(last_time, $2), state = 'opened', opened_time = coalesce(opened_time, $2),
       opened_off = case when state = 'opened' then opened_off else $3 end where id = $1`,
    [position.id, deed.at, !isAtDestination(batch, deed.here)],
  );
};

/** One position of a batch: what is done with the seal on it is judged by the batch's table, and a step of it. */
const positionOf = (batch: HeldBatch, position: HeldPosition, place: Thing['place'], ctx: Ctx): Thing => {
  const { client, operator } = ctx;
  const refused = (refusal: Reason): ThingVerdict => ({ answer: 'refused', refusal });
  const judged = async (deed: Deed) => {
    const event = events[deed.operation];
    const then = await positionAt(client, position, deed.at);
    const facts = factsOf(batch, position, deed, then.sealId, ctx);
    const standing = {
      ...{ state: stateAt(batch, deed.at), abnormal: batch.abnormal, scrapped: batch.scrapped },
      position: then.state,
    };
    return { event, then, facts, verdict: stepped(standing, event, facts) };
  };
  return {
    id: position.id,
    orgId: batch.org_id,
    name: `${batch.plate} ${position.position}`,
    place,
    async judge(deed) {
      if (position.medium !== deed.seal.medium) return refused('batchMedium');
      const { event, then, facts, verdict } = await judged(deed);
      if (isOffOpened(event, then, deed))
        return (await isFollowed(client, position, deed.at))
          ? { answer: 'contradicts', refusal: 'batchLater' }
          : { answer: 'may', withWitness: false };
      if ('refusal' in verdict) return refused(verdict.refusal as Reason);
      // what would have changed the position cannot be put between what is known of it
      if (moves(event) && !isNewest(position, deed.at)) return { answer: 'contradicts', refusal: 'batchLater' };
      return { answer: 'may', withWitness: event === 'unseal' && needsSecond(facts) };
    },
    async follow(deed, { operation, outcome, witness }: Kept) {
      const of = {
        ...{ position, source: 'operation' as const, at: deed.at, device: deed.device, late: deed.late, operation },
        ...{ number: deed.seal.number, sealId: deed.seal.id, operator, witness, reason: deed.reason },
        ...{ here: deed.here, accuracy: deed.accuracy, photos: deed.photos },
      };
      const { event, then, facts, verdict } = await judged(deed);
      if (outcome === 'done' && isOffOpened(event, then, deed)) {
        await writeSteps(client, batch, of, [{ step: steps[event], cause: null }]);
        return await keepOff(batch, position, deed, ctx);
      }
      const standing = 'standing' in verdict ? verdict.standing : null;
      if (outcome === 'contradicts' || !standing) {
        await writeSteps(client, batch, of, [{ step: BatchStep.abnormal, cause: 'contradicts' }]);
        const flagged = { state: batch.state, abnormal: true, scrapped: batch.scrapped, position: position.state };
        return await moveBatch(client, batch, flagged, { at: deed.at, cause: 'contradicts' });
      }
      // the end stands, whatever is told of the time before it
      const isOver = batch.state === 'completed' && moves(event);
      const openedWrong = event === 'unseal' ? openingCauses(facts) : [];
      const causes = isOver ? (['late_evidence'] as const) : openedWrong;
      const kept: Step[] = [
        { step: steps[event], cause: event === 'abnormal' ? 'seal_abnormal' : null },
        ...causes.map((cause) => ({ step: BatchStep.abnormal, cause })),
      ];
      await writeSteps(client, batch, of, kept);
      const cause = causeOf(kept);
      if (isOver) {
        // what was put on a batch that is over by now is a seal that nobody can account for
        if (event === 'seal') await client.query('update seal set abnormal = true where id = $1', [deed.seal.id]);
        return await moveBatch(
          client,
          batch,
          { ...standing, state: 'completed', abnormal: true },
          { at: deed.at, cause },
        );
      }
      if (event === 'inspect')
        await client.query('update batch_position set patrol_time = greatest(patrol_time, $2) where id = $1', [
          position.id,
          deed.at,
        ]);
      else if (moves(event))
        await client.query(
          `update batch_position set state = $2::text, last_time = $3, opened_time = case when $2 = 'opened' then $3::timestamptz end,
             opened_off = $2 = 'opened' and $6::boolean,
             sealed_time = case when $2 = 'sealed' then $3::timestamptz else sealed_time end,
             seal_id = case when $2 = 'sealed' then $4::bigint else seal_id end, number = case when $2 = 'sealed' then $5::text else number end
           where id = $1`,
          [position.id, standing.position, deed.at, deed.seal.id, deed.seal.number, !isAtDestination(batch, deed.here)],
        );
      if (event !== 'inspect')
        await moveBatch(client, batch, standing, {
          ...{ at: deed.at, cause },
          ending: { result: 'normal', reason: '', by: operator },
        });
    },
    async refused(tried, refused) {
      const { state, sealId } = await positionAt(client, position, tried.at);
      // whoever puts one on found nothing: it came out of the bag
      const another = tried.operation !== SealOperation.seal && tried.seal_id !== sealId;
      if (marks(refused.refusal, state, another))
        await keepRefused(batch, position, tried, refused, 'refused_scan', ctx);
    },
  };
};

/** What was refused at a position, and says something of its batch: an abnormal step, which flags it for ever. */
const keepRefused = async (
  batch: HeldBatch,
  position: HeldPosition,
  tried: Tried,
  { operation }: Refused,
  cause: 'refused_scan' | 'contradicts',
  { client, operator }: Ctx,
): Promise<void> => {
  const { at, device, late, here, accuracy, photos, reason, number, seal_id: sealId } = tried;
  const of = {
    ...{ position, source: 'operation' as const, at, device, late, operation, number, sealId, operator, reason },
    ...{ here, accuracy, photos },
  };
  await writeSteps(client, batch, of, [{ step: BatchStep.abnormal, cause }]);
  const flagged = { state: batch.state, abnormal: true, scrapped: batch.scrapped, position: position.state };
  await moveBatch(client, batch, flagged, { at, cause });
};

/** A position whose batch was over by then, or whose plan was written anew without it. */
const overOf = (batch: HeldBatch, position: HeldPosition, ctx: Ctx): Over => ({
  id: position.id,
  name: `${batch.plate} ${position.position}`,
  over: 'batchOver',
  async refused(tried, refused) {
    // whoever is told so at once can put it right; what is told late has happened
    if (refused.outcome === 'contradicts') await keepRefused(batch, position, tried, refused, 'contradicts', ctx);
  },
});

/** Positions of batches, as what seals are put on. */
export const batchPositions: Things = {
  kind: 'position',
  async find(id, at, ctx) {
    const { rows } = await ctx.client.query<{ batch_id: number }>('select batch_id from batch_position where id = $1', [
      id,
    ]);
    const batch = rows[0] && (await holdBatch(ctx.client, rows[0].batch_id, at));
    if (!batch) return null;
    const position = [...batch.positions, ...batch.dropped].find((one) => one.id === id)!;
    const isOver = batch.state === 'cancelled' || (batch.end_time !== null && new Date(batch.end_time) < at);
    if (isOver || position.nth === null) return overOf(batch, position, ctx);
    if (batch.transit_time === null) return positionOf(batch, position, 'asApplied', ctx);
    const isNow = Date.now() - at.getTime() < PLACE_SECONDS * 1000;
    return positionOf(batch, position, isNow ? await placeNow(batch, ctx) : null, ctx);
  },
};
