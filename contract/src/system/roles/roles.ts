import { z } from 'zod';
import { call, Id, Line, Nothing, Time } from '../../kit/call.ts';
import { resource } from '../../kit/resource.ts';

const Name = z.object({ zh: z.string(), en: z.string() });

/**
 * Why a role is not the caller's to change: it is its own, one above its own, or the root role, which always holds
 * everything. Nobody widens what it may do itself.
 */
export const RoleLock = z.enum(['own', 'above', 'root']);
export type RoleLock = z.output<typeof RoleLock>;

const rolePlain = resource({
  path: 'role',
  menu: 'role',
  title: { zh: '角色', en: 'role' },
  row: {
    roleName: z.string(),
    /** the role above; null: it hangs below none */
    superRoleId: Id.nullable(),
    /** empty when the role above belongs to an organisation out of sight */
    superRoleName: z.string(),
    org_id: Id,
    org_name: z.string(),
    operators: z.int(),
    menus: z.int(),
    buttons: z.int(),
    locked: RoleLock.nullable(),
    /** who holds it must set up a second factor before anything else; set by `/role/secondFactor` */
    second_factor_required: z.boolean(),
    /** its codes may be sent by mail or SMS; set by `/role/secondFactorByMessage` */
    second_factor_by_message: z.boolean(),
    create_time: Time,
  },
  write: {
    roleName: Line(60).min(1, { error: 'required' }),
    superRoleId: Id.nullable(),
    org_id: Id,
  },
  filter: { org_id: Id.optional(), superRoleId: Id.optional() },
  sort: ['roleName', 'superRoleName', 'org_name', 'operators', 'create_time'],
});

/** A menu as the editor of grants shows it. A folder is never granted itself: it is there when something below it is. */
export const GrantMenu = z.object({
  id: Id,
  menu_code: z.string(),
  menu_name: Name,
  menu_icon: z.string(),
  folder: z.boolean(),
  sid: Id.nullable(),
  buttons: z.array(z.object({ id: Id, btn_code: z.string(), btn_name: Name })),
});
export type GrantMenu = z.output<typeof GrantMenu>;

/** Ids of menus and of buttons. */
export const Grants = z.object({ menus: z.array(Id), buttons: z.array(Id) });
export type Grants = z.output<typeof Grants>;

/** A role below the one that is edited: what it loses is told before saving. */
export const RoleBelow = z.object({ id: Id, roleName: z.string(), operators: z.int(), ...Grants.shape });
export type RoleBelow = z.output<typeof RoleBelow>;

export const roles = {
  ...rolePlain,
  options: call({
    path: '/role/options',
    title: { zh: '查询角色选项', en: 'Find what a role can be given' },
    permit: 'role:list',
    business: null,
    input: Nothing,
    output: z.object({
      roles: z.array(z.object({ id: Id, roleName: z.string(), superRoleId: Id.nullable(), org_id: Id })),
      organizations: z.array(z.object({ id: Id, org_name: z.string(), parent_id: Id.nullable() })),
    }),
  }),
  grants: call({
    path: '/role/grants',
    title: { zh: '查看角色权限', en: 'View the grants of a role' },
    permit: 'role:list',
    business: null,
    input: z.object({ id: Id }),
    output: z.object({
      id: Id,
      roleName: z.string(),
      superRoleName: z.string(),
      /** empty like its name */
      superOrgName: z.string(),
      org_name: z.string(),
      locked: RoleLock.nullable(),
      /** grows with every change of the grants */
      version: z.int(),
      operators: z.int(),
      /** of the operators, those with a session in use now */
      online: z.int(),
      menus: z.array(GrantMenu),
      granted: Grants,
      /** what the role above holds; null: no role is above, everything may be granted */
      parent: Grants.nullable(),
      /** what the caller's own role holds: nobody gives, or takes away, what it does not hold */
      own: Grants,
      below: z.array(RoleBelow),
    }),
  }),
  /** Replaces the grants. Refused as a whole when somebody else changed them since `version`. */
  grant: call({
    path: '/role/grant',
    title: { zh: '设置角色权限', en: 'Set the grants of a role' },
    permit: 'role:grant',
    business: 'update',
    input: z.object({
      id: Id,
      version: z.int().min(0),
      menus: z.array(Id).max(2000),
      buttons: z.array(Id).max(10_000),
    }),
    output: z.object({
      version: z.int(),
      /** roles below that lost something with it */
      shrunk: z.array(z.object({ id: Id, roleName: z.string(), menus: z.int(), buttons: z.int() })),
    }),
  }),
};
