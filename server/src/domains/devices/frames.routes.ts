import { deviceFrames, type FrameLine } from '@plomb/contract/devices/frames';
import type { BatteryCurve } from '@plomb/contract/lock/batteryCurve';
import type { LockFamily } from '@plomb/contract/lock/codes';
import { sql } from 'kysely';
import { explainedOf } from '../../lock/coveredFrame.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Ctx, type Served, serve } from '../../platform/serve.ts';
import { readsCards } from '../orders/rules.ts';

const time = sql`to_char(p.device_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
const line = sql`${time} || '~' || p.serial || '~' || p.hash as key, p.device_time, p.receive_time, length(p.raw) as length,
  p.report_reson, p.eventful, p.replay, p.authenticated`;

const keyOf = (key: string) => {
  const [at = '', serial, hash] = key.split('~');
  if (Number.isNaN(Date.parse(at))) throw new Refusal('validation');
  return sql`(${at}::timestamptz, ${Number(serial)}::int, ${Number(hash)}::int)`;
};
const place = sql`(p.device_time, p.serial, p.hash)`;

const known = async (id: number, { db }: Ctx) => {
  const { rows } = await sql<{
    family: LockFamily;
    model: string;
    utcOffsetMinutes: number;
    batteryCurve: BatteryCurve;
  }>`
    select t.family, t.device_type as model, t.utc_offset_minutes as "utcOffsetMinutes", t.battery_curve as "batteryCurve"
    from device d join device_type t on t.id = d.device_type_id where d.id = ${id}`.execute(db);
  if (!rows[0]) throw new Refusal('notFound');
  return rows[0];
};

export const frameRoutes: Served[] = serve(deviceFrames, {
  list: async ({ id, to, before, size }, ctx) => {
    await known(id, ctx);
    const terms = [sql`p.device_id = ${id}`];
    if (to) terms.push(sql`p.device_time <= ${to}::timestamptz`);
    if (before) terms.push(sql`${place} < ${keyOf(before)}`);
    const { rows } = await sql<FrameLine>`
      select ${line} from position p where ${sql.join(terms, sql` and `)}
      order by p.device_time desc, p.serial desc, p.hash desc limit ${size + 1}`.execute(ctx.db);
    return { rows: rows.slice(0, size), more: rows.length > size };
  },
  detail: async ({ id, key }, ctx) => {
    const lock = await known(id, ctx);
    const { rows } = await sql<FrameLine & { raw: Buffer; former: boolean }>`
      select ${line}, p.raw, coalesce(p.receive_time <= s.exchange_time, false) as former
      from position p left join lock_state s on s.device_id = p.device_id where p.device_id = ${id} and ${place} = ${keyOf(key)}`.execute(
      ctx.db,
    );
    const [found] = rows;
    if (!found) throw new Refusal('notFound');
    const { raw, former, ...rest } = found;
    return {
      ...rest,
      family: lock.family,
      ...explainedOf(raw, lock, { former, readsCards: readsCards(ctx.operator) }),
    };
  },
});
