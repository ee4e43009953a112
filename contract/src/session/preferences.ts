import { z } from 'zod';
import { call, Nothing } from '../kit/call.ts';

const Name = z.string().regex(/^[\w./-]{1,80}$/);

/**
 * What an operator likes its screens to be: columns of a table, density, theme, saved views. The server keeps them, so
 * that they follow the person to the next computer; it does not look inside.
 */
export const preferences = {
  find: call({
    path: '/oper/preference/find',
    title: { zh: '查询界面偏好', en: 'Find screen preferences' },
    permit: 'session',
    onWalls: true,
    business: null,
    input: Nothing,
    output: z.object({ preferences: z.record(Name, z.unknown()) }),
  }),
  update: call({
    path: '/oper/preference/update',
    title: { zh: '保存界面偏好', en: 'Save a screen preference' },
    permit: 'session',
    business: null, // moving a column is nothing an audit asks about
    input: z.object({
      name: Name,
      value: z.unknown().refine((v) => JSON.stringify(v ?? null).length <= 16_000, { error: 'tooLong' }),
    }),
    output: Nothing,
  }),
};
