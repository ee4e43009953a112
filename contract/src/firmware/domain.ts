import type { MenuSeeds } from '../kit/menu.ts';
import { firmware } from './firmware.ts';
import { firmwareIssues } from './issues.ts';
import { firmwareRollouts } from './rollouts.ts';

export const firmwareCalls = { firmware, firmwareRollouts, firmwareIssues };

export const firmwareMenu = {
  firmware: {
    title: { zh: '固件版本', en: 'Firmware' },
    view: 'firmware/FirmwarePage',
    icon: 'tool',
    parent: 'devices',
  },
  firmwareRollout: {
    title: { zh: '固件升级', en: 'Firmware roll-outs' },
    view: 'firmware/RolloutsPage',
    icon: 'chart',
    parent: 'devices',
  },
  firmwareIssue: {
    title: { zh: '固件下发记录', en: 'Firmware records' },
    view: 'firmware/IssuesPage',
    icon: 'record',
    parent: 'devices',
  },
} as const satisfies MenuSeeds;
