import type { Langue } from '../kit/text.ts';
import type { DictionarySeeds, Word } from '../kit/word.ts';
import type { WayHealth } from '../mailbox/alarmConfig.ts';
import type { HobbyConfig } from '../session/session.ts';

export const sessionWords = {
  map_type: {
    title: { zh: '地图类型', en: 'Map type' },
    items: {
      baidu: ['百度地图', 'Baidu'],
      google: ['谷歌地图', 'Google'],
      amap: ['高德地图', 'AMap'],
      offline: ['离线地图', 'Offline map'],
    } satisfies Record<HobbyConfig['map_type'], Word>,
  },
  receive_type: {
    title: { zh: '告警接收类型', en: 'Alarm receive type' },
    items: { police: ['仅告警', 'Alarms only', 'gold'], status: ['全部状态变化', 'All status changes', 'blue'] },
  },
  sent_kind: {
    title: { zh: '发送记录类别', en: 'Kind of what was sent' },
    items: { not_sent: ['未送达', 'Not sent'], digest: ['汇总', 'Digests'] },
  },
  way_trouble: {
    title: { zh: '通知方式异常', en: 'Trouble of a way' },
    items: { refuses: ['拒收，已停发', 'Refuses: stopped', 'red'], left: ['已退订', 'Unsubscribed', 'gold'] },
  },
  way_health: {
    title: { zh: '通知方式状况', en: 'Health of a way' },
    items: {
      well: ['无异常', 'No trouble', 'blue'],
      retrying: ['重试中', 'Being tried again', 'gold'],
      broken: ['不通', 'Broken', 'red'],
      unset: ['系统未配置', 'Not set up by the house', 'gold'],
      refuses: ['拒收，已停发', 'Refuses: stopped', 'red'],
      left: ['已退订', 'Unsubscribed', 'gold'],
    } satisfies Record<WayHealth, Word>,
  },
  language: {
    title: { zh: '语言', en: 'Language' },
    items: { zh_CN: ['中文', 'Chinese'], en_US: ['英文', 'English'] } satisfies Record<Langue, Word>,
  },
} as const satisfies DictionarySeeds;
