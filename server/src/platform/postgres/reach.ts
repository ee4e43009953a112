import type { Pool } from 'pg';
import type { SessionOperator } from '../access.ts';

/** The organisations an operator sees; null = all there are, which is no condition at all. */
export type Reach = (operator: Pick<SessionOperator, 'orgIds'>) => Promise<readonly number[] | null>;

/** For what is looked up outside row-level security (`readers`): the operator's scope, to be put in words. */
export const openReach = (readers: Pool): Reach => {
  let top: number | undefined;
  return async ({ orgIds }) => {
    top ??= (await readers.query<{ id: number }>('select id from organisation where parent_id is null')).rows[0]?.id;
    return top !== undefined && orgIds.includes(top) ? null : orgIds;
  };
};
