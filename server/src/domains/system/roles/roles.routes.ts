import { type Grants, roles } from '@plomb/contract/system/roles/roles';
import type { Pool } from 'pg';
import { checkRole } from '../../../people/grants.ts';
import {
  fitsOrganisation,
  grantMenus,
  grantsOf,
  lockRoles,
  ownGrants,
  peopleOf,
  roleById,
  roleRows,
  rolesBelow,
} from '../../../people/roles.ts';
import { crud } from '../../../platform/crud.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { type Ctx, type Served, serve } from '../../../platform/serve.ts';
import { changeOf, type Held, refusedGrant, sentenceOf } from './rules.ts';

/** The plain handlers, with rows as the caller sees them: which roles are its own to change depends on its role. */
const plainFor = (ownRoleId: number) =>
  crud(roles, { table: 'role', rows: roleRows(ownRoleId), search: ['roleName', 'superRoleName'], label: 'roleName' });

interface Written {
  roleName: string;
  superRoleId: number | null;
  org_id: number;
}

const held = ({ menus, buttons }: Grants): Held => ({ menus: new Set(menus), buttons: new Set(buttons) });

/** The organisation must be in sight, and the role above must stand in it or above it. */
const checkOrganisation = async ({ client }: Ctx, id: number | null, { superRoleId, org_id }: Written) => {
  const { rowCount } = await client.query('select 1 from organisation where id = $1', [org_id]);
  if (rowCount === 0) throw new Refusal('notFound');
  if (!(await fitsOrganisation(client, id, org_id, superRoleId))) throw fieldRefusal('org_id', 'roleOrganisation');
};

const found = async ({ client, operator }: Ctx, id: number) => {
  const role = await roleById(client, id, operator.roleId);
  if (!role) throw new Refusal('notFound');
  return role;
};

const refuseLocked = (locked: string | null): void => {
  if (locked === 'root') throw new Refusal('rootRole');
  if (locked) throw new Refusal('roleLocked');
};

const add = async (input: Written, ctx: Ctx) => {
  if (input.superRoleId === null) throw fieldRefusal('superRoleId', 'required');
  await lockRoles(ctx.client);
  await found(ctx, input.superRoleId);
  await checkOrganisation(ctx, null, input);
  return plainFor(ctx.operator.roleId).add(input, ctx);
};

const update = async (input: Written & { id: number }, ctx: Ctx) => {
  await lockRoles(ctx.client);
  const role = await found(ctx, input.id);
  const moved = input.superRoleId !== role.super_role_id || input.org_id !== role.org_id;
  // a name gives nobody a right; where a role hangs does
  if (moved || role.locked === 'above') refuseLocked(role.locked);
  // below another role it loses what that one lacks: nobody takes away what the own role does not hold
  if (moved) await checkRole(ctx, input.id);
  if (moved && input.superRoleId === null && role.super_role_id !== null) throw fieldRefusal('superRoleId', 'required');
  // a role above that is out of sight can stay, but not be chosen
  if (input.superRoleId !== null && input.superRoleId !== role.super_role_id) await found(ctx, input.superRoleId);
  if (moved) await checkOrganisation(ctx, input.id, input);
  const done = await plainFor(ctx.operator.roleId).update(input, ctx);
  if (moved) await ctx.client.query('update role set version = version + 1 where id = $1', [input.id]);
  return done;
};

const remove = async (input: { ids: number[] }, ctx: Ctx) => {
  await lockRoles(ctx.client);
  for (const id of input.ids) {
    refuseLocked((await found(ctx, id)).locked);
    await checkRole(ctx, id);
  }
  return plainFor(ctx.operator.roleId).delete(input, ctx);
};

const options = async (_: object, { client }: Ctx) => {
  const all = await client.query<{ id: number; roleName: string; superRoleId: number | null; org_id: number }>(
    'select id, role_name as "roleName", super_role_id as "superRoleId", org_id from role order by role_name, id',
  );
  const organizations = await client.query<{ id: number; org_name: string; parent_id: number | null }>(
    'select id, org_name, parent_id from organisation where status = 1 order by org_name, id',
  );
  return { roles: all.rows, organizations: organizations.rows };
};

const grants = (platform: Pool) => async (input: { id: number }, ctx: Ctx) => {
  const { client, operator } = ctx;
  const role = await found(ctx, input.id);
  const below = await rolesBelow(client, role.id);
  const people = await peopleOf(platform, [role.id, ...below.map((r) => r.id)]);
  return {
    id: role.id,
    roleName: role.role_name,
    superRoleName: role.super_role_name,
    superOrgName: role.super_org_name,
    org_name: role.org_name,
    locked: role.locked,
    version: role.version,
    operators: people.get(role.id)?.operators ?? 0,
    online: people.get(role.id)?.online ?? 0,
    menus: await grantMenus(client),
    granted: await grantsOf(client, role.id),
    parent: role.super_role_id === null ? null : await grantsOf(client, role.super_role_id),
    own: await ownGrants(client, operator),
    below: below.map((r) => ({
      id: r.id,
      roleName: r.role_name,
      operators: people.get(r.id)?.operators ?? 0,
      menus: r.menus,
      buttons: r.buttons,
    })),
  };
};

const grant = async (input: { id: number; version: number } & Grants, ctx: Ctx) => {
  const { client, operator } = ctx;
  await lockRoles(client);
  const role = await found(ctx, input.id);
  refuseLocked(role.locked);
  if (role.version !== input.version) throw new Refusal('conflict');

  const menus = await grantMenus(client);
  const before = held(await grantsOf(client, role.id));
  const after = held(input);
  const refused = refusedGrant({
    before,
    after,
    parent: role.super_role_id === null ? null : held(await grantsOf(client, role.super_role_id)),
    own: held(await ownGrants(client, operator)),
    knownMenus: new Set(menus.filter((m) => !m.folder).map((m) => m.id)),
    menuOfButton: new Map(menus.flatMap((m) => m.buttons.map((b) => [b.id, m.id]))),
  });
  if (refused) throw new Refusal(refused);

  const belowBefore = await rolesBelow(client, role.id);
  const change = changeOf(before, after);
  const write = (sql: string, ids: readonly number[]) =>
    ids.length === 0 ? undefined : client.query(sql, [role.id, ids]);
  await write('delete from role_button where role_id = $1 and button_id = any($2)', change.removed.buttons);
  await write('delete from role_menu where role_id = $1 and menu_id = any($2)', change.removed.menus);
  await write('insert into role_menu (role_id, menu_id) select $1, unnest($2::bigint[])', change.added.menus);
  await write('insert into role_button (role_id, button_id) select $1, unnest($2::bigint[])', change.added.buttons);

  // the database took along the roles below
  const belowAfter = new Map((await rolesBelow(client, role.id)).map((r) => [r.id, r]));
  const shrunk = belowBefore
    .map((r) => ({
      id: r.id,
      roleName: r.role_name,
      menus: r.menus.length - (belowAfter.get(r.id)?.menus.length ?? 0),
      buttons: r.buttons.length - (belowAfter.get(r.id)?.buttons.length ?? 0),
    }))
    .filter((r) => r.menus + r.buttons > 0);
  await client.query('update role set version = version + 1 where id = any($1)', [
    [role.id, ...shrunk.map((r) => r.id)],
  ]);

  const codes = new Map(menus.map((m) => [m.id, m.menu_code]));
  const buttonCodes = new Map(menus.flatMap((m) => m.buttons.map((b) => [b.id, `${m.menu_code}:${b.btn_code}`])));
  ctx.note(
    sentenceOf(role.role_name, change, (kind, id) => (kind === 'menus' ? codes : buttonCodes).get(id) ?? String(id)),
  );
  return { version: role.version + 1, shrunk };
};

export const roleRoutes = ({ platform }: { platform: Pool }): Served[] =>
  serve(roles, {
    list: (input, ctx) => plainFor(ctx.operator.roleId).list(input, ctx),
    detail: (input, ctx) => plainFor(ctx.operator.roleId).detail(input, ctx),
    export: (input, ctx) => plainFor(ctx.operator.roleId).export(input, ctx),
    add,
    update,
    delete: remove,
    options,
    grants: grants(platform),
    grant,
  });
