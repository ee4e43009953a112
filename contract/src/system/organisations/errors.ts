import { type Refusals, refusal } from '../../kit/refusal.ts';

export const organisationRefusals = {
  ownOrganisation: refusal('fail', '不能对自己所在的组织执行此操作', 'You cannot do this to your own organisation'),
  organisationFrozen: refusal(
    'conflict',
    '该组织处于（或即将进入）上级的封控期，不能移出；请先由有权者解除封控期',
    'A frozen period holds for this organisation, or is to come: whoever may end it ends it before the organisation is moved out of it',
  ),
  organisationCircle: refusal('fail', '不能移动到自身或其下级组织', 'An organisation cannot be moved below itself'),
  organisationInUse: refusal(
    'conflict',
    '组织下仍有设备、操作员、角色或下级组织，不能删除',
    'It still has devices, operators, roles or organisations below it and cannot be deleted',
  ),
  moveRoles: refusal(
    'conflict',
    '其下的操作员或角色仍依赖移动后不再是上级的组织的角色，请先更换',
    'Operators or roles in it depend on roles of an organisation that would no longer stand above it, please change those first',
  ),
  organisationHistory: refusal(
    'conflict',
    '组织或其设备已有历史记录，不能删除；请改为停用',
    'The organisation or its devices have a history, it cannot be deleted; disable it instead',
  ),
} as const satisfies Refusals;
