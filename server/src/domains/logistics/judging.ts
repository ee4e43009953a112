import { VERDICT_RULES } from '@plomb/contract/logistics/judged';
import type { Pool } from 'pg';
import { kyselyOn } from '../../platform/postgres/kysely.ts';
import { scoped } from '../../platform/postgres/transaction.ts';
import type { Reading, Tables } from '../../platform/serve.ts';
import { type JudgeDeps, judge } from './journey.routes.ts';
import { keep } from './kept.ts';

/** Looked for at once. */
const MANY = 50;
/** So long it judges in a turn, ms: with very many batches the rest waits for the next. */
const TURN = 800;
/** One that cannot be judged is tried again then, and keeps no other. */
const AGAIN = '1 minute';
/** One that somebody holds is theirs for a moment. */
const HELD = '2 seconds';

/** In turns the newest word, what time may have changed, and the oldest word: however many of one there are, none of the others starves. */
const due = `
  with told as (select batch_id as id, max(id) as last from batch_told where next_time <= now() group by batch_id)
  select d.id, array(select orgs_below(b.org_id)) as orgs from (
    (select id, 0 as kind, row_number() over (order by last desc) as nth from told order by nth limit $1)
    union all
    (select id, 1, row_number() over (order by judge_time) as nth from logistics_batch where judge_time <= now() order by nth limit $1)
    union all
    (select id, 2, row_number() over (order by last) as nth from told order by nth limit $1)
  ) d join logistics_batch b on b.id = d.id order by d.nth, d.kind`;

/**
 * Judges batches of which something was told since, the newest word first, and those of which time may have changed something; in the sight of
 * the organisation that each is of. Once it begins, also those that were judged by other rules and can be judged anew.
 */
export const openJudging = (pools: { app: Pool; platform: Pool }, deps: JudgeDeps): (() => Promise<void>) => {
  let isFirst = true;
  const judgeOne = (id: number, orgIds: number[]): Promise<boolean> =>
    scoped(pools.app, orgIds, async (client) => {
      const operator = { orgIds, grants: new Set() } as unknown as Reading['operator'];
      const found = await judge(id, { client, db: kyselyOn<Tables>(client), operator }, deps);
      return keep(client, id, found);
    });
  const later = async (id: number, wait: string): Promise<void> => {
    await pools.platform.query('update batch_told set next_time = now() + $2::interval where batch_id = $1', [
      id,
      wait,
    ]);
    await pools.platform.query(
      'update logistics_batch set judge_time = now() + $2::interval where id = (select id from logistics_batch where id = $1 and judge_time <= now() for no key update skip locked)',
      [id, wait],
    );
  };
  return async () => {
    if (isFirst)
      await pools.platform.query(
        `insert into batch_told (org_id, batch_id) select org_id, id from logistics_batch
         where judged_rules <> $1 and transit_time >= now() - make_interval(days => $2) order by end_time nulls last, id`,
        [VERDICT_RULES, deps.keptDays()],
      );
    isFirst = false;
    const until = performance.now() + TURN;
    let failed: unknown;
    for (;;) {
      const { rows } = await pools.platform.query<{ id: number; orgs: number[] }>(due, [MANY]);
      const seen = new Set<number>();
      for (const { id, orgs } of rows) {
        if (performance.now() > until) break;
        if (seen.has(id)) continue;
        seen.add(id);
        try {
          if (!(await judgeOne(id, orgs))) await later(id, HELD);
        } catch (error) {
          failed ??= error;
          await later(id, AGAIN);
        }
      }
      if (rows.length === 0 || performance.now() > until) break;
    }
    // the job says so; the others are judged by now
    if (failed) throw failed;
  };
};
