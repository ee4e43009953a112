import type { MenuSeeds } from '../kit/menu.ts';
import { ledger } from './ledger.ts';

export const custodyCalls = { ledger };

export const custodyMenu = {
  ledger: {
    title: { zh: '操作台账', en: 'Custody ledger' },
    view: 'custody/LedgerPage',
    icon: 'record',
    parent: 'records',
  },
} as const satisfies MenuSeeds;
