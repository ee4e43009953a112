import type { MenuSeeds } from '../kit/menu.ts';
import { appInstallations } from './appInstallations.ts';
import { appVersions } from './appVersions.ts';

export const appCalls = { appVersions, appInstallations };

export const appMenu = {
  appVersion: {
    title: { zh: '手持端版本', en: 'Handset app' },
    view: 'apps/AppVersionsPage',
    icon: 'handset',
    parent: 'system',
  },
  appInstallation: {
    title: { zh: '手持端升级记录', en: 'Handset upgrades' },
    view: 'apps/AppInstallationsPage',
    icon: 'upload',
    parent: 'system',
  },
} as const satisfies MenuSeeds;
