import { z } from 'zod';
import { call, Id, Line, Time } from '../kit/call.ts';
import { Command, LockEvent } from '../lock/command.ts';
import { isReasonGiven } from './reason.ts';

const title = (zh: string, en: string) => ({ zh, en });
/** Made by the caller, one for each press of the button: a double click is one command. */
const Key = z.string().regex(/^[\w-]{8,64}$/);
const byDevice = z.object({ device_id: Id, before: Id.optional(), size: z.int().min(1).max(100).default(20) });

/** Why: an item of the list, words, or both. */
const why = { reason_code: Line(40).optional(), reason: Line(200).default('') };
const reasonShort = { path: ['reason'], error: 'reasonShort' };

export const orders = {
  seal: call({
    path: '/lock/seal',
    title: title('远程施封', 'Seal a lock remotely'),
    permit: 'map:seal',
    business: 'command',
    input: z.object({ device_id: Id, reason: Line(200).default(''), idempotency_key: Key }),
    output: Command,
  }),
  unseal: call({
    path: '/lock/unseal',
    title: title('远程解封', 'Unseal a lock remotely'),
    permit: 'map:unseal',
    business: 'command',
    input: z.object({ device_id: Id, ...why, idempotency_key: Key }).refine(isReasonGiven, reasonShort),
    output: Command,
  }),
  /** Shows the lock's one-time password to whoever says why. Kept for ever: who, when, which lock, for what. */
  unlockPassword: call({
    path: '/lock/unlockPassword',
    title: title('查看动态密码', 'Show the one-time password of a lock'),
    permit: 'map:unlockPassword',
    business: 'other',
    input: z.object({ device_id: Id, reason: Line(200) }).refine(isReasonGiven, reasonShort),
    output: z.object({
      password: z.string(),
      /** when the lock had it */
      told_time: Time,
      /** how long a screen may show it */
      seconds: z.int(),
    }),
  }),
  cancel: call({
    path: '/lock/cancel',
    title: title('取消指令', 'Cancel a command'),
    permit: 'map:unseal',
    business: 'other',
    input: z.object({ id: Id }),
    output: Command,
  }),
  command: call({
    path: '/lock/command',
    title: title('查看指令', 'View a command'),
    permit: 'map:list',
    business: null,
    input: z.object({ id: Id }),
    output: Command,
  }),
  commands: call({
    path: '/lock/commands',
    title: title('查询指令', 'Search commands'),
    permit: 'map:list',
    business: null,
    input: byDevice,
    output: z.object({ rows: z.array(Command), more: z.boolean() }),
  }),
  events: call({
    path: '/lock/events',
    title: title('查询锁事件', 'Search lock events'),
    permit: 'map:list',
    business: null,
    input: byDevice,
    output: z.object({ rows: z.array(LockEvent), more: z.boolean() }),
  }),
};

/** Permits by which metal moves: an API key has them only where that was ticked by itself. */
export const physicalPermits: ReadonlySet<string> = new Set([
  orders.seal.permit,
  orders.unseal.permit,
  orders.unlockPassword.permit,
]);
