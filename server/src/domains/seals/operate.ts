import { alarmSeverity } from '@plomb/contract/alarms/severity';
import { errors } from '@plomb/contract/errors';
import type { OutputOf } from '@plomb/contract/kit/call';
import { inBoth } from '@plomb/contract/kit/text';
import { metresBetween, type Place } from '@plomb/contract/lock/metres';
import { type field, type ThingKind, thingKinds } from '@plomb/contract/seals/field';
import { type SealMedium, sealKey } from '@plomb/contract/seals/number';
import {
  ON_SITE_METRES,
  operated,
  type SealAlarm,
  type SealFacts,
  SealOperation,
  type SealStanding,
  type SealState,
} from '@plomb/contract/seals/sealSteps';
import { seedWord } from '@plomb/contract/words';
import { type Deed, isOver, type Over, type Reason, type Thing, type Things } from '../../lock/sealThings.ts';
import { keepPictures } from '../../platform/files/keepPictures.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import type { Ctx } from '../../platform/serve.ts';
import { type Labels, readOf } from './label.ts';
import { checkUnknown, digestOf, LATE_MS, leftSince, momentOf, oneByOne } from './told.ts';

/** What was done in the field, as the handset told it; what an operation does not ask for is not there. */
export interface Told extends Partial<Record<ThingKind, number | undefined>> {
  medium: SealMedium;
  read: string;
  key: string;
  time: string;
  counter: number;
  lat?: number | undefined;
  lon?: number | undefined;
  accuracy?: number | undefined;
  photos: string[];
  reason: string;
  object?: string | undefined;
  expected?: string | undefined;
  abnormal_kind?: string | undefined;
}
/** Who stands beside it, by an own sign-in. */
export interface Witness {
  id: number;
  operName: string;
}

type Done = OutputOf<typeof field.seal>;

interface Row extends SealStanding {
  id: number;
  org_id: number;
  number: string;
  holder: { id: number; name: string } | null;
  object: string;
  /** which thing it is on, of those that have rules of their own */
  thing: ThingKind | null;
  thing_id: number | null;
  /** where it was applied */
  place: { lat: number; lon: number } | null;
  seal_time: string | null;
  /** of the newest that is known of it: what was done with it, or that it came into another hand */
  last_time: string | null;
  handed_time: string | null;
  create_time: string;
}

/** The seal that a text names, held until the end of the transaction: of two who do something with it one is first. */
const held = async (medium: SealMedium, number: string, { client }: Ctx): Promise<Row | null> => {
  const { rows } = await client.query<Omit<Row, 'handed_time'>>(
    `select s.id, s.org_id, s.number, s.state, s.abnormal, s.object, s.thing, s.thing_id, s.seal_time, s.last_time, s.create_time, k.reusable,
       case when s.holder_id is not null then jsonb_build_object('id', s.holder_id, 'name', s.holder_name) end as holder,
       case when s.lat is not null then jsonb_build_object('lat', s.lat, 'lon', s.lon) end as place
     from seal s join seal_series r on r.id = s.series_id join seal_kind k on k.id = r.kind_id
     where s.medium = $1 and s.key = $2 for update of s`,
    [medium, sealKey(number)],
  );
  const seal = rows[0];
  if (!seal) return null;
  // asked once it is held: whoever hands it on holds it, too. What was missing is in nobody's hand, and may have been used before
  const { rows: hands } = await client.query<{ at: string | null }>(
    "select max(at) as at from seal_movement where seal_id = $1 and handover_id is not null and kind in ('received', 'found')",
    [seal.id],
  );
  const handed_time = hands[0]!.at;
  const last_time = [seal.last_time, handed_time].reduce((a, b) => (b && (!a || new Date(a) < new Date(b)) ? b : a));
  return { ...seal, handed_time, last_time };
};

/** Whether it was in the caller's hand at that moment, as far as they see. */
const heldThen = async (seal: Row, at: Date, { client, operator }: Ctx): Promise<boolean> => {
  if (seal.holder && isNewest(seal, at)) return seal.holder.id === operator.id;
  const { rows } = await client.query<{ is: boolean }>(
    `select kind in ('received', 'found') and holder_id = $3 as is from seal_movement
     where seal_id = $1 and date_trunc('milliseconds', at) <= $2 order by date_trunc('milliseconds', at) desc, id desc limit 1`,
    [seal.id, at, operator.id],
  );
  return rows[0]?.is ?? false;
};

/** Where it stood at that moment, by what was done until then. */
const standingAt = async (seal: Row, at: Date, { client }: Ctx): Promise<SealStanding> => {
  const { rows } = await client.query<{ state: SealState; abnormal: boolean }>(
    `select to_state as state, to_abnormal as abnormal from seal_operation
     where seal_id = $1 and outcome = 'done' and at <= $2 order by at desc, id desc limit 1`,
    [seal.id, at],
  );
  return { reusable: seal.reusable, ...(rows[0] ?? { state: 'blank', abnormal: false }) };
};

/**
 * One that has left the caller's organisations since then, or minutes before, as they know it: it was blank when it did, and is theirs no more. Of two
 * who open a load together, or by a clock that is ahead, nobody has a forged number in hand.
 */
const leftThen = async ({ medium, time }: Told, number: string, ctx: Ctx): Promise<Row | null> => {
  const done = Date.parse(time);
  const left = await leftSince(medium, number, new Date(done - LATE_MS), ctx);
  if (!left) return null;
  const { id, reusable, create_time, handed_time } = left;
  // nothing that they do is the newest of it
  const last_time = new Date(Math.max(Date.parse(left.left_time), done + 1)).toISOString();
  const blank = { state: 'blank' as const, abnormal: false, holder: null, object: '', thing: null, thing_id: null };
  const seal = { id, number: left.number, reusable, create_time, handed_time, last_time };
  return { ...seal, ...blank, org_id: ctx.operator.orgId, place: null, seal_time: null };
};

const isAfter = (time: string | null | undefined, at: Date): boolean => Boolean(time) && new Date(time!) > at;
/** Nothing that came later is known. */
const isNewest = (seal: Row | null, at: Date): boolean => !isAfter(seal?.last_time, at);

interface Judged {
  outcome: Done['outcome'];
  refusal: Reason | null;
  /** of a refusal that rings */
  alarm: SealAlarm | null;
  /** where it stood when it was done, and after it; null: nobody knows the number */
  from: SealStanding | null;
  after: SealStanding | null;
}

/**
 * Judged by when it was done. What came later and was told earlier stands: a patrol or a complaint of before is kept beside it,
 * and whatever would have changed the seal meanwhile contradicts the record: also of whoever had it in hand then and handed it on, for
 * two have signed since that it was blank, and a clock that is put back takes nothing from whoever has it.
 */
const judge = async (
  seal: Row | null,
  operation: SealOperation,
  facts: SealFacts,
  at: Date,
  ctx: Ctx,
): Promise<Judged> => {
  const isLast = isNewest(seal, at);
  const from =
    seal &&
    (isLast
      ? { state: seal.state, abnormal: seal.abnormal, reusable: seal.reusable }
      : await standingAt(seal, at, ctx));
  const verdict = operated(from, operation, facts);
  if ('refusal' in verdict) return { outcome: 'refused', ...verdict, from, after: from };
  // what would have changed it cannot be put between what is known
  if (!isLast && verdict.standing.state !== from?.state)
    return {
      ...{ outcome: 'contradicts', refusal: isAfter(seal?.handed_time, at) ? 'sealHanded' : 'sealStep', alarm: null },
      ...{ from, after: from },
    };
  return { outcome: 'done', refusal: null, alarm: null, from, after: verdict.standing };
};

const answer = (
  row: { id: number; outcome: Done['outcome']; refusal: Reason | null; to_state: SealState | null },
  { lang }: Ctx,
): Done => ({
  id: row.id,
  outcome: row.outcome,
  refusal: row.refusal,
  words: row.refusal ? errors[row.refusal][lang] : '',
  state: row.to_state,
});

/** What became of an operation that was told before under the same key; null: it was not. */
const toldBefore = async (operation: SealOperation, told: Told, ctx: Ctx): Promise<Done | null> => {
  const { rows } = await ctx.client.query<{
    id: number;
    outcome: Done['outcome'];
    refusal: Reason | null;
    to_state: SealState | null;
    asked: string;
  }>(
    `select id, outcome, refusal, to_state, asked from seal_operation where operator_id = $1 and idempotency_key = $2`,
    [ctx.operator.id, told.key],
  );
  if (!rows[0]) return null;
  if (rows[0].asked !== digestOf(operation, told)) throw new Refusal('sealKeyUsed');
  return answer(rows[0], ctx);
};

/** What it is about, as it is called: of a thing its own name, of a seal that is on what is on record, and only else what was said. */
const objectOf = (operation: SealOperation, told: Told, thing: Pick<Thing, 'name'> | null, seal: Row | null): string =>
  thing?.name ?? ((operation === SealOperation.seal ? told.object : seal?.object || told.object) || '');

/** Before when nobody did anything with it. Whoever has it by now and tells at once did it since it came into their hand: their clock is behind. */
const sinceOf = ({ holder, handed_time, create_time }: Row, time: string, now: Date, { operator }: Ctx): string =>
  holder?.id === operator.id && handed_time !== null && !momentOf(time, create_time, now).late
    ? handed_time
    : create_time;

interface On {
  kind: ThingKind;
  id: number;
}
const isSame = (a: On, b: On | null): boolean => a.kind === b?.kind && a.id === b.id;
/** The thing that is named, and the one that the seal was on at that moment. */
const thingsAt = async (
  told: Told,
  seal: Row | null,
  at: Date,
  { client }: Ctx,
): Promise<{ named: On | null; on: On | null }> => {
  const kind = thingKinds.find((one) => told[one] !== undefined);
  const named = kind ? { kind, id: told[kind]! } : null;
  if (!seal || isNewest(seal, at)) return { named, on: seal?.thing ? { kind: seal.thing, id: seal.thing_id! } : null };
  const { rows } = await client.query<On & { operation: SealOperation }>(
    `select operation, thing as kind, thing_id as id from seal_operation
     where seal_id = $1 and outcome = 'done' and operation in (0, 2, 3) and at <= $2 order by at desc, id desc limit 1`,
    [seal.id, at],
  );
  const last = rows[0];
  return { named, on: last?.kind && last.operation === SealOperation.seal ? last : null };
};

/** Whether whoever tells it was the last to do something with the seal, and put it on: told again under another key it is no other deed. */
const isTheirs = async (seal: Row, { client, operator }: Ctx): Promise<boolean> => {
  const { rows } = await client.query<{ operation: SealOperation; operator_id: number }>(
    `select operation, operator_id from seal_operation where seal_id = $1 and outcome = 'done' order by at desc, id desc limit 1`,
    [seal.id],
  );
  return rows[0]?.operation === SealOperation.seal && rows[0].operator_id === operator.id;
};

/** Where a handset is: one that does not know it to within what counts as there knows of no place. */
export const hereOf = ({ lat, lon, accuracy }: Pick<Told, 'lat' | 'lon' | 'accuracy'>): Place | null =>
  accuracy !== undefined && accuracy <= ON_SITE_METRES && lat !== undefined && lon !== undefined ? { lat, lon } : null;

export interface OperatingDeps {
  labels: Labels;
  /** what seals are put on, of other domains */
  things: readonly Things[];
  /** an alarm of a seal rang */
  alarmed(alarmId: number): void;
}

/**
 * Does one operation on a seal, or keeps that it was refused: by the table of the seal, and by the rules of the thing it is on.
 * `witness` signs in only if everything else is right: a code is good once.
 */
export const openOperating =
  ({ labels, things, alarmed }: OperatingDeps) =>
  async (
    operation: SealOperation,
    told: Told,
    ctx: Ctx,
    witness: (orgId: number) => Promise<Witness | null> = async () => null,
  ): Promise<Done> => {
    const { client, operator } = ctx;
    await oneByOne('seal operations', told.key, ctx);
    const before = await toldBefore(operation, told, ctx);
    if (before) return before;

    const { number, label } = readOf(labels, told.medium, told.read);
    ctx.note(inBoth((lang) => `${seedWord('seal_operation', String(operation))[lang]} ${number}`));
    const seal =
      label === 'forged' ? null : ((await held(told.medium, number, ctx)) ?? (await leftThen(told, number, ctx)));
    if (!seal) await checkUnknown('seal_operation', ctx);
    const now = new Date();
    const device = new Date(told.time);
    const { at, late } = momentOf(told.time, seal && sinceOf(seal, told.time, now, ctx), now);
    const { named, on } = await thingsAt(told, seal, at, ctx);
    const find = async (one: On | null): Promise<Thing | Over | null> =>
      one && ((await things.find(({ kind }) => kind === one.kind)?.find(one.id, at, ctx)) ?? null);
    const isOnIt = named ? isSame(named, on) : on === null && told.object === seal?.object;
    const isElsewhere = operation !== SealOperation.seal && named !== null && !isSame(named, on);
    const meant = named ?? (operation === SealOperation.seal ? null : on);
    const found = await find(meant);
    if (named && !found) throw fieldRefusal(named.kind, 'choice');
    const over = found && isOver(found) ? found : null;
    const thing = found && !isOver(found) ? found : null;

    const here = hereOf(told);
    const expectedAt = !thing || thing.place === 'asApplied' ? (seal?.place ?? null) : thing.place;
    const metres = here && expectedAt ? metresBetween(here, expectedAt) : null;
    const facts: SealFacts = {
      holds: seal !== null && (await heldThen(seal, at, ctx)),
      object: Boolean(told.object) || found !== null,
      there:
        operation === SealOperation.seal &&
        seal?.state === 'sealed' &&
        isOnIt &&
        isNewest(seal, at) &&
        (await isTheirs(seal, ctx)),
      photos: told.photos.length,
      metres,
      // of what moves and is nowhere known to be, whoever patrols says where they are
      override: told.reason !== '' || (thing?.place === null && here !== null),
      expected: told.expected ? sealKey(told.expected) : null,
      number: sealKey(number),
      // who may take one off is judged by the button of the call and by what it is on, and who stands beside it when all else is right
      authorised: true,
      witnessed: true,
      reason: told.reason !== '',
      kind: told.abnormal_kind !== undefined,
    };
    let judged = await judge(seal, operation, facts, at, ctx);
    let beside: Witness | null = null;
    const refuse = (refusal: Reason, outcome: 'refused' | 'contradicts' = 'refused') => {
      judged = { ...judged, outcome, refusal, after: judged.from };
    };
    const tried = {
      ...{ operation, at, device, late, here, accuracy: told.accuracy ?? null, photos: told.photos },
      ...{ reason: told.reason, abnormal_kind: told.abnormal_kind ?? null },
    };
    const deed: Deed | null = seal && { ...tried, seal: { ...seal, medium: told.medium } };
    let isWitnessed = operation === SealOperation.scrap;
    // what it is on is not seen: nobody can judge, so nobody may
    if (judged.outcome === 'done' && meant && !found) refuse('sealThing');
    // a seal that stayed on what is over is on nothing that has rules
    if (judged.outcome === 'done' && over && named && !isSame(named, on))
      refuse(over.over, late ? 'contradicts' : 'refused');
    // whatever state it is in: another number was found than the one that is on
    if (seal && isElsewhere && judged.outcome !== 'contradicts' && !over) refuse('sealMismatch');
    if (judged.outcome === 'done' && thing && deed) {
      const verdict = await thing.judge(deed);
      if (verdict.answer === 'may') isWitnessed ||= verdict.withWitness;
      else refuse(verdict.refusal, verdict.answer);
    }
    if (judged.outcome === 'done' && seal && isWitnessed) {
      beside = await witness(seal.org_id);
      if (!beside) refuse('sealWitness');
    }
    const { outcome, refusal, alarm, from, after } = judged;
    await keepPictures(told.photos, 'seal', `seal ${seal?.number ?? number}`, ctx);
    const { rows } = await client.query<{ id: number }>(
      `insert into seal_operation (org_id, seal_id, medium, number, operation, outcome, refusal, alarm, from_state, to_state, to_abnormal, at,
         device_time, counter, late, operator_id, oper_name, org_name, api_key_id, idempotency_key, asked, object, abnormal_kind, reason,
         witness_id, witness, lat, lon, accuracy, metres, photos, thing, thing_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
         coalesce((select org_name from organisation where id = $18), ''), $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33)
       returning id`,
      [
        ...[
          // whoever has what it is on has it, too; of what rings, whoever has the number
          (alarm && seal?.org_id) || (thing?.orgId ?? seal?.org_id ?? operator.orgId),
          seal?.id ?? null,
          told.medium,
          seal?.number ?? number,
          operation,
        ],
        ...[outcome, refusal, alarm, from?.state ?? null, after?.state ?? null, after?.abnormal ?? false],
        ...[
          at,
          device,
          told.counter,
          late,
          operator.id,
          operator.operName,
          operator.orgId,
          operator.apiKey?.id ?? null,
        ],
        ...[told.key, digestOf(operation, told), objectOf(operation, told, found, seal)],
        ...[told.abnormal_kind ?? null, told.reason, beside?.id ?? null, beside?.operName ?? ''],
        ...[told.lat ?? null, told.lon ?? null, told.accuracy ?? null, metres, told.photos],
        ...[found && meant ? meant.kind : null, found?.id ?? null],
      ],
    );
    const id = rows[0]!.id;
    if (seal) {
      const putOn = thing && meant ? { kind: meant.kind, id: thing.id, name: thing.name, orgId: thing.orgId } : null;
      await follow(seal, operation, judged, { at, told, here, putOn }, ctx);
    }
    if (alarm) {
      const rung = await client.query<{ id: number | null }>('select ring_seal($1, $2) as id', [
        id,
        alarmSeverity[alarm],
      ]);
      const rings = rung.rows[0]?.id;
      if (rings) ctx.afterCommit(() => alarmed(rings));
    }
    if (thing && deed && outcome !== 'refused')
      await thing.follow(deed, { operation: id, outcome, witness: beside?.operName ?? '' });
    if (found && outcome !== 'done' && refusal && (over || outcome === 'refused'))
      await found.refused?.(
        { ...tried, number: seal?.number ?? number, seal_id: seal?.id ?? null },
        { operation: id, outcome, refusal },
      );
    return answer({ id, outcome, refusal, to_state: after?.state ?? null }, ctx);
  };

/** The present of a seal after an operation. What contradicts the record leaves its mark while the seal is on. */
const follow = async (
  seal: Row,
  operation: SealOperation,
  { outcome, after }: Judged,
  {
    at,
    told,
    here,
    putOn,
  }: {
    at: Date;
    told: Told;
    here: { lat: number; lon: number } | null;
    putOn: (On & { name: string; orgId: number }) | null;
  },
  { client, operator }: Ctx,
): Promise<void> => {
  if (outcome === 'refused' || !after) return;
  // also of a thing whose record it contradicts, while the seal's own does not
  if (outcome === 'contradicts' || !isNewest(seal, at)) {
    // of before: it moves nothing, and stays with the seal as long as it is on since then
    if (outcome === 'contradicts' || operation === SealOperation.abnormal)
      await client.query("update seal set abnormal = true where id = $1 and state = 'sealed' and seal_time <= $2", [
        seal.id,
        at,
      ]);
    return;
  }
  const off = { ...seal, seal_time: null, thing: null, thing_id: null };
  const next = {
    [SealOperation.seal]: {
      ...{ seal_time: at, holder: null, object: putOn?.name ?? told.object ?? '', place: here },
      ...{ thing: putOn?.kind ?? null, thing_id: putOn?.id ?? null, org_id: putOn?.orgId ?? seal.org_id },
    },
    [SealOperation.patrol]: seal,
    [SealOperation.abnormal]: seal,
    // whoever took it off has it in hand
    [SealOperation.unseal]: {
      ...{ ...off, holder: { id: operator.id, name: operator.operName } },
      org_id: after.state === 'blank' ? operator.orgId : seal.org_id,
    },
    [SealOperation.scrap]: { ...off, holder: null },
  }[operation];
  await client.query(
    `update seal set state = $2, abnormal = $3, last_time = $4, told_time = now(), seal_time = $5, holder_id = $6, holder_name = $7, object = $8,
       lat = $9, lon = $10, thing = $11, thing_id = $12, org_id = $13 where id = $1`,
    [
      ...[seal.id, after.state, after.abnormal, at, next.seal_time, next.holder?.id ?? null, next.holder?.name ?? ''],
      ...[next.object, next.place?.lat ?? null, next.place?.lon ?? null, next.thing, next.thing_id, next.org_id],
    ],
  );
};
