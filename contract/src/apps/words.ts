import type { DictionarySeeds, Word } from '../kit/word.ts';
import type { UpgradeState } from './appInstallations.ts';
import type { AppState } from './appSteps.ts';
import type { appPlatforms, mobileApps } from './appVersions.ts';

export const appWords = {
  mobile_app: {
    title: { zh: '手机应用', en: 'Mobile app' },
    open: true,
    items: { handset: ['手持机', 'Handset'], phone: ['手机', 'Phone'] } satisfies Record<
      (typeof mobileApps)[number],
      Word
    >,
  },
  app_platform: {
    title: { zh: '应用平台', en: 'Platform of an app' },
    items: { android: ['Android', 'Android'], ios: ['iOS', 'iOS'] } satisfies Record<
      (typeof appPlatforms)[number],
      Word
    >,
  },
  app_state: {
    title: { zh: '应用版本状态', en: 'State of an app version' },
    items: {
      draft: ['草稿', 'Draft'],
      published: ['已发布', 'Published', 'green'],
      withdrawn: ['已撤回', 'Withdrawn', 'gold'],
    } satisfies Record<AppState, Word>,
  },
  upgrade_state: {
    title: { zh: '升级状态', en: 'State of an upgrade' },
    items: {
      none: ['无升级', 'None'],
      offered: ['已提示', 'Offered', 'cyan'],
      fetched: ['已开始下载', 'Download begun', 'blue'],
      upgraded: ['升级成功', 'Upgraded', 'green'],
    } satisfies Record<UpgradeState, Word>,
  },
} as const satisfies DictionarySeeds;
