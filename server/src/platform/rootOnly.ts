import { Refusal } from './refusal.ts';
import type { Ctx } from './serve.ts';

/** Whether the operator belongs to the root organisation: nobody else has it in scope. */
export const isOfRoot = async ({ client }: Pick<Ctx, 'client'>): Promise<boolean> =>
  (await client.query('select 1 from organisation where parent_id is null')).rows.length > 0;

/** What is the same for everybody is changed by operators of the root organisation alone, whatever buttons others hold. */
export const rootOnly = async (ctx: Ctx): Promise<void> => {
  if (!(await isOfRoot(ctx))) throw new Refusal('rootOnly');
};
