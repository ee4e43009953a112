import { paramNames } from '@plomb/contract/params';
import type { ClientBase } from 'pg';

/** A row for every parameter of this release; what was changed stays, and so does a parameter this release lacks. */
export const syncParams = async (db: ClientBase): Promise<void> => {
  await db.query('insert into param (param_name) select unnest($1::text[]) on conflict (param_name) do nothing', [
    paramNames,
  ]);
};
