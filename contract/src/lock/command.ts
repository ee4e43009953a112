import { z } from 'zod';
import { Id, Latitude, Longitude, Time } from '../kit/call.ts';

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
  /** the press of whoever asked, by which its answer is known in the live news too */
  idempotency_key: z.string(),
  /** chosen from the list, in the words it had then; null = none was */
  reason_code: z.string().nullable(),
  reason_text: z.object({ zh: z.string(), en: z.string() }).nullable(),
  /** typed */
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
