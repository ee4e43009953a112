import type { InputOf } from '@plomb/contract/kit/call';
import type { organisations } from '@plomb/contract/system/organisations/organisations';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/serve.ts';

type Input = InputOf<typeof organisations.add>;

/** A new organisation below its parent, seen by the rest of this transaction. The database checks the parent. */
const insertOrganisation = async ({ db }: Ctx, o: Input): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    with made as (select nextval('organisation_id_seq') as id)
    select id, set_config('plomb.orgs', current_setting('plomb.orgs') || ',' || id, true) from made`.execute(db);
  const { id } = rows[0]!;
  await sql`
    insert into organisation (id, org_name, org_type, parent_id, phone, mailbox, logo, time_zone) overriding system value
    values (${id}, ${o.org_name}, ${o.org_type}, ${o.parent_id}, ${o.phone}, ${o.mailbox}, ${o.logo}, ${o.time_zone ?? null})`.execute(
    db,
  );
  return id;
};

/** The administrator's role: below the chosen one, of the same name and with the same grants. */
const insertRole = async ({ db }: Ctx, orgId: number, chosen: number): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into role (org_id, role_name, super_role_id)
    select ${orgId}, role_name, id from role where id = ${chosen} returning id`.execute(db);
  const { id } = rows[0]!;
  await sql`insert into role_menu (role_id, menu_id)
    select ${id}, menu_id from role_menu where role_id = ${chosen}`.execute(db);
  await sql`insert into role_button (role_id, button_id)
    select ${id}, button_id from role_button where role_id = ${chosen}`.execute(db);
  return id;
};

/** An organisation with its administrator's role and its administrator, all or none. */
export const foundOrganisation = async (ctx: Ctx, o: Input, passwordHash: string): Promise<number> => {
  const id = await insertOrganisation(ctx, o);
  const role = await insertRole(ctx, id, o.role_id);
  await sql`
    with admin as (
      insert into operator (org_id, role_id, oper_name, oper_phone, login_name, password_hash, must_change)
      values (${id}, ${role}, ${o.oper_name}, ${o.phone}, ${o.login_name}, ${passwordHash}, true) returning id)
    update organisation set admin_id = admin.id from admin where organisation.id = ${id}`.execute(ctx.db);
  return id;
};
