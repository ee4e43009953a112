import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balanceOf, balanceOfAll, type SealSums } from './balance.ts';
import { handKinds } from './seals.ts';

const none: SealSums = { received: 0, used: 0, given: 0, returned: 0, scrapped: 0, missing: 0, found: 0 };
const sums = (some: Partial<SealSums>): SealSums => ({ ...none, ...some });
const whole = { lost: 0, found: 0 };

describe('a month of a holder', () => {
  const months: [string, Partial<SealSums>, Partial<SealSums>, { lost: number; found: number }, object][] = [
    ['with nothing', {}, {}, whole, { opening: 0, in_hand: 0, unexplained: 0 }],
    ['of what was left', { received: 10, used: 4 }, {}, whole, { opening: 6, in_hand: 6, unexplained: 0 }],
    [
      'in which all is accounted for',
      { received: 300, used: 60 },
      { received: 100, used: 90, given: 20, returned: 10, scrapped: 2 },
      whole,
      { opening: 240, received: 100, in_hand: 218, unexplained: 0 },
    ],
    [
      'in which some went missing',
      { received: 20 },
      { given: 13, missing: 7 },
      { lost: 7, found: 0 },
      { in_hand: 0, unexplained: 7 },
    ],
    [
      'in which some of them were found',
      { received: 20 },
      { missing: 7, found: 2 },
      { lost: 5, found: 0 },
      { in_hand: 15, unexplained: 5, found: 0 },
    ],
    [
      'in which what was lost before was found',
      { received: 20, missing: 7 },
      { found: 7 },
      { lost: 0, found: 7 },
      { opening: 13, in_hand: 20, found: 7, unexplained: 0 },
    ],
    [
      'in which others went missing than were found: neither hides the other',
      { received: 20, missing: 7 },
      { found: 7, missing: 7 },
      { lost: 7, found: 7 },
      { opening: 13, in_hand: 13, found: 7, unexplained: 7 },
    ],
  ];
  it.each(months)('%s', (_, before, during, losses, expected) => {
    expect(balanceOf(sums(before), sums(during), losses)).toMatchObject(expected);
  });
  it('always adds up, with what is unexplained and what was found as terms of their own', () => {
    const some = fc.record(Object.fromEntries(handKinds.map((name) => [name, fc.nat(1000)]))) as fc.Arbitrary<SealSums>;
    fc.assert(
      fc.property(some, some, fc.nat(50), fc.nat(50), fc.nat(50), (before, other, lost, found, settled) => {
        const during = { ...other, missing: lost + settled, found: found + settled };
        const b = balanceOf(before, during, { lost, found });
        const became = b.used + b.given + b.returned + b.scrapped + b.in_hand + b.unexplained;
        expect(b.opening + b.received + b.found).toBe(became);
      }),
    );
  });
  it('goes on where the one before ended', () => {
    const [first, second] = [sums({ received: 50, used: 20, missing: 3 }), sums({ used: 5, found: 1 })];
    const both = Object.fromEntries(handKinds.map((name) => [name, first[name] + second[name]])) as SealSums;
    expect(balanceOf(first, second, whole).opening).toBe(balanceOf(none, first, whole).in_hand);
    expect(balanceOf(first, second, whole).in_hand).toBe(balanceOf(none, both, whole).in_hand);
  });
});

it('of all holders nothing was received or given that went from one of them to another', () => {
  const giver = balanceOf(none, sums({ received: 20, given: 15 }), whole);
  const taker = balanceOf(none, sums({ received: 12, used: 2 }), whole);
  // three of the fifteen left everybody's sight
  const all = balanceOfAll([giver, taker], { received: 12, given: 12, returned: 0 });
  expect(all).toMatchObject({ received: 20, given: 3, used: 2, in_hand: 15 });
  expect(all.received).toBe(all.used + all.given + all.in_hand);
});
