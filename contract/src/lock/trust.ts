import type { Text } from '../kit/text.ts';
import { type LockFamily, LockStatus } from './codes.ts';
import { sealModel } from './operable.ts';
import { type ShapeId, stateSigns } from './signs.ts';

/** What a shown status rests on, where it is not the lock's own fresh word. */
export interface StateTrust {
  /** sealed by the platform's word: the lock itself said only that it is closed */
  held: boolean;
  /** just the last that is known (`isFresh`): it may have changed since */
  stale: boolean;
}

export const told: StateTrust = { held: false, stale: false };

/** `fresh`: see `isFresh`. Of a lock that never said anything there is no last status to call old. */
export const trustOf = (
  { family, lock_status }: { family: LockFamily; lock_status: number },
  fresh: boolean,
): StateTrust => ({
  held: sealModel[family] === 'platform' && lock_status === LockStatus.sealedLocked,
  stale: !fresh && lock_status !== LockStatus.initial,
});

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

/** A status and what it rests on as one code, for a file's column: `2`, `2 held`, `2 held stale`. */
export const stateCode = (status: number, { held, stale }: StateTrust): string =>
  `${status}${held ? ' held' : ''}${stale ? ' stale' : ''}`;

/** Back again, as a record has it: what it says, and on what it rests. */
export const stateOf = (code: string): { status: LockStatus; trust: StateTrust } => {
  const [status = '', ...rests] = code.split(' ');
  return {
    status: Number(status) as LockStatus,
    trust: { held: rests.includes('held'), stale: rests.includes('stale') },
  };
};

/** The words of all such codes, those of the screen. */
export const stateCodeWords = (word: (status: LockStatus) => string, lang: keyof Text): Record<string, string> =>
  Object.fromEntries(
    Object.values(LockStatus).flatMap((status) =>
      [false, true].flatMap((held) =>
        [false, true].map((stale) => [
          stateCode(status, { held, stale }),
          trustedWord(word(status), { held, stale }, lang),
        ]),
      ),
    ),
  );
