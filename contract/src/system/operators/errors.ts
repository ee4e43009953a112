import { type Refusals, refusal } from '../../kit/refusal.ts';

export const operatorRefusals = {
  operatorLoginName: refusal('conflict', '登录名已被使用', 'This login name is taken'),
  ownAccount: refusal('fail', '不能对自己的账号执行此操作', 'You cannot do this to your own account'),
  ownRole: refusal('fail', '不能修改自己的角色或组织', 'You cannot change your own role or organisation'),
  operatorBeyond: refusal(
    'noPermission',
    '该操作员拥有您没有的权限',
    'This operator holds permissions that you do not have',
  ),
  operatorRoleAbove: refusal(
    'fail',
    '该角色不属于操作员所在组织或其上级',
    "The role belongs neither to the operator's organisation nor to one above it",
  ),
  operatorHoldsSeals: refusal(
    'fail',
    '该操作员手中还有铅封，请先交接',
    'Seals are still in the hand of this operator: they are handed over first',
  ),
} as const satisfies Refusals;
