import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balanceOf, type SealSums } from './balance.ts';
import { handKinds } from './seals.ts';

const none: SealSums = { received: 0, used: 0, given: 0, returned: 0, scrapped: 0, missing: 0, found: 0 };
const sums = (some: Partial<SealSums>): SealSums => ({ ...none, ...some });

describe('a month of a holder', () => {
  const months: [string, Partial<SealSums>, Partial<SealSums>, number | null, object][] = [
    ['with nothing', {}, {}, null, { opening: 0, in_hand: 0, unexplained: 0 }],
    ['of what was left', { received: 10, used: 4 }, {}, null, { opening: 6, in_hand: 6, unexplained: 0 }],
    [
      'in which all is accounted for',
      { received: 300, used: 60 },
      { received: 100, used: 90, given: 20, returned: 10, scrapped: 2 },
      null,
      { opening: 240, received: 100, in_hand: 218, unexplained: 0 },
    ],
    ['in which some went missing', { received: 20 }, { given: 13, missing: 7 }, null, { in_hand: 0, unexplained: 7 }],
    [
      'in which some of them were found',
      { received: 20 },
      { missing: 7, found: 2 },
      null,
      { in_hand: 15, unexplained: 5 },
    ],
    [
      'in which what was lost before was found',
      { received: 20, missing: 7 },
      { found: 7 },
      null,
      { opening: 13, in_hand: 20, unexplained: -7 },
    ],
    [
      'whose seals are fewer than its movements say',
      { received: 20 },
      { used: 3 },
      15,
      { in_hand: 15, unexplained: 2 },
    ],
    [
      'whose seals are more than its movements say',
      { received: 20 },
      { used: 3 },
      18,
      { in_hand: 18, unexplained: -1 },
    ],
  ];
  it.each(months)('%s', (_, before, during, counted, expected) => {
    expect(balanceOf(sums(before), sums(during), counted)).toMatchObject(expected);
  });
  it('always adds up, with what is unexplained as a term of its own', () => {
    const some = fc.record(Object.fromEntries(handKinds.map((name) => [name, fc.nat(1000)]))) as fc.Arbitrary<SealSums>;
    fc.assert(
      fc.property(some, some, fc.option(fc.nat(5000)), (before, during, counted) => {
        const b = balanceOf(before, during, counted);
        expect(b.opening + b.received).toBe(b.used + b.given + b.returned + b.scrapped + b.in_hand + b.unexplained);
        if (counted === null) expect(b.unexplained).toBe(during.missing - during.found);
      }),
    );
  });
  it('goes on where the one before ended', () => {
    const [first, second] = [sums({ received: 50, used: 20, missing: 3 }), sums({ used: 5, found: 1 })];
    const both = Object.fromEntries(handKinds.map((name) => [name, first[name] + second[name]])) as SealSums;
    expect(balanceOf(first, second, null).opening).toBe(balanceOf(none, first, null).in_hand);
    expect(balanceOf(first, second, null).in_hand).toBe(balanceOf(none, both, null).in_hand);
  });
});
