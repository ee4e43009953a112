import { bcd } from '../kit/bcd.ts';
import { decode, type Infer } from '../kit/codec.ts';
import { readText } from '../kit/text.ts';
import type { event } from './items.ts';

/** What the content of an event names: the user's card, the platform or Bluetooth user, a telephone number. */
export type EventActor = 'card' | 'user' | 'number' | null;

export interface EventCode {
  readonly name: string;
  readonly actor: EventActor;
}

const code = (name: string, actor: EventActor = null): EventCode => ({ name, actor });

/** Item 0x60 event codes, from the makers' pages for G-300, G-316 and G-666, published up to 0x0018. */
export const eventCodes: Readonly<Record<number, EventCode>> = {
  0: code('shackle closed'),
  1: code('shackle opened'),
  2: code('sealed automatically after closing'),
  3: code('sealed by card', 'card'),
  4: code('unsealed by card', 'card'),
  5: code('sealed by Bluetooth', 'user'),
  6: code('unsealed by Bluetooth', 'user'),
  7: code('sealed by platform', 'user'),
  8: code('unsealed by platform', 'user'),
  9: code('sealed by SMS', 'number'),
  10: code('unsealed by SMS', 'number'),
  11: code('seal refused: card not registered', 'card'),
  12: code('unseal refused: card not registered', 'card'),
  13: code('seal by card refused outside its area', 'card'),
  14: code('unseal by card refused outside its area', 'card'),
  15: code('shackle opened while sealed'),
  16: code('shell tampered with'),
  17: code('shackle or rope cut'),
  18: code('battery low, going offline'),
  19: code('too many wrong passwords'),
  20: code('sealed automatically: not pulled out after unsealing'),
  21: code('woken by turning over'),
  22: code('woken by touch'),
  23: code('battery below its threshold'),
  24: code('motor stuck while sealing'),
};

/** Events of a sub-lock (0x0061-0x0066), whose content is the sub-lock's id and a card. */
export function isSubLockEvent(eventCode: number): boolean {
  return eventCode >= 0x61 && eventCode <= 0x66;
}

const subLockId = bcd(6);
const subLockIdLength = 6;

/** Who or what an event is about. `actor` is text as the lock wrote it (NUL-free), null when the event names nobody. */
export interface EventDetail {
  name: string;
  actor: string | null;
  /** 12 hex characters, sub-lock events only; null in one too short to name its sub-lock */
  subLock: string | null;
}

export function eventDetail(of: Infer<typeof event>): EventDetail {
  if (isSubLockEvent(of.code)) {
    if (of.content.length < subLockIdLength) return { name: 'sub-lock event', actor: null, subLock: null };
    const actor = readText(of.content.subarray(subLockIdLength)) || null;
    return { name: 'sub-lock event', actor, subLock: decode(subLockId, of.content) };
  }
  const known = eventCodes[of.code];
  const name = known?.name ?? `event ${of.code.toString(16).padStart(4, '0')}`;
  return { name, actor: known?.actor ? readText(of.content) || null : null, subLock: null };
}
