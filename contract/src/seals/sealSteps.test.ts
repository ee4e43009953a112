import { describe, expect, it } from 'vitest';
import {
  operated,
  type SealFacts,
  SealOperation,
  type SealRefusal,
  type SealStanding,
  sealOperations,
  sealStates,
} from './sealSteps.ts';

const good: SealFacts = {
  holds: true,
  object: true,
  there: false,
  photos: 1,
  metres: 10,
  override: false,
  expected: 'NB 4471 903',
  number: 'NB 4471 903',
  authorised: true,
  witnessed: true,
  reason: true,
  kind: true,
};
const every: SealStanding[] = sealStates.flatMap((state) =>
  [false, true].flatMap((abnormal) => [false, true].map((reusable) => ({ state, abnormal, reusable }))),
);
const { seal, patrol, unseal, scrap, abnormal } = SealOperation;

/** The table as it was agreed, written a second time: what follows upon what. */
const agreed = (before: SealStanding, operation: SealOperation): Partial<SealStanding> | SealRefusal => {
  switch (`${before.state} ${operation}`) {
    case `blank ${seal}`:
      return { state: 'sealed', abnormal: false };
    case `sealed ${patrol}`:
      return {};
    case `sealed ${abnormal}`:
      return { abnormal: true };
    case `sealed ${unseal}`:
      return { state: before.reusable ? 'blank' : 'spent', abnormal: false };
    case `blank ${scrap}`:
    case `sealed ${scrap}`:
    case `spent ${scrap}`:
      return { state: 'scrapped' };
    case `spent ${seal}`:
    case `scrapped ${seal}`:
      return 'sealReuse';
    case `sealed ${seal}`:
      return 'duplicateNumber';
    default:
      return 'sealStep';
  }
};

describe('every state and operation', () => {
  it.each(every.flatMap((before) => sealOperations.map((operation) => ({ before, operation }))))(
    '$before.state, abnormal $before.abnormal, reusable $before.reusable: operation $operation',
    ({ before, operation }) => {
      const want = agreed(before, operation);
      const found = operated(before, operation, good);
      if (typeof want === 'string') expect(found).toMatchObject({ refusal: want });
      else expect(found).toEqual({ standing: { ...before, ...want } });
    },
  );
});

describe('each guard alone refuses', () => {
  const sealed: SealStanding = { state: 'sealed', abnormal: false, reusable: false };
  const blank: SealStanding = { ...sealed, state: 'blank' };
  const cases: [SealOperation, SealStanding, Partial<SealFacts>, SealRefusal][] = [
    [seal, blank, { holds: false }, 'sealNotHeld'],
    [seal, blank, { object: false }, 'sealObject'],
    [seal, blank, { photos: 0 }, 'sealPhoto'],
    [patrol, sealed, { metres: 201 }, 'sealElsewhere'],
    [patrol, sealed, { metres: null }, 'sealElsewhere'],
    [patrol, sealed, { photos: 0 }, 'sealPhoto'],
    [patrol, sealed, { expected: 'NB 4471 904' }, 'sealMismatch'],
    [abnormal, sealed, { kind: false }, 'sealKind'],
    [abnormal, sealed, { reason: false }, 'sealReason'],
    [abnormal, sealed, { photos: 0 }, 'sealPhoto'],
    [unseal, sealed, { authorised: false }, 'sealRight'],
    [unseal, sealed, { expected: 'NB 4471 904' }, 'sealMismatch'],
    [scrap, sealed, { witnessed: false }, 'sealWitness'],
    [scrap, sealed, { reason: false }, 'sealReason'],
    [scrap, sealed, { photos: 0 }, 'sealPhoto'],
  ];
  it.each(cases)('%s of %o with %o', (operation, before, facts, refusal) => {
    expect(operated(before, operation, { ...good, ...facts })).toEqual({ refusal, alarm: null });
    expect(operated(before, operation, good)).toHaveProperty('standing');
  });
  it('a patrol from afar says why, and is one all the same', () => {
    expect(operated(sealed, patrol, { ...good, metres: null, override: true })).toEqual({ standing: sealed });
  });
  it('where no number was expected, none is compared', () => {
    expect(operated(sealed, patrol, { ...good, expected: null })).toEqual({ standing: sealed });
  });
});

describe('what only a forger gains by rings', () => {
  const of = (state: SealStanding['state']): SealStanding => ({ state, abnormal: false, reusable: false });
  it.each([
    [of('spent'), seal, 'seal_reuse'],
    [of('scrapped'), seal, 'seal_reuse'],
    [of('sealed'), seal, 'duplicate_number'],
    ...sealOperations.map((operation) => [null, operation, 'unknown_seal'] as const),
  ] as const)('%o, operation %s: %s', (before, operation, alarm) => {
    expect(operated(before, operation, good)).toMatchObject({ alarm });
  });
  it('and whoever tells once more that they put it on there does not', () => {
    const again = { ...good, there: true };
    expect(operated(of('sealed'), seal, again)).toEqual({ refusal: 'sealThere', alarm: null });
    for (const state of ['spent', 'scrapped'] as const)
      expect(operated(of(state), seal, again)).toMatchObject({ alarm: 'seal_reuse' });
  });
  it('and a guard that refuses does not', () => {
    expect(operated(of('blank'), seal, { ...good, photos: 0 })).toMatchObject({ alarm: null });
  });
});
