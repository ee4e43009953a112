import type { ParamSeeds } from '../kit/param.ts';
import { type CommandKind, movesMetal, type PhysicalKind } from '../lock/orderKinds.ts';

export const orderParams = {
  unseal_lifetime_seconds: {
    group: 'locks',
    kind: 'number',
    unit: 'seconds',
    min: 60,
    max: 86_400,
    fallback: 1800,
    title: { zh: '解封指令有效时间', en: 'An unseal command lives' },
    description: {
      zh: '解封指令等待锁上线的最长时间，过期不再下发。',
      en: 'How long an unseal order waits for its lock; after that it is never sent.',
    },
  },
  seal_lifetime_seconds: {
    group: 'locks',
    kind: 'number',
    unit: 'seconds',
    min: 60,
    max: 86_400,
    fallback: 7200,
    title: { zh: '施封指令有效时间', en: 'A seal command lives' },
    description: {
      zh: '施封指令等待锁上线的最长时间，过期不再下发。',
      en: 'How long a seal order waits for its lock; after that it is never sent.',
    },
  },
  waiting_orders_per_lock: {
    group: 'locks',
    kind: 'number',
    unit: 'orders',
    min: 5,
    max: 200,
    fallback: 20,
    title: { zh: '每把锁等待下发的指令数', en: 'Orders that may wait for a lock' },
    description: {
      zh: '一把锁有这么多条设置或查询在等待时，不再接受文本、卡、区域等不会相互替换的指令；施封、解封不受限。',
      en: 'When so many settings and questions wait for a lock, it gets no more texts, cards and areas, which do not replace each other. Sealing and unsealing always may wait.',
    },
  },
  shown_password_minutes: {
    group: 'locks',
    kind: 'number',
    unit: 'minutes',
    min: 1,
    max: 1440,
    fallback: 15,
    title: { zh: '动态密码出示后应在此时间内使用', en: 'A one-time password that is shown is used within' },
    description: {
      zh: '超过此时间仍未使用的，标为“出示未用”：看过的人仍可开锁，直到锁换新密码。',
      en: 'One that is not used by then is marked as shown and not used: whoever saw it can open the lock until the lock has another.',
    },
  },
  setting_lifetime_seconds: {
    group: 'locks',
    kind: 'number',
    unit: 'seconds',
    min: 600,
    max: 604_800,
    fallback: 86_400,
    title: { zh: '设置与查询指令有效时间', en: 'A setting or question lives' },
    description: {
      zh: '参数、卡、区域等指令等待锁上线的最长时间，过期不再下发。',
      en: 'How long a setting, card, area or question waits for its lock; after that it is never sent.',
    },
  },
} as const satisfies ParamSeeds;

/** The parameter that says how long an order waits for its lock. */
export const lifetimeOf = (kind: CommandKind): `${PhysicalKind | 'setting'}_lifetime_seconds` =>
  `${movesMetal(kind) ? kind : 'setting'}_lifetime_seconds`;
