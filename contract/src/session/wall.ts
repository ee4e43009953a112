import { z } from 'zod';
import { call, Nothing, Time } from '../kit/call.ts';

export const wall = {
  /**
   * Puts a session that only looks in the place of the caller's own, which ends: it reads what calls marked `onWalls` answer,
   * orders nothing, and lasts for days without anybody touching it.
   */
  open: call({
    path: '/wall/open',
    title: { zh: '开启值班大屏登录', en: 'Leave a wall signed in' },
    permit: 'map:list',
    business: 'login',
    input: Nothing,
    output: z.object({ token: z.string(), until: Time }),
  }),
};
