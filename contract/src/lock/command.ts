import { z } from 'zod';
import { Id, Latitude, Longitude, Time } from '../kit/call.ts';
import { commandKinds } from './orderKinds.ts';
import { Swipe } from './swipe.ts';

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

export const replyCauses = [
  'password',
  'area',
  'busy',
  'unsupported',
  'failed',
  /** it answered, and keeps other values than it was told */
  'otherwise',
  /** whoever ordered it may no longer do so: never sent */
  'right',
  /** its lock was disabled, lost or in maintenance meanwhile: never sent */
  'unusable',
  /** its device got another lock: another number, or a type of another family: never sent */
  'exchanged',
  /** a newer order took its place before it left */
  'replaced',
  /** a factory reset whose lock was sealed while it waited: never sent */
  'sealed',
  /** the lock takes its one-time password only, and has not told it: never sent */
  'passwordUnknown',
  /** the password kept for it was sealed with a secret that is lost: never sent */
  'passwordLost',
  /** a card it was to give was disabled or deleted meanwhile: never sent */
  'cardUnusable',
  /** it was outside the areas of the authorisation when it was to leave: never sent */
  'outside',
  /** a frozen period had begun when it was to leave: never sent */
  'frozen',
] as const;

/**
 * What of its lock has to come before a queued order leaves, beside the connection. `order`: another order has to end. `password`:
 * the lock has to tell its one-time password. `report`: the lock has just come, and its first report tells whether it is sealed.
 * `place`: it may be opened inside areas alone, and has to tell where it is.
 */
export const orderWaits = ['order', 'password', 'report', 'place'] as const;
export type OrderWait = (typeof orderWaits)[number];

/**
 * What the metal did after an order. `confirmed`: the lock reported the ordered deed, in the order's time and by its
 * source. `possible`: a deed of the kind, told too late or without a time to prove it. `held`: nothing was sent, the
 * platform holds the seal itself.
 */
export const commandEvidence = ['confirmed', 'contradicted', 'possible', 'held'] as const;
export type CommandEvidence = (typeof commandEvidence)[number];

/** What a lock told in its answer, in the platform's words and units. What it said in words nobody knows stands in `other`. */
export const OrderResult = z.object({
  info: z
    .object({ model: z.string(), hardware: z.string(), firmware: z.string(), iccid: z.string(), text: z.string() })
    .partial()
    .optional(),
  parameters: z
    .object({
      report_interval: z.int(),
      sleep_interval: z.int(),
      heartbeat_interval: z.int(),
      /** % */
      low_battery: z.int(),
      other: z.array(z.object({ id: z.string(), hex: z.string() })),
    })
    .partial()
    .optional(),
  cards: z
    .object({ numbers: z.array(z.string()), /** how many were added or deleted, or are held */ count: z.int() })
    .partial()
    .optional(),
});
export type OrderResult = z.output<typeof OrderResult>;

/** How often something is sent at most: only what a machine may send again is sent more than once. */
export const MOST_ATTEMPTS = 3;

export const Command = z.object({
  id: Id,
  device_id: Id,
  sn: z.string(),
  device_name: z.string(),
  kind: z.enum(commandKinds),
  /** as `orderKinds` has them for the kind */
  args: z.record(z.string(), z.unknown()),
  state: z.enum(commandStates),
  /** how often it was sent */
  attempt: z.int(),
  result: OrderResult.nullable(),
  /** the press of whoever asked, by which its answer is known in the live news too */
  idempotency_key: z.string(),
  /** chosen from the list, in the words it had then; null = none was */
  reason_code: z.string().nullable(),
  reason_text: z.object({ zh: z.string(), en: z.string() }).nullable(),
  /** typed */
  reason: z.string(),
  cause: z.enum(replyCauses).nullable(),
  /** of one that was cancelled for a newer order: who gave that, by name and login; null: none was, or nobody knows */
  replaced_by: z.object({ oper_name: z.string(), login_name: z.string() }).nullable(),
  waits_for: z.enum(orderWaits).nullable(),
  /** who asked */
  oper_name: z.string(),
  /** '' for orders of before it was kept */
  login_name: z.string(),
  /** by whose right, where whoever gave it does not see the device: of an assignment or of an authorisation; '' = it is seen */
  assigned_to: z.string(),
  /** who approved it, where its organisation asks for a second person; '' = nobody had to */
  approved_by: z.string(),
  /** of an unseal in a frozen period: which, and the role by which whoever gave it may end it; '' = in none */
  in_frozen: z.string(),
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
  /** its device was in management mode: it rang nothing, unless it was forced */
  managed: z.boolean(),
  /** how its card stood to the rules of its time; null: it tells of none, or none was about it */
  swipe: Swipe.nullable(),
  /** when it happened, by our clock: what the lock's says, put right where that is known to be wrong */
  at: Time,
  /** when it happened, by the lock's clock */
  device_time: Time,
  receive_time: Time,
});
export type LockEvent = z.output<typeof LockEvent>;
