import { z } from 'zod';
import { call, Nothing } from '../kit/call.ts';

/** Where locks are told to connect to. */
export const deviceConnect = {
  address: call({
    path: '/device/connect',
    title: { zh: '查看设备接入地址', en: 'View the address devices connect to' },
    permit: 'device:list',
    business: null,
    input: Nothing,
    output: z.object({
      /** empty: that of the console */
      host: z.string(),
      /** null: not known */
      port: z.int().min(1).max(65_535).nullable(),
    }),
  }),
};
