import { type Judged, judgedAgain } from '@plomb/contract/logistics/judged';
import { type JourneyFacts, patrolsDone, type Reason, sealsOf, type Verdict } from '@plomb/contract/logistics/verdict';
import type { ClientBase } from 'pg';

/** What a batch keeps of its verdict, in columns of its row. */
export interface KeptColumns {
  verdict: Verdict | null;
  verdict_reasons: Reason[];
  judged_time: string | null;
  judged_rules: number | null;
  judge_time: string | null;
}
export const keptColumns = 'verdict, verdict_reasons, judged_time, judged_rules, judge_time';
export const keptOf = ({ verdict, verdict_reasons, judged_time, judged_rules }: KeptColumns): Judged | null =>
  verdict && judged_time && judged_rules !== null
    ? { verdict, reasons: verdict_reasons, at: Date.parse(judged_time), rules: judged_rules }
    : null;

/** Looked at together; what is more is judged again. */
const MOST_TOLD = 10_000;
/**
 * What was told of it and is not judged yet. Read before the facts, and one by one: what comes meanwhile stays, also where it began earlier and
 * so has a lower number.
 */
export const toldOf = async (client: ClientBase, batch: number): Promise<number[]> => {
  const { rows } = await client.query<{ id: number }>(
    'select id from batch_told where batch_id = $1 order by id limit $2',
    [batch, MOST_TOLD],
  );
  return rows.map(({ id }) => id);
};

const signOf = (reasons: readonly Reason[]): string =>
  JSON.stringify(reasons.map(({ code, positions, count }) => [code, positions, count]));

/** What is judged of a batch, by which facts, and what was told of it until they were read. `kept`: its track can be read no more. */
interface Found {
  /** with the verdict that was kept before anything else was read */
  batch: Pick<KeptColumns, 'judged_time'>;
  judged: Judged | null;
  kept: boolean;
  facts: JourneyFacts;
  told: readonly number[];
}
/**
 * What became of the patrols, as the verdict has it: statistics count these rows. Where a track can be read no more a look may be missed that was
 * seen by it, so what was done stays done.
 */
const keepPatrols = async (client: ClientBase, batch: number, { kept, facts }: Found): Promise<void> => {
  const patrols = patrolsDone(facts).flatMap(({ stop: { id, address, lat, lon }, due, looks }) => {
    const [first] = looks.toSorted((a, b) => a.at - b.at || a.id - b.id);
    return due === null
      ? []
      : { ...{ stop_id: id, address, lat, lon, due: new Date(due) }, step: first?.id ?? null, seen: looks.length };
  });
  await client.query('delete from batch_patrol where batch_id = $1 and stop_id <> all($2)', [
    batch,
    patrols.map(({ stop_id }) => stop_id),
  ]);
  if (patrols.length > 0)
    await client.query(
      `insert into batch_patrol as k (batch_id, stop_id, org_id, address, lat, lon, due, done_at, operator_id, oper_name, seals, seen)
       select b.id, p.stop_id, b.org_id, p.address, p.lat, p.lon, p.due, s.at, s.operator_id, coalesce(s.oper_name, ''), $3, p.seen
       from jsonb_to_recordset($2::jsonb) p(stop_id text, address text, lat float8, lon float8, due timestamptz, step bigint, seen integer)
         join logistics_batch b on b.id = $1 left join batch_step s on s.id = p.step
       on conflict (batch_id, stop_id) do update set (address, lat, lon, due, done_at, operator_id, oper_name, seals, seen) =
         (excluded.address, excluded.lat, excluded.lon, excluded.due, excluded.done_at, excluded.operator_id, excluded.oper_name, excluded.seals,
          excluded.seen) where not $4 or excluded.seen > k.seen`,
      [batch, JSON.stringify(patrols), sealsOf(facts).length, kept],
    );
};
/**
 * Keeps a verdict with its batch, and with it all that was told until then is judged. Whoever holds the batch is not waited for: they tell
 * something, and it is judged again. Nor where somebody has kept a verdict since this one's facts began to be read: either may know of something
 * that the other does not, whoever of them began first, and what one of them knew is struck off. Tells whether it is kept.
 */
export const keep = async (client: ClientBase, batch: number, found: Found): Promise<boolean> => {
  const { judged, facts, told } = found;
  // as exact as it is read
  const { rows } = await client.query<{ other: boolean }>(
    `select date_trunc('milliseconds', judged_time) is distinct from $2::timestamptz as other from logistics_batch where id = $1
     for no key update skip locked`,
    [batch, found.batch.judged_time],
  );
  if (!rows[0] || rows[0].other) return false;
  if (judged) {
    const again = judgedAgain(facts, judged.reasons);
    await client.query(
      `update logistics_batch set verdict = $2, verdict_reasons = $3, judged_time = $4, judged_rules = $5, judge_time = $6, verdict_codes = $7
       where id = $1`,
      [
        ...[batch, judged.verdict, JSON.stringify(judged.reasons), new Date(judged.at), judged.rules],
        again === null ? null : new Date(again),
        [
          ...new Set(
            judged.reasons.filter(({ weight }) => weight === 'breached' || weight === 'gap').map(({ code }) => code),
          ),
        ],
      ],
    );
    // what stays as it was judged has its patrols
    if (judged.at === facts.now) await keepPatrols(client, batch, found);
  }
  if (told.length > 0) await client.query('delete from batch_told where id = any($1)', [told]);
  return true;
};

/** Whether a verdict says anything that the kept one does not, or is asked for. */
export const isNews = (columns: KeptColumns, { judged, facts, told }: Found): boolean =>
  told.length > 0 ||
  (judged !== null &&
    (columns.verdict !== judged.verdict ||
      columns.judged_rules !== judged.rules ||
      signOf(columns.verdict_reasons) !== signOf(judged.reasons) ||
      (columns.judge_time !== null && Date.parse(columns.judge_time) <= facts.now)));
