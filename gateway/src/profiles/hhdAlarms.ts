import { Fault, LockAction } from '@plomb/contract/lock/codes';
import type { Meaning } from './blankReport.ts';

/** Rings without moving the lock's state: that the bits mean this is known of these models from one source alone. */
const forced: Meaning = {
  lst: LockAction.normal,
  lso: null,
  ls: null,
  alarms: ['illegal_unlocking'],
  fault: Fault.none,
};

interface AlarmBits {
  bits: number;
  code: string;
  meaning: Meaning;
}

const padlock: readonly AlarmBits[] = [
  { bits: 0x11, code: 'hhd:alarm/removed', meaning: forced },
  { bits: 0x02, code: 'hhd:alarm/tampered', meaning: forced },
];

/**
 * The alarm word of Hhdlink locks is not the standard's. What its bits mean, by model; a model that is not here says its
 * alarms in item 0x60 alone.
 */
const byModel: Readonly<Record<string, readonly AlarmBits[]>> = { G360P: padlock, G508P: padlock };

/** Set in routine reports. */
const routine = 1 << 12;

export function hhdAlarms(model: string): readonly AlarmBits[] {
  return byModel[model.toUpperCase().replace(/[^A-Z0-9]/g, '')] ?? [];
}

/** Bits of the word that nobody has published for this model. */
export function unknownBits(word: number, known: readonly AlarmBits[]): number {
  return (known.reduce((left, { bits }) => left & ~bits, word) & ~routine) >>> 0;
}
