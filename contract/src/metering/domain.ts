import type { MenuSeeds } from '../kit/menu.ts';
import { meterCalendar } from './calendar.ts';
import { exceptionTypes } from './exceptionTypes.ts';
import { meterInspections } from './inspections.ts';
import { meters } from './meters.ts';
import { meterSeals } from './sealRecords.ts';
import { meterTypes } from './types.ts';
import { meterWorks } from './works.ts';

export const meteringCalls = {
  meters,
  meterCalendar,
  meterInspections,
  meterWorks,
  meterSeals,
  meterTypes,
  exceptionTypes,
};

export const meteringMenu = {
  metering: { title: { zh: '计量管理', en: 'Metering' }, view: '0', icon: 'chart', parent: null },
  meter: { title: { zh: '计量设备', en: 'Meters' }, view: 'metering/MetersPage', icon: 'chart', parent: 'metering' },
  meterCalendar: {
    title: { zh: '检定日历', en: 'Calendar' },
    view: 'metering/CalendarPage',
    icon: 'quarantine',
    parent: 'metering',
  },
  meterInspection: {
    title: { zh: '巡检记录', en: 'Inspections' },
    view: 'metering/InspectionsPage',
    icon: 'record',
    parent: 'metering',
  },
  meterWork: {
    title: { zh: '维修记录', en: 'Maintenance' },
    view: 'metering/WorksPage',
    icon: 'tool',
    parent: 'metering',
  },
  meterSeal: {
    title: { zh: '铅封操作记录', en: 'Lead-seal operations' },
    view: 'metering/SealRecordsPage',
    icon: 'log',
    parent: 'metering',
  },
  meterType: {
    title: { zh: '设备类型', en: 'Equipment types' },
    view: 'metering/TypesPage',
    icon: 'type',
    parent: 'metering',
  },
  exceptionType: {
    title: { zh: '异常类型', en: 'Exception types' },
    view: 'metering/ExceptionTypesPage',
    icon: 'dictionary',
    parent: 'metering',
  },
} as const satisfies MenuSeeds;
