import { z } from 'zod';
import { call, EnableStatus, Id, Line, Nothing, Time } from '../../kit/call.ts';
import { LoginName, Phone, Sealed } from '../../kit/person.ts';
import { resource, statusCall } from '../../kit/resource.ts';

const title = { zh: '操作员', en: 'operator' };

/** Shortest temporary password; a person's own follows `strictPassword`. Source: specification, section 5. */
export const temporaryPasswordLength = 6;

const fields = {
  operCode: Line(32),
  operName: Line(60).min(1, { error: 'required' }),
  operPhone: Phone,
  loginName: LoginName,
  role_id: Id,
  org_id: Id,
};

/** temporary, at least 6 characters, sealed for the path of the call that carries it */
const TemporaryPassword = Sealed.min(1, { error: 'required' });

export const operators = {
  ...resource({
    path: 'operator',
    menu: 'operator',
    title,
    row: {
      ...fields,
      loginName: z.string(),
      roleName: z.string(),
      orgName: z.string(),
      status: EnableStatus,
      /** still has the temporary password */
      must_change: z.boolean(),
      create_time: Time,
    },
    write: fields,
    filter: { org_id: Id.optional(), role_id: Id.optional(), status: EnableStatus.optional() },
    sort: ['operCode', 'operName', 'loginName', 'roleName', 'orgName', 'create_time'],
  }),
  add: call({
    path: '/operator/add',
    title: { zh: '新增操作员', en: 'Add operator' },
    permit: 'operator:add',
    business: 'insert',
    input: z.object({ ...fields, password: TemporaryPassword }),
    output: z.object({ id: Id }),
  }),
  status: statusCall('operator', 'operator', title),
  resetPassword: call({
    path: '/operator/resetPassword',
    title: { zh: '重置密码', en: 'Reset the password of operator' },
    permit: 'operator:resetPassword',
    business: 'update',
    input: z.object({ id: Id, password: TemporaryPassword }),
    output: Nothing,
  }),
  /** organisations in scope, and the roles the caller may give away; a role fits its organisation and those below */
  options: call({
    path: '/operator/options',
    title: { zh: '操作员选项', en: 'Operator form options' },
    permit: 'operator:list',
    business: null,
    input: Nothing,
    output: z.object({
      organizations: z.array(z.object({ id: Id, org_name: z.string(), parent_id: Id.nullable() })),
      roles: z.array(z.object({ id: Id, roleName: z.string(), org_id: Id })),
    }),
  }),
};
