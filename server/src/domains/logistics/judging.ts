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

const due = `
  select d.id, array(select orgs_below(b.org_id)) as orgs from (
    (select batch_id as id, 0 as kind, -max(id) as nth from batch_told where next_time <= now() group by batch_id order by nth limit $1)
    union all
    (select id, 1, extract(epoch from judge_time)::bigint from logistics_batch where judge_time <= now() order by judge_time limit $1)
  ) d join logistics_batch b on b.id = d.id order by d.kind, d.nth`;

/**
 * Judges batches of which something was told since, the newest word first, and those of which time may have changed something; in the sight of
 * the organisation that each is of. Once it begins, also those that were judged by other rules and can be judged anew.
 */
export const openJudging = (pools: { app: Pool; platform: Pool }, deps: JudgeDeps): (() => Promise<void>) => {
  let isFirst = true;
  const judgeOne = (id: number, orgIds: number[]): Promise<void> =>
    scoped(pools.app, orgIds, async (client) => {
      const operator = { orgIds, grants: new Set() } as unknown as Reading['operator'];
      const found = await judge(id, { client, db: kyselyOn<Tables>(client), operator }, deps);
      await keep(client, id, found);
    });
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
          await judgeOne(id, orgs);
        } catch (error) {
          failed ??= error;
          await pools.platform.query(`update batch_told set next_time = now() + $2::interval where batch_id = $1`, [
            id,
            AGAIN,
          ]);
          await pools.platform.query(
            `update logistics_batch set judge_time = now() + $2::interval where id = $1 and judge_time <= now()`,
            [id, AGAIN],
          );
        }
      }
      if (rows.length === 0 || performance.now() > until) break;
    }
    // the job says so; the others are judged by now
    if (failed) throw failed;
  };
};
