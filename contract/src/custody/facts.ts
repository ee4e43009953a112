import { approvalStates } from '../approvals/approvals.ts';
import { stockStepNames } from '../devices/stockSteps.ts';
import { commandEvidence, commandStates } from '../lock/command.ts';
import type { LedgerGroup } from './rows.ts';

const of = <const G extends LedgerGroup, N extends string>(group: G, names: readonly N[]) =>
  names.map((name) => `${group}.${name}` as const);

/** Every fact that the triggers of the database write, by the names they give it. */
export const ledgerFacts = [
  /** what the lock's word says of its metal; `told`: a word that moves nothing */
  ...of('lock', ['sealed', 'unsealed', 'opened', 'closed', 'forced', 'abnormal', 'told', 'judged_again']),
  /** orders that move metal or change who can open it; `queued`: it was taken, and did not leave after all */
  ...of('order', ['given', ...commandStates, 'settled']),
  /** what the metal did after an order; `withdrawn`: a late word took the proof away */
  ...of('proof', [...commandEvidence, 'withdrawn']),
  ...of('approval', ['asked', ...approvalStates.filter((state) => state !== 'waiting')]),
  ...of('password', ['shown', 'sent', 'never_left']),
  /** `came`: of whoever got the device by a step of somebody else */
  ...of('stock', [...stockStepNames, 'seal', 'unseal', 'came']),
  /** of lead seals: what was done, and what was refused or contradicts what is known */
  ...of('seal', [
    'made',
    'printed',
    'offered',
    'taken',
    'declined',
    'withdrawn',
    'handed',
    /** of whoever got it from another organisation */
    'came',
    'missing',
    'found',
    'sealed',
    'patrolled',
    'unsealed',
    'scrapped',
    'abnormal',
    'refused',
    'contradicted',
  ]),
  /** of the lock of a chip: what a reader did, or could not do */
  ...of('seal', ['rfid_done', 'rfid_failed']),
  /** of measuring devices: what became of one, who looked at it, and its repairs */
  ...of('meter', ['added', 'sealed', 'opened', 'scrapped', 'inspected', 'exception', 'settled', 'verified', 'failed']),
  ...of('meter', ['work_opened', 'work_repaired', 'work_signed', 'work_reopened', 'work_closed', 'work_cancelled']),
  /** of logistics batches: what became of the plan, and its steps */
  ...of('batch', ['planned', 'departed', 'completed', 'cancelled', 'amended', 'packed']),
  ...of('batch', ['sealed', 'inspected', 'unsealed', 'scrapped', 'forced_end', 'abnormal']),
  'refusal' as const,
];
export type LedgerFact = (typeof ledgerFacts)[number];
