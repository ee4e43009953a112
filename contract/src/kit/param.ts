import { z } from 'zod';
import type { Text } from './text.ts';

export const paramGroups = {
  display: { zh: '界面', en: 'Display' },
  security: { zh: '安全', en: 'Security' },
  locks: { zh: '锁与告警', en: 'Locks and alarms' },
  records: { zh: '数据', en: 'Records' },
} as const satisfies Record<string, Text>;
export type ParamGroup = keyof typeof paramGroups;

export const paramUnits = {
  seconds: { zh: '秒', en: 's' },
  minutes: { zh: '分钟', en: 'min' },
  days: { zh: '天', en: 'd' },
  percent: { zh: '%', en: '%' },
  times: { zh: '次', en: 'times' },
  connections: { zh: '个', en: '' },
  megabytes: { zh: 'MB', en: 'MB' },
  orders: { zh: '条', en: 'orders' },
  items: { zh: '项', en: 'items' },
} as const satisfies Record<string, Text>;

export type ParamSeed = { group: ParamGroup; title: Text; description: Text } & (
  | { kind: 'number'; unit: keyof typeof paramUnits; min: number; max: number; fallback: number }
  | { kind: 'boolean'; fallback: boolean }
  | { kind: 'text'; max: number; fallback: string }
  | { kind: 'choice'; choices: Readonly<Record<string, Text>>; fallback: string }
);

export type ParamSeeds = Record<string, ParamSeed>;

export type ParamValue = number | boolean | string;

/** What is typed for a parameter, to its value: refuses what is of another type or outside the limits. */
export const paramSchema = (seed: ParamSeed): z.ZodType<ParamValue, string> => {
  switch (seed.kind) {
    case 'number':
      return z
        .string()
        .regex(/^-?\d{1,12}$/, { error: 'wholeNumber' })
        .transform(Number)
        .pipe(z.int().min(seed.min).max(seed.max));
    case 'boolean':
      return z.enum(['true', 'false']).transform((text) => text === 'true');
    case 'choice':
      return z.string().refine((text) => Object.hasOwn(seed.choices, text), { error: 'choice' });
    case 'text':
      return z.string().max(seed.max);
  }
};
