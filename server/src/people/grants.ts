import { type RawBuilder, sql } from 'kysely';
import type { SessionOperator } from '../platform/access.ts';
import { Refusal } from '../platform/refusal.ts';
import type { Ctx } from '../platform/serve.ts';

/**
 * Whether a role gives nothing beyond what the caller holds: no button, and no page. Menus switched off give nobody
 * anything at present, so for them the roles themselves are compared. Folders are no right of their own.
 */
export const withinGrants = (
  roleId: RawBuilder<unknown>,
  caller: SessionOperator,
): RawBuilder<boolean> => sql<boolean>`(
  not exists (
    select from role_button rb join button b on b.id = rb.button_id join menu m on m.id = b.menu_id
     where rb.role_id = ${roleId} and m.menu_code || ':' || b.btn_code <> all (${[...caller.grants]})
       and (exists (select from menu_enabled e where e.id = m.id) or not exists (
         select from role_button mine where mine.role_id = ${caller.roleId} and mine.button_id = b.id)))
  and not exists (
    select from role_menu rm join menu m on m.id = rm.menu_id
     where rm.role_id = ${roleId} and m.menu_url <> '0' and not exists (
       select from role_menu mine where mine.role_id = ${caller.roleId} and mine.menu_id = m.id)))`;

/** Refuses a role the caller does not see or must not give away. */
export const checkRole = async ({ db, operator }: Ctx, roleId: number): Promise<void> => {
  const { rows } = await sql<{ within: boolean }>`
    select ${withinGrants(sql`r.id`, operator)} as within from role r where r.id = ${roleId}`.execute(db);
  if (!rows[0]) throw new Refusal('notFound');
  if (!rows[0].within) throw new Refusal('roleBeyond');
};

/** The roles the caller may give away. */
export const givableRoles = async ({ db, operator }: Ctx) => {
  const { rows } = await sql<{ id: number; roleName: string; org_id: number; org_name: string }>`
    select r.id, r.role_name as "roleName", r.org_id, o.org_name from role r join organisation o on o.id = r.org_id
     where ${withinGrants(sql`r.id`, operator)} order by r.role_name, r.id`.execute(db);
  return rows;
};

export interface Target {
  id: number;
  org_id: number;
  role_id: number;
  login_name: string;
}

/**
 * The operators a change is about, locked for it. One unknown or foreign id refuses all of them, and so does one who
 * holds more than the caller: by a reset password the caller would get hold of it.
 */
export const targets = async ({ db, operator }: Ctx, ids: readonly number[]): Promise<Target[]> => {
  const wanted = [...new Set(ids)];
  const { rows } = await sql<Target & { within: boolean }>`
    select o.id, o.org_id, o.role_id, o.login_name, ${withinGrants(sql`o.role_id`, operator)} as within
      from operator o where o.id = any(${wanted}) order by o.id for update of o`.execute(db);
  if (rows.length !== wanted.length) throw new Refusal('notFound');
  if (rows.some((r) => !r.within && r.id !== operator.id)) throw new Refusal('operatorBeyond');
  return rows;
};
