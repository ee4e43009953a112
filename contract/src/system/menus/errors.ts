import { type FieldErrors, type Refusals, refusal } from '../../kit/refusal.ts';

export const menuRefusals = {
  menusOfRoot: refusal(
    'noPermission',
    '菜单为所有组织共用，只有根组织的操作员可以修改',
    'Menus are shared by all organisations, only operators of the root organisation change them',
  ),
  menuNeeded: refusal(
    'conflict',
    '产品需要它，不能删除或修改编码',
    'The product needs it: it stays, and so does its code',
  ),
  menuReachable: refusal(
    'conflict',
    '停用后将无法再打开菜单管理',
    'Menu management itself would be out of reach, nobody could enable it again',
  ),
  menuCircle: refusal(
    'conflict',
    '上级菜单不能是自身或其下级',
    'A menu cannot be below itself or one of those below it',
  ),
  menuHasChildren: refusal('conflict', '请先删除或移走下级菜单', 'Delete or move the menus below it first'),
} as const satisfies Refusals;

export const menuFieldErrors = {
  menuCode: {
    zh: '编码以字母开头，只能包含字母、数字、下划线和短横线，最多 40 位',
    en: 'A code begins with a letter and has letters, digits, underscores and hyphens only, 40 at most',
  },
  reservedCode: { zh: '该编码为系统保留', en: 'The product keeps this code for itself' },
  menuUrl: {
    zh: '应为 0（目录）、页面名称或链接',
    en: 'This is 0 for a folder, the name of a page, or a link',
  },
  actionUrl: { zh: '调用路径以 / 开头，如 /device/list', en: 'A path begins with /, as in /device/list' },
} as const satisfies FieldErrors;
