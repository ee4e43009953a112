import type { LockFamily } from '@plomb/contract/lock/codes';
import { sql } from 'kysely';
import type { Ctx } from '../platform/serve.ts';

/** What a device can be of: the caller's organisations, and the types and manufacturers it sees. */
export const deviceOptions = async ({ db }: Ctx) => {
  const organizations = await sql<{ id: number; org_name: string; parent_id: number | null }>`
    select id, org_name, parent_id from organisation where status = 1 order by org_name`.execute(db);
  const types = await sql<{ id: number; device_type: string; device_type_name: string; family: LockFamily }>`
    select id, device_type, device_type_name, family from device_type order by device_type`.execute(db);
  const makers = await sql<{ id: number; factoryName: string }>`
    select id, factory_name as "factoryName" from manufacturer order by factory_name`.execute(db);
  return { organizations: organizations.rows, deviceTypes: types.rows, manufacturers: makers.rows };
};
