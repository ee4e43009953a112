import { z } from 'zod';
import { ImagePath } from '../../files/images.ts';
import { call, EnableStatus, Id, Line, Nothing, Time } from '../../kit/call.ts';
import { exportCall, isTimeZone } from '../../kit/exporting.ts';
import { LoginName, Phone, Sealed } from '../../kit/person.ts';
import { statusCall, Version } from '../../kit/resource.ts';

const title = { zh: '组织', en: 'organisation' };

export const orgTypes = ['operator', 'carrier', 'shipper', 'depot', 'customs', 'maintenance', 'other'] as const;

const fields = {
  org_name: Line(60).min(1, { error: 'required' }),
  org_type: z.enum(orgTypes),
  phone: Phone,
  mailbox: z.union([z.literal(''), z.email({ error: 'mailbox' })], { error: 'mailbox' }),
  logo: ImagePath,
  /** whose days are its days; not said: those of the organisation above, or as it was */
  time_zone: z.string().max(60).refine(isTimeZone, { error: 'timeZone' }).optional(),
};

const row = {
  org_name: z.string(),
  org_type: z.string(),
  /** null: out of sight, or the root */
  parent_id: Id.nullable(),
  parent: z.string(),
  status: EnableStatus,
  /** the administrator made with the organisation; empty when it was deleted or has moved elsewhere */
  login_name: z.string(),
  oper_name: z.string(),
  phone: z.string(),
  mailbox: z.string(),
  logo: z.string(),
  time_zone: z.string(),
  /** of this organisation itself, without those below */
  operators: z.int(),
  devices: z.int(),
  create_time: Time,
};
const Organisation = z.object({ id: Id, ...row });
export type Organisation = z.output<typeof Organisation>;

/** The tree of organisations an operator sees: its own and all below. */
export const organisations = {
  /** all in scope, flat, each with its parent's id: a tree is searched and folded where it is shown */
  list: call({
    path: '/organisation/list',
    title: { zh: '查询组织', en: 'Search organisation' },
    permit: 'organisation:list',
    business: null,
    input: z.object({ keyword: Line(100).optional(), status: EnableStatus.optional() }),
    output: z.object({ rows: z.array(Organisation), total: z.int() }),
  }),
  detail: call({
    path: '/organisation/detail',
    title: { zh: '查看组织', en: 'View organisation' },
    permit: 'organisation:list',
    business: null,
    input: z.object({ id: Id }),
    output: z.object({ id: Id, ...row, version: Version }),
  }),
  /** With its administrator: a role below the chosen one with the same grants, and an operator who holds it. */
  add: call({
    path: '/organisation/add',
    title: { zh: '新增组织', en: 'Add organisation' },
    permit: 'organisation:add',
    business: 'insert',
    input: z.object({
      ...fields,
      parent_id: Id,
      oper_name: Line(60).min(1, { error: 'required' }),
      login_name: LoginName,
      /** temporary, at least 6 characters, sealed for this path */
      password: Sealed.min(1, { error: 'required' }),
      role_id: Id,
    }),
    output: z.object({ id: Id }),
  }),
  update: call({
    path: '/organisation/update',
    title: { zh: '修改组织', en: 'Edit organisation' },
    permit: 'organisation:update',
    business: 'update',
    input: z.object({ id: Id, ...fields, version: Version.optional() }),
    output: z.object({ id: Id }),
  }),
  move: call({
    path: '/organisation/move',
    title: { zh: '移动组织', en: 'Move organisation' },
    permit: 'organisation:move',
    business: 'update',
    input: z.object({ id: Id, parent_id: Id }),
    output: Nothing,
  }),
  status: statusCall('organisation', 'organisation', title),
  delete: call({
    path: '/organisation/delete',
    title: { zh: '删除组织', en: 'Delete organisation' },
    permit: 'organisation:delete',
    business: 'delete',
    input: z.object({ ids: z.array(Id).min(1).max(100) }),
    output: Nothing,
  }),
  export: exportCall({
    path: 'organisation',
    menu: 'organisation',
    title,
    filter: { keyword: Line(100).optional(), status: EnableStatus.optional() },
    fields: Object.keys(row),
  }),
  /** the roles a new organisation's administrator may get from the caller */
  options: call({
    path: '/organisation/options',
    title: { zh: '组织选项', en: 'Organisation form options' },
    permit: 'organisation:list',
    business: null,
    input: Nothing,
    output: z.object({ roles: z.array(z.object({ id: Id, roleName: z.string(), org_name: z.string() })) }),
  }),
};
