import { z } from 'zod';
import { type Call, call, Id, Line, Time } from '../kit/call.ts';
import { Command, LockEvent } from '../lock/command.ts';
import { TypeIntervals } from '../lock/intervals.ts';
import { type CommandKind, type OrderKinds, orderKinds } from '../lock/orderKinds.ts';
import { isReasonGiven } from './reason.ts';

const title = (zh: string, en: string) => ({ zh, en });
/** Made by the caller, one for each press of the button: a double click is one command. */
/** Made by the caller, one for each press of the button. */
export const PressKey = z.string().regex(/^[\w-]{8,64}$/);
const byDevice = z.object({ device_id: Id, before: Id.optional(), size: z.int().min(1).max(100).default(20) });

/** Why: an item of the list, words, or both. */
const why = { reason_code: Line(40).optional(), reason: Line(200).default('') };
const reasonShort = { path: ['reason'], error: 'reasonShort' };

/** A note beside what is done lightly, and words beside what is not. */
const note = { reason: why.reason };
const words = { reason: Line(200) };

/** The call of a kind: a button of its own, so that roles can give each apart. */
const order = <const K extends CommandKind, Why extends z.ZodRawShape, Args extends z.ZodRawShape>(
  kind: K,
  why: Why,
  args: Args,
) => {
  const input = z.object({ device_id: Id, idempotency_key: PressKey, ...why, ...args });
  return call({
    path: `/lock/${kind}`,
    title: orderKinds[kind].title,
    permit: `map:${kind}`,
    business: 'command',
    input: orderKinds[kind].guarded ? input.refine((said) => isReasonGiven(said as never), reasonShort) : input,
    output: Command,
  });
};
const plain = <const K extends CommandKind>(kind: K) =>
  order(kind, note, orderKinds[kind].args as OrderKinds[K]['args']);
const guarded = <const K extends CommandKind>(kind: K) =>
  order(kind, words, orderKinds[kind].args as OrderKinds[K]['args']);

/** One for each kind. */
const given = {
  seal: plain('seal'),
  unseal: order('unseal', why, {}),
  query_info: plain('query_info'),
  query_parameters: plain('query_parameters'),
  query_location: plain('query_location'),
  set_intervals: plain('set_intervals'),
  set_low_battery: plain('set_low_battery'),
  auto_seal_mode: plain('auto_seal_mode'),
  restart: plain('restart'),
  clear_cache: plain('clear_cache'),
  factory_reset: guarded('factory_reset'),
  /** Passwords are sealed at once and stand nowhere else. The old one is typed only by who knows it better than the platform. */
  set_unlock_password: order('set_unlock_password', words, {
    password: z.string().max(16),
    old_password: z.string().max(16).optional(),
  }),
  add_cards: guarded('add_cards'),
  delete_cards: plain('delete_cards'),
  query_cards: guarded('query_cards'),
  set_area: plain('set_area'),
  delete_area: plain('delete_area'),
  confine_cards: plain('confine_cards'),
  release_cards: guarded('release_cards'),
  track: plain('track'),
  text: plain('text'),
} satisfies Record<CommandKind, Call>;

export const orders = {
  ...given,
  /** What its intervals may be set to, for whoever is about to. */
  intervalLimits: call({
    path: '/lock/intervalLimits',
    title: title('查看间隔限值', 'View the limits of intervals'),
    permit: given.set_intervals.permit,
    business: null,
    input: z.object({ device_id: Id }),
    output: TypeIntervals,
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
      /** a frozen period begins then, in which whoever opens by it opens without right; null: none is to come */
      frozen_from: Time.nullable(),
    }),
  }),
  /** Takes the button of the order's own kind: whoever may give it may take it back. */
  cancel: call({
    path: '/lock/cancel',
    title: title('取消指令', 'Cancel a command'),
    permit: 'map:list',
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
    output: z.object({
      rows: z.array(Command),
      more: z.boolean(),
      /**
       * With the first page: the newest that moves metal and the newest hundred that wait, are out or in doubt, however
       * many came after them.
       */
      standing: z.array(Command),
    }),
  }),
  /** Newest first by when they happened, whenever they came in; `before` is the id of the last row shown. */
  events: call({
    path: '/lock/events',
    title: title('查询锁事件', 'Search lock events'),
    permit: 'map:list',
    business: null,
    input: byDevice,
    output: z.object({ rows: z.array(LockEvent), more: z.boolean() }),
  }),
};
