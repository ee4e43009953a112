import type { MenuSeeds } from '../kit/menu.ts';
import { evidence } from './evidence.ts';
import { lockCodes } from './lockCodes.ts';
import { openings } from './openings.ts';
import { orderQueue } from './orderQueue.ts';
import { orders } from './orders.ts';

export const orderCalls = { orders, lockCodes, orderQueue, openings, evidence };

export const orderMenu = {
  order: { title: { zh: '指令队列', en: 'Orders' }, view: 'orders/OrdersPage', icon: 'order', parent: 'devices' },
  evidence: {
    title: { zh: '证据卡', en: 'Evidence card' },
    view: 'orders/EvidencePage',
    icon: 'record',
    parent: 'devices',
    hidden: true,
  },
  opening: {
    title: { zh: '开锁记录', en: 'Opening log' },
    view: 'orders/OpeningsPage',
    icon: 'opening',
    parent: 'records',
  },
} as const satisfies MenuSeeds;
