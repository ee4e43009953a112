import type { MenuSeeds } from '../kit/menu.ts';
import { alarms } from './alarms.ts';

export const alarmCalls = { alarms };

export const alarmMenu = {
  alarm: { title: { zh: '告警', en: 'Alarms' }, view: 'alarms/AlarmsPage', icon: 'alarm', parent: null },
} as const satisfies MenuSeeds;
