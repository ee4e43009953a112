import { describe, expect, it } from 'vitest';
import { SealOperation, sealOperations } from '../seals/sealSteps.ts';
import {
  type MeterFacts,
  type MeterRefusal,
  type MeterState,
  meterMoved,
  meterStateAt,
  meterStates,
} from './meterSteps.ts';

const good: MeterFacts = {
  ...{ whole: true, work: true, repaired: true, signed: true, verified: true, reason: true, witnessed: true },
};
const { seal, patrol, unseal, scrap, abnormal } = SealOperation;
/** A seal is taken off before the repair is told. */
const goodFor = (operation: SealOperation): MeterFacts => ({ ...good, repaired: operation !== unseal });

/** The table as it was agreed, written a second time. */
const agreed: Record<string, MeterState> = {
  [`in_use ${seal}`]: 'sealed',
  [`sealed ${patrol}`]: 'patrol',
  [`patrol ${patrol}`]: 'patrol',
  [`sealed ${unseal}`]: 'maintenance',
  [`patrol ${unseal}`]: 'maintenance',
  [`maintenance ${unseal}`]: 'maintenance',
  [`maintenance ${seal}`]: 'sealed',
  ...Object.fromEntries(meterStates.map((state) => [`${state} ${abnormal}`, state])),
  ...Object.fromEntries(
    (['in_use', 'sealed', 'patrol', 'maintenance'] as const).map((s) => [`${s} ${scrap}`, 'scrapped']),
  ),
};
const pairs = meterStates.flatMap((state) => sealOperations.map((operation) => ({ state, operation })));

describe('every state and operation', () => {
  it.each(pairs)('$state, operation $operation', ({ state, operation }) => {
    const to = agreed[`${state} ${operation}`];
    expect(meterMoved(state, operation, goodFor(operation))).toEqual(
      to ? { state: to } : { refusal: state === 'scrapped' ? 'meterScrapped' : 'meterStep' },
    );
  });
});

describe('each guard alone refuses', () => {
  const guards: [MeterState, SealOperation, keyof MeterFacts, MeterRefusal][] = [
    ['sealed', unseal, 'work', 'meterWork'],
    ['patrol', unseal, 'work', 'meterWork'],
    ['maintenance', unseal, 'work', 'meterWork'],
    ['sealed', unseal, 'repaired', 'meterStep'],
    ['patrol', unseal, 'repaired', 'meterStep'],
    ['maintenance', unseal, 'repaired', 'meterStep'],
    ['maintenance', seal, 'repaired', 'meterNotRepaired'],
    ['maintenance', seal, 'signed', 'meterNotSigned'],
    ['maintenance', seal, 'verified', 'meterNotVerified'],
    ...(['in_use', 'sealed', 'patrol', 'maintenance'] as const).flatMap(
      (state) =>
        [
          [state, scrap, 'reason', 'meterReason'],
          [state, scrap, 'witnessed', 'meterWitness'],
        ] as [MeterState, SealOperation, keyof MeterFacts, MeterRefusal][],
    ),
  ];
  const against = (operation: SealOperation, fact: keyof MeterFacts): MeterFacts => {
    const facts = goodFor(operation);
    return { ...facts, [fact]: !facts[fact] };
  };
  it.each(guards)('%s, operation %s without %s', (state, operation, guard, refusal) => {
    expect(meterMoved(state, operation, against(operation, guard))).toEqual({ refusal });
  });
  it.each(pairs)('and no other fact does: $state, operation $operation', ({ state, operation }) => {
    for (const fact of Object.keys(good) as (keyof MeterFacts)[]) {
      const isGuard = fact === 'whole' || guards.some(([s, o, f]) => s === state && o === operation && f === fact);
      if (!isGuard)
        expect(meterMoved(state, operation, against(operation, fact))).toEqual(
          meterMoved(state, operation, goodFor(operation)),
        );
    }
  });
});

it('is sealed once each of its points is, and not before', () => {
  expect(meterMoved('in_use', seal, { ...good, whole: false })).toEqual({ state: 'in_use' });
  expect(meterMoved('maintenance', seal, { ...good, whole: false })).toEqual({ state: 'maintenance' });
});

it('is patrolled for a day, then sealed', () => {
  const at = new Date('2026-11-20T08:00:00Z');
  const later = (hours: number) => new Date(at.getTime() + hours * 3_600_000);
  expect(meterStateAt('sealed', at, later(23))).toBe('patrol');
  expect(meterStateAt('sealed', at, later(24))).toBe('sealed');
  expect(meterStateAt('sealed', null, at)).toBe('sealed');
  expect(meterStateAt('maintenance', at, later(1))).toBe('maintenance');
});
