import type { Connection } from './devices.ts';
import { type LockFamily, LockStatus } from './lock.ts';
import { sealModel } from './operable.ts';
import { type ShapeId, stateSigns } from './stateSigns.ts';
import type { Text } from './text.ts';

/** What a shown status rests on, where it is not the lock's own fresh word. */
export interface StateTrust {
  /** sealed by the platform's word: the lock itself said only that it is closed */
  held: boolean;
  /** nothing was heard for more than twice the expected interval: it may have changed since */
  stale: boolean;
}

export const told: StateTrust = { held: false, stale: false };

export const trustOf = (
  { family, lock_status }: { family: LockFamily; lock_status: number },
  connection: Connection,
): StateTrust => ({
  held: sealModel[family] === 'platform' && lock_status === LockStatus.sealedLocked,
  stale: isStale(lock_status, connection),
});

/** A connection given up after twice the expected interval: what was said before is only the last that is known. */
export const isStale = (lock_status: number, connection: Connection): boolean =>
  connection === 'offline' && lock_status !== LockStatus.initial;

export const shapeOf = (status: LockStatus, { held }: StateTrust): ShapeId =>
  held ? 'held' : stateSigns[status].shape;

/** The words of a status that is not the lock's own fresh one. */
export const trustWords: {
  held: Text;
  /** added behind a word */
  stale: Text;
} = {
  held: { zh: '已锁·平台代持封', en: 'Locked, seal held' },
  stale: { zh: '（最后已知）', en: ' (last known)' },
};

/** The word of a status, `word` being its own. */
export const trustedWord = (word: string, { held, stale }: StateTrust, lang: keyof Text): string =>
  `${held ? trustWords.held[lang] : word}${stale ? trustWords.stale[lang] : ''}`;
