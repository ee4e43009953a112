import { operators } from '@plomb/contract/system/operators/operators';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { forgive } from '../../../people/delay.ts';
import { checkRole, givableRoles, type Target, targets } from '../../../people/grants.ts';
import type { PasswordKeys } from '../../../people/passwordKeys.ts';
import { temporaryPassword } from '../../../people/temporaryPassword.ts';
import { crud, setStatus } from '../../../platform/crud.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { type Ctx, type Served, serve } from '../../../platform/serve.ts';

const operatorRows = sql`(
  select o.id, o.oper_code, o.oper_name, o.oper_phone, o.login_name, o.role_id, coalesce(r.role_name, '') as role_name,
    o.org_id, g.org_name, o.status, o.must_change, o.create_time
  from operator o join organisation g on g.id = o.org_id left join role r on r.id = o.role_id)`;

const plain = crud(operators, {
  table: 'operator',
  rows: operatorRows,
  search: ['operName', 'loginName', 'operCode', 'operPhone'],
  label: 'loginName',
});

const names = (rows: readonly Target[]): string => rows.map((r) => r.login_name).join(', ');

/** Operators that somebody else is changing: never the caller. */
const others = async (ctx: Ctx, ids: readonly number[]): Promise<Target[]> => {
  const rows = await targets(ctx, ids);
  ctx.note(names(rows));
  if (ids.includes(ctx.operator.id)) throw new Refusal('ownAccount');
  return rows;
};

const endSessions = (ctx: Ctx, ids: readonly number[], why: 'elsewhere' | 'password') =>
  sql`select end_sessions(${ids}, ${why})`.execute(ctx.db);

export const operatorRoutes = ({ platform, keys }: { platform: Pool; keys: PasswordKeys }): Served[] =>
  serve(operators, {
    list: plain.list,
    detail: plain.detail,
    export: plain.export,

    add: async (o, ctx) => {
      ctx.note(o.loginName);
      await checkRole(ctx, o.role_id);
      const hashed = await temporaryPassword(keys, operators.add.path, o.password);
      const { rows } = await sql<{ id: number }>`
        insert into operator (org_id, role_id, oper_code, oper_name, oper_phone, login_name, password_hash, must_change)
        values (${o.org_id}, ${o.role_id}, ${o.operCode}, ${o.operName}, ${o.operPhone}, ${o.loginName}, ${hashed}, true)
        returning id`.execute(ctx.db);
      return rows[0]!;
    },

    update: async (o, ctx) => {
      ctx.note(o.loginName);
      const [before] = await targets(ctx, [o.id]);
      const moved = before?.org_id !== o.org_id;
      const promoted = before?.role_id !== o.role_id;
      if (o.id === ctx.operator.id && (moved || promoted)) throw new Refusal('ownRole');
      if (promoted) await checkRole(ctx, o.role_id);
      const done = await plain.update(o, ctx);
      if (moved)
        await sql`update organisation set admin_id = null where admin_id = ${o.id} and id <> ${o.org_id}`.execute(
          ctx.db,
        );
      return done;
    },

    delete: async ({ ids }, ctx) => {
      const rows = await others(ctx, ids);
      await sql`delete from operator where id = any(${rows.map((r) => r.id)})`.execute(ctx.db);
      return {};
    },

    status: async (input, ctx) => {
      await others(ctx, input.ids);
      if (input.status === 2) await endSessions(ctx, input.ids, 'elsewhere');
      return setStatus('operator', input, ctx);
    },

    resetPassword: async ({ id, password }, ctx) => {
      await others(ctx, [id]);
      const hashed = await temporaryPassword(keys, operators.resetPassword.path, password);
      await sql`update operator set password_hash = ${hashed}, password_time = now(), must_change = true
        where id = ${id}`.execute(ctx.db);
      await endSessions(ctx, [id], 'password');
      // somebody who forgot the password has guessed for a while; the new one works at once
      await forgive(platform, id);
      return {};
    },

    options: async (_, ctx) => {
      const organizations = await sql<{ id: number; org_name: string; parent_id: number | null }>`
        select id, org_name, parent_id from organisation order by org_name, id`.execute(ctx.db);
      return { organizations: organizations.rows, roles: await givableRoles(ctx) };
    },
  });
