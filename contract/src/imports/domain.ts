import type { MenuSeeds } from '../kit/menu.ts';
import { imports } from './imports.ts';

export const importCalls = { imports };

export const importMenu = {
  import: {
    title: { zh: '批量导入', en: 'Bulk import' },
    view: 'imports/ImportsPage',
    icon: 'import',
    parent: 'devices',
  },
} as const satisfies MenuSeeds;
