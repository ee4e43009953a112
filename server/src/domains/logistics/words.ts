import { type BatchStep, heard, type LockWord } from '@plomb/contract/logistics/batchSteps';
import type { ClientBase, Pool } from 'pg';
import { transaction } from '../../platform/postgres/transaction.ts';
import {
  holdBatch,
  isAtStart,
  isInside,
  isLast,
  isNewest,
  moveBatch,
  positionAt,
  stateAt,
  writeSteps,
} from './hold.ts';

/** Looked after in one transaction. */
const MANY = 200;
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
  forced: boolean;
  counts: boolean;
  batch_id: number;
  position_id: number;
}

/** What a word says of the metal; null: nothing that a batch asks for. */
const wordOf = ({ before, after, forced, counts }: Told): LockWord | null => {
  if (forced || (after === 3 && before !== 3)) return 'abnormal';
  if (!counts || before === after) return null;
  if (after === 2) return 'sealed';
  return before === 2 ? 'unsealed' : null;
};

const isKept = async (client: ClientBase, event: number, step: BatchStep): Promise<boolean> => {
  const { rowCount } = await client.query('select from batch_step where lock_event_id = $1 and step = $2', [
    event,
    step,
  ]);
  return rowCount !== 0;
};

const follow = async (client: ClientBase, told: Told): Promise<void> => {
  const word = wordOf(told);
  const batch = word && (await holdBatch(client, told.batch_id));
  const position = batch?.positions.find(({ id }) => id === told.position_id);
  if (!word || !batch || !position) return;
  const at = new Date(told.at);
  const here = told.lat !== null && told.lon !== null ? { lat: told.lat, lon: told.lon } : null;
  const newest = isNewest(position, at);
  const isOver = batch.state === 'completed' || batch.state === 'cancelled';
  const { standing, steps } = heard(
    {
      ...{ abnormal: batch.abnormal, scrapped: batch.scrapped, position: await positionAt(client, position, at) },
      state: isOver ? batch.state : stateAt(batch, at),
    },
    word,
    {
      ...{ atStart: here === null || isAtStart(batch, here), inside: isInside(batch, position, here), newest },
      last: isLast(batch, position, word === 'sealed' ? 'seal' : 'unseal'),
    },
  );
  const [first] = steps;
  // judged anew it says the same again
  if (!first || (await isKept(client, told.id, first.step))) return;
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
         sealed_time = case when $2 = 'sealed' then $3::timestamptz else sealed_time end where id = $1`,
      [position.id, standing.position, at, told.sn],
    );
  await moveBatch(client, batch, standing, { at, cause: steps.at(-1)!.cause });
};

/**
 * What locks said since the last time becomes steps of the batch that each was on when it said it. In their order by when they were
 * said; one that is judged anew says what it says now, and what it said before stays.
 */
export const followWords = async (platform: Pool): Promise<void> => {
  for (;;) {
    const many = await transaction(platform, async (client) => {
      const { rows: due } = await client.query<{ event_id: number }>(
        `delete from batch_word_due where event_id in (
           select event_id from batch_word_due order by event_id limit $1 for update skip locked) returning event_id`,
        [MANY],
      );
      if (due.length === 0) return 0;
      const { rows } = await client.query<Told>(
        `select e.id, e.device_id, d.sn, e.at, e.device_time, e.receive_time as create_time, e.lat, e.lon, e.ls_before as before,
           e.ls_after as after, e.opening_way is not distinct from 'forced' as forced, e.counts, p.batch_id, p.id as position_id
         from lock_event e join device d on d.id = e.device_id
           cross join lateral (select p.id, p.batch_id from batch_position p join logistics_batch b on b.id = p.batch_id
             where p.device_id = e.device_id and b.org_id = any (array(select orgs_above(e.org_id)))
               and b.create_time <= e.at and (b.end_time is null or e.at <= b.end_time) and b.state <> 'cancelled'
             order by p.id desc limit 1) p
         where e.id = any($1) order by e.at, e.id`,
        [due.map(({ event_id }) => event_id)],
      );
      for (const told of rows) await follow(client, told);
      return due.length;
    });
    if (many < MANY) return;
  }
};
