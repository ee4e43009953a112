import type { Pool } from 'pg';
import type { SessionOperator } from './access.ts';
import { Refusal } from './refusal.ts';
import type { Ctx } from './serve.ts';

/** Whether the operator belongs to the root organisation: nobody else has it in scope. */
export const isOfRoot = async ({ client }: Pick<Ctx, 'client'>): Promise<boolean> =>
  (await client.query('select 1 from organisation where parent_id is null')).rows.length > 0;

/** What is the same for everybody is changed by operators of the root organisation alone, whatever buttons others hold. */
export const rootOnly = async (ctx: Ctx): Promise<void> => {
  if (!(await isOfRoot(ctx))) throw new Refusal('rootOnly');
};

/** The same before there is a transaction that sees what the operator sees. */
export const rootOnlyOf = async ({ orgIds }: Pick<SessionOperator, 'orgIds'>, callers: Pool): Promise<void> => {
  const { rowCount } = await callers.query('select from organisation where parent_id is null and id = any($1)', [
    orgIds,
  ]);
  if (rowCount === 0) throw new Refusal('rootOnly');
};
