import type { MenuSeeds } from '../kit/menu.ts';
import { alarms } from './alarms.ts';
import { alarmRules } from './rules.ts';

export const alarmCalls = { alarms, alarmRules };

export const alarmMenu = {
  alarm: { title: { zh: '告警', en: 'Alarms' }, view: 'alarms/AlarmsPage', icon: 'alarm', parent: null },
  alarmRule: {
    title: { zh: '告警规则', en: 'Alarm rules' },
    view: 'alarms/AlarmRulesPage',
    icon: 'param',
    parent: null,
  },
} as const satisfies MenuSeeds;
