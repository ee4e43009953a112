import { BatchStep } from './batchSteps.ts';
import type { JourneyStep, Reason, ReasonCode } from './verdict.ts';

/** What is wrong with where a position was opened, and not with its numbers. */
const stoodOpen: readonly ReasonCode[] = ['not_resealed', 'stood_open', 'open_now', 'scrapped_off'];

/** What was read at one position: when it was sealed, each time somebody looked, and when it was opened. */
export interface PositionNumbers {
  id: number;
  position: string;
  /** '' = not sealed yet; of one that was sealed anew the newest */
  sealed: string;
  before: string[];
  looks: { at: number; number: string; matches: boolean }[];
  /** the last time; `again`: when it was sealed anew since */
  opened: { at: number; number: string; again: number | null } | null;
  /** `abnormal`: its numbers are those on record, and something else is wrong there that the verdict names */
  result: 'matches' | 'mismatch' | 'abnormal' | 'unread' | 'waits';
}

/** Numbers by position. A scan that was refused there is the number that did not belong; `reasons`: of the verdict. */
export const numbersOf = (
  positions: readonly { id: number; position: string; number: string }[],
  steps: readonly JourneyStep[],
  isOver: boolean,
  reasons: readonly Pick<Reason, 'code' | 'rests_on'>[],
): PositionNumbers[] => {
  const wrong = new Set(reasons.filter(({ code }) => stoodOpen.includes(code)).flatMap(({ rests_on }) => rests_on));
  return positions.map(({ id, position, number }) => {
    const own = steps.filter((one) => one.position_id === id).toSorted((a, b) => a.at - b.at || a.id - b.id);
    const seals = own.filter(({ step }) => step === BatchStep.seal).map((one) => one.number);
    const last = own.findLastIndex(({ step }) => step === BatchStep.unseal);
    const [opened, again] = [own[last], own.slice(last + 1).find(({ step }) => step === BatchStep.seal)];
    const looks = own
      .filter(({ step, cause }) => step === BatchStep.inspect || cause === 'refused_scan')
      .map(({ at, number: read, step }) => ({ at, number: read, matches: step === BatchStep.inspect }));
    const isWrong = looks.some(({ matches }) => !matches);
    // that another one stayed open is noticed here, and is nothing of this one
    const isAbnormal = own.some(
      ({ id: step, cause }) =>
        wrong.has(`step ${step}`) || (cause !== null && cause !== 'refused_scan' && cause !== 'not_resealed'),
    );
    const wasRead = looks.length > 0 || opened !== undefined;
    return {
      ...{
        id,
        position,
        looks,
        before: [...new Set(seals)].filter((one) => one !== seals.at(-1)),
        sealed: seals.at(-1) ?? number,
      },
      opened: opened ? { at: opened.at, number: opened.number, again: again?.at ?? null } : null,
      result: isWrong
        ? 'mismatch'
        : isAbnormal
          ? 'abnormal'
          : wasRead
            ? 'matches'
            : seals.length > 0 && isOver
              ? 'unread'
              : 'waits',
    };
  });
};
