import type { AlarmKind } from '@plomb/contract/lock/codes';
import type { Swipe } from '@plomb/contract/lock/swipe';
import type { Claims } from './evidence.ts';
import type { Beside } from './lockFold.ts';
import { type Judged, judgeOrder, judgeWord, type LockState } from './lockFold.ts';
import type { LockWord, SealOrder, WordKey } from './word.ts';

/** A lock event as it is stored, with what it was judged by and what it came to. */
export interface StoredEvent {
  kind: 'event';
  id: number;
  key: WordKey;
  /** null: of a time before words were kept; it stands as it is */
  word: LockWord | SealOrder | null;
  lsBefore: number;
  lsAfter: number;
  lso: number | null;
  fault: number;
  actor: string;
  quality: 'direct' | 'inferred';
  swipe: Swipe | null;
  after: LockState;
  rang: AlarmKind[];
  /** rang only because of a doubt about the clock */
  doubtRang: AlarmKind[];
  doubted: boolean;
  /** its time was wrong and has been put right in this batch */
  retimed: boolean;
  /** a copy of it that was told before the one known has come: the event is that one's now */
  rekeyed: boolean;
}

/** A status a stored report stated, that changed nothing when it came and left no event. */
export interface StoredStatement {
  kind: 'statement';
  key: WordKey;
  word: LockWord;
  electric: number | null;
}

/** What is stored of a lock's words from a point of time on, and the state before it. */
export interface History {
  base: LockState;
  /** when the word was told that left `base` */
  baseTold: number;
  /** since when the lock is with whom it is with: whoever brought it into a state before is nobody to them */
  owned: number;
  entries: (StoredEvent | StoredStatement)[];
}

export const isOrder = (word: LockWord | SealOrder): word is SealOrder => 'commandId' in word;

/** What a word comes to after a state. */
export const judgeAny = (before: LockState, word: LockWord | SealOrder, beside: Beside): Judged =>
  isOrder(word) ? { ...judgeOrder(before, word), rings: [] } : judgeWord(before, word, beside);

/** The claims after what one word proved. */
export const claimed = (claims: Claims, { evidence }: Judged): Claims =>
  evidence ? new Map(claims).set(evidence.commandId, evidence.result) : claims;

/** A stored event as the copy tells it that came first. */
export const toldFirst = (
  event: StoredEvent,
  { at, serial, part, hash, receiveTime, replay }: LockWord,
): StoredEvent => {
  const key = { at, serial, part, hash, receiveTime };
  return {
    ...event,
    key,
    word: event.word && !isOrder(event.word) ? { ...event.word, ...key, replay } : event.word,
    rekeyed: true,
  };
};

/** A stored event's word after its clock was found to be wrong. */
export const retimed = (event: StoredEvent, at: number): StoredEvent => ({
  ...event,
  key: { ...event.key, at },
  word: event.word && { ...event.word, at },
  doubted: false,
  retimed: true,
});
