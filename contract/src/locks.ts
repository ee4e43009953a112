import { z } from 'zod';
import { call, Id, Latitude, Line, Longitude, Time } from './call.ts';

/**
 * Exchange states of a command (what the bytes did). What the metal did is `evidence`, a fact of its own. `held`: nothing
 * was sent, for the platform carried it out by its own word.
 */
export const commandStates = [
  'queued',
  'held',
  'sent',
  'answered_ok',
  'answered_fail',
  'uncertain',
  'failed',
  'expired',
  'cancelled',
] as const;
export type CommandState = (typeof commandStates)[number];
export const endedStates: readonly CommandState[] = [
  'held',
  'answered_ok',
  'answered_fail',
  'failed',
  'expired',
  'cancelled',
];

export const commandKinds = ['seal', 'unseal'] as const;
export type CommandKind = (typeof commandKinds)[number];
/** Which kinds move metal: never re-sent by a machine, one open at a time for a device. A new kind has to decide. */
export const isPhysical: Record<CommandKind, boolean> = { seal: true, unseal: true };

export const replyCauses = [
  'password',
  'area',
  'busy',
  'unsupported',
  'failed',
  /** whoever ordered it may no longer do so: never sent */
  'right',
  /** its lock was disabled, lost or in maintenance meanwhile: never sent */
  'unusable',
  /** the lock takes its one-time password only, and has not told it: never sent */
  'passwordUnknown',
] as const;

/**
 * What the metal did after an order. `confirmed`: the lock reported the ordered deed, in the order's time and by its
 * source. `possible`: a deed of the kind, told too late or without a time to prove it. `held`: nothing was sent, the
 * platform holds the seal itself.
 */
export const commandEvidence = ['confirmed', 'contradicted', 'possible', 'held'] as const;
export type CommandEvidence = (typeof commandEvidence)[number];

export const Command = z.object({
  id: Id,
  device_id: Id,
  sn: z.string(),
  device_name: z.string(),
  kind: z.enum(commandKinds),
  state: z.enum(commandStates),
  reason: z.string(),
  cause: z.enum(replyCauses).nullable(),
  /** who asked */
  oper_name: z.string(),
  create_time: Time,
  expire_time: Time,
  sent_time: Time.nullable(),
  answer_time: Time.nullable(),
  finish_time: Time.nullable(),
  evidence_time: Time.nullable(),
  evidence: z.enum(commandEvidence).nullable(),
});
export type Command = z.output<typeof Command>;

/** `proved` only when the lock itself reported that it moved. */
export const isProved = (c: Pick<Command, 'evidence'>): boolean => c.evidence === 'confirmed';

export const LockEvent = z.object({
  id: Id,
  code: z.string(),
  lst: z.int(),
  lso: z.int().nullable(),
  ls_before: z.int(),
  ls_after: z.int(),
  fault: z.int(),
  actor: z.string(),
  lon: Longitude.nullable(),
  lat: Latitude.nullable(),
  electric: z.int().nullable(),
  replay: z.boolean(),
  /** `inferred`: the state changed without an event, a message was missed */
  quality: z.enum(['direct', 'inferred']),
  /** false: the lock's clock was unset, `at` and `device_time` are when it came */
  timed: z.boolean(),
  /** false: its connection had not proved to be the lock's; it moved and proved nothing */
  authenticated: z.boolean(),
  /** when it happened, by our clock: what the lock's says, put right where that is known to be wrong */
  at: Time,
  /** when it happened, by the lock's clock */
  device_time: Time,
  receive_time: Time,
});
export type LockEvent = z.output<typeof LockEvent>;

const title = (zh: string, en: string) => ({ zh, en });
/** Made by the caller, one for each press of the button: a double click is one command. */
const Key = z.string().regex(/^[\w-]{8,64}$/);
const byDevice = z.object({ device_id: Id, before: Id.optional(), size: z.int().min(1).max(100).default(20) });

export const locks = {
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
    input: z.object({ device_id: Id, reason: Line(200).min(6, { error: 'reasonShort' }), idempotency_key: Key }),
    output: Command,
  }),
  /** Shows the lock's one-time password to whoever says why. Kept for ever: who, when, which lock, for what. */
  unlockPassword: call({
    path: '/lock/unlockPassword',
    title: title('查看动态密码', 'Show the one-time password of a lock'),
    permit: 'map:unlockPassword',
    business: 'command',
    input: z.object({ device_id: Id, reason: Line(200).min(6, { error: 'reasonShort' }) }),
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
    business: 'command',
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
  locks.seal.permit,
  locks.unseal.permit,
  locks.unlockPassword.permit,
]);
