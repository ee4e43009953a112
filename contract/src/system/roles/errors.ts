import { type FieldErrors, type Refusals, refusal } from '../../kit/refusal.ts';

export const roleRefusals = {
  roleBeyond: refusal('noPermission', '该角色包含您没有的权限', 'This role holds permissions that you do not have'),
  rootRole: refusal(
    'noPermission',
    '根角色始终拥有全部权限，不能修改',
    'The root role always holds everything and cannot be changed',
  ),
  roleLocked: refusal('noPermission', '不能修改自己的角色或其上级角色', 'Nobody changes the own role, or one above it'),
  roleCircle: refusal(
    'conflict',
    '上级角色不能是自身或其下级',
    'A role cannot be below itself or one of those below it',
  ),
  grantWithinParent: refusal('noPermission', '超出上级角色的权限', 'This is more than the role above holds'),
  beyondOwn: refusal(
    'noPermission',
    '不能授予或收回自己没有的权限',
    'You can neither give nor take what you do not hold',
  ),
  tickMenuFirst: refusal('fail', '请先勾选菜单', 'Please tick the menu first'),
} as const satisfies Refusals;

export const roleFieldErrors = {
  roleOrganisation: {
    zh: '与上级角色、下级角色或使用者的组织不符',
    en: 'This does not fit the organisations of the role above, of roles below, or of those who hold it',
  },
} as const satisfies FieldErrors;
