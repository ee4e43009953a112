import { type AlarmKind, LockStatus } from '@plomb/contract/lock/codes';
import { heard, type LockWord, type PositionState } from '@plomb/contract/logistics/batchSteps';
import type { ClientBase, Pool } from 'pg';
import { transaction } from '../../platform/postgres/transaction.ts';
import {
  amongOpenings,
  causeOf,
  holdBatch,
  isAtDestination,
  isAtStart,
  isInside,
  isLast,
  isNewest,
  moveBatch,
  positionAt,
  type Step,
  stateAt,
  writeSteps,
} from './hold.ts';
import { followReader } from './readers.ts';

/** Looked for at once. */
const MANY = 200;
/** Alarms that an opening without right rings. */
const WITHOUT_RIGHT = ['illegal_unlock', 'illegal_unlocking', 'card_against_rule'] satisfies AlarmKind[];
/** Told so much later than it was said, it is told late. */
const LATE_MS = 5 * 60_000;

interface Told {
  id: number;
  device_id: number;
  sn: string;
  at: string;
  device_time: string;
  create_time: string;
  lat: number | null;
  lon: number | null;
  before: number;
  after: number;
  /** forced, or opened by whoever had no right to */
  wrong: boolean;
  counts: boolean;
  batch_id: number;
  position_id: number;
}

/**
 * What a word says of the metal; null: nothing that a batch asks for. What was forced may have been open for the lock before, and
 * sealed for its batch: so it is asked of the position.
 */
const wordOf = ({ before, after, wrong, counts }: Told, position: PositionState): LockWord | null => {
  const nothing = wrong ? 'abnormal' : null;
  if (!counts || (before === after && !wrong)) return nothing;
  if (after === LockStatus.sealedLocked) return before === after ? nothing : 'sealed';
  return before === LockStatus.sealedLocked || position === 'sealed' ? 'unsealed' : nothing;
};

/** Whether a word that is judged anew says no more than what is kept of it. */
const isKept = async (client: ClientBase, { id, wrong }: Told, first: Step): Promise<boolean> => {
  const { rows } = await client.query<Step>('select step, cause from batch_step where lock_event_id = $1', [id]);
  return wrong
    ? rows.some(({ cause }) => cause === 'lock_abnormal' || cause === 'late_evidence')
    : rows.some(({ step }) => step === first.step);
};

const follow = async (client: ClientBase, told: Told): Promise<void> => {
  if (!told.wrong && (!told.counts || told.before === told.after)) return;
  const at = new Date(told.at);
  const batch = await holdBatch(client, told.batch_id, at);
  const position = batch?.positions.find(({ id }) => id === told.position_id);
  if (!batch || !position) return;
  const { state: before } = await positionAt(client, position, at);
  const word = wordOf(told, before);
  if (!word) return;
  const here = told.lat !== null && told.lon !== null ? { lat: told.lat, lon: told.lon } : null;
  const newest = isNewest(position, at);
  const isOver = batch.state === 'completed' || batch.state === 'cancelled';
  const { standing, steps } = heard(
    {
      ...{ abnormal: batch.abnormal, scrapped: batch.scrapped, position: before },
      state: isOver ? batch.state : stateAt(batch, at),
    },
    word,
    {
      ...{ atStart: here === null || isAtStart(batch, here), inside: isInside(batch, position, here), newest },
      ...{
        left: batch.transit_time !== null,
        wrong: told.wrong ? 'lock_abnormal' : null,
        ...amongOpenings(batch, position, at, here),
      },
      last: isLast(batch, position, word === 'sealed' ? 'seal' : 'unseal'),
    },
  );
  const [first] = steps;
  // judged anew it says the same again
  if (!first || (await isKept(client, told, first))) return;
  await writeSteps(
    client,
    batch,
    {
      ...{ position, source: 'lock', at, device: new Date(told.device_time), event: told.id, here, number: told.sn },
      ...{ deviceId: told.device_id, late: new Date(told.create_time).getTime() - at.getTime() > LATE_MS },
    },
    steps,
  );
  if (newest && !isOver && standing.position !== position.state)
    await client.query(
      `update batch_position set state = $2::text, last_time = $3, opened_time = case when $2 = 'opened' then $3::timestamptz end, number = $4,
         opened_off = $2 = 'opened' and $5::boolean,
         sealed_time = case when $2 = 'sealed' then $3::timestamptz else sealed_time end where id = $1`,
      [position.id, standing.position, at, told.sn, !isAtDestination(batch, here)],
    );
  await moveBatch(client, batch, standing, { at, cause: causeOf(steps) });
};

/** Of a word that could not be followed: tried again, later each time. */
const AGAIN = '2 seconds';
const LATEST = '1 hour';

/** What waits is a gap of the batches that it may be of. */
const UNJUDGED = `insert into batch_told (org_id, batch_id)
  select distinct p.org_id, p.batch_id from batch_word_due d left join lock_event e on e.id = d.event_id left join rfid_record r on r.id = d.record_id
    join batch_position p on p.device_id = e.device_id or p.seal_id = r.seal_id
    join logistics_batch b on b.id = p.batch_id and coalesce(e.at, r.at) between b.create_time and coalesce(b.end_time, now())
  where d.id = $1`;

/**
 * One word in a transaction of its own, so that one which cannot be followed, or waits for somebody, keeps no other. Which batch it is of
 * say the lock and the time alone, whoever has the lock by now: of two the one that it came onto last.
 */
const followOne = (platform: Pool, id: number): Promise<void> =>
  transaction(platform, async (client) => {
    await client.query("set local lock_timeout = '3s'");
    const { rows: due } = await client.query<{ event_id: number | null; record_id: number | null }>(
      'delete from batch_word_due where id = (select id from batch_word_due where id = $1 for update skip locked) returning event_id, record_id',
      [id],
    );
    if (!due[0]) return;
    if (due[0].record_id !== null) return await followReader(client, due[0].record_id);
    const { rows } = await client.query<Told>(
      `select e.id, e.device_id, d.sn, e.at, e.device_time, e.receive_time as create_time, e.lat, e.lon, e.ls_before as before,
         e.ls_after as after, e.counts,
         e.opening_way is not distinct from 'forced' or (e.ls_after = 3 and e.ls_before <> 3) or e.rang && $2::text[] as wrong, p.batch_id, p.id as position_id
       from lock_event e join device d on d.id = e.device_id
         cross join lateral (select p.id, p.batch_id from batch_position p join logistics_batch b on b.id = p.batch_id
           where p.device_id = e.device_id and p.nth is not null and greatest(b.create_time, p.device_since) <= e.at
             and (b.end_time is null or e.at <= b.end_time) and b.state <> 'cancelled'
           order by greatest(b.create_time, p.device_since) desc, p.id desc limit 1) p
       where e.id = $1`,
      [due[0].event_id, WITHOUT_RIGHT],
    );
    if (rows[0]) await follow(client, rows[0]);
  });

/**
 * What locks said since the last time becomes steps of the batch that each was on when it said it. In their order by when they were
 * said; one that is judged anew says what it says now, and what it said before stays.
 */
export const followWords = async (platform: Pool): Promise<void> => {
  for (;;) {
    const { rows: due } = await platform.query<{ id: number }>(
      `select d.id from (select id, event_id, record_id from batch_word_due where next_time <= now() order by next_time, id limit $1) d
         left join lock_event e on e.id = d.event_id left join rfid_record r on r.id = d.record_id
       order by coalesce(e.at, r.at), d.event_id, d.record_id, d.id`,
      [MANY],
    );
    let failed: unknown;
    for (const { id } of due)
      try {
        await followOne(platform, id);
      } catch (error) {
        failed ??= error;
        await platform.query(
          `update batch_word_due set tries = tries + 1, next_time = now() + least($2::interval * 2 ^ least(tries, 12), $3::interval) where id = $1`,
          [id, AGAIN, LATEST],
        );
        await platform.query(UNJUDGED, [id]);
      }
    // the job says so; the others are followed by now
    if (failed) throw failed;
    if (due.length < MANY) return;
  }
};
