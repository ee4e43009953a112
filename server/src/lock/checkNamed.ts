import { sql } from 'kysely';
import { fieldRefusal } from '../platform/refusal.ts';
import type { Ctx } from '../platform/serve.ts';

/** Refuses a type or manufacturer the caller does not see, in the same words whether it exists or not. */
export const checkNamed = async (
  { device_type_id, manufacturer_id }: { device_type_id: number; manufacturer_id: number | null },
  { db }: Ctx,
): Promise<void> => {
  const { rows } = await sql<{ type: boolean; maker: boolean }>`
    select exists (select from device_type where id = ${device_type_id}) as type,
      ${manufacturer_id}::bigint is null or exists (select from manufacturer where id = ${manufacturer_id}) as maker`.execute(
    db,
  );
  if (!rows[0]?.type) throw fieldRefusal('device_type_id', 'choice');
  if (!rows[0]?.maker) throw fieldRefusal('manufacturer_id', 'choice');
};
