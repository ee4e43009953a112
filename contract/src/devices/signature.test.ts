import { describe, expect, it } from 'vitest';
import { inkOf, isOwnName, MOST_SIGNATURE, Signature } from './signature.ts';

const drawn = (path: string) => {
  const found = Signature.safeParse({ by: 'drawn', path });
  return found.success ? null : found.error.issues[0]!.message;
};

describe('a signature', () => {
  it.each([
    ['one line', 'M10 10L200 100', null],
    ['several lines, and a dot', 'M10 10L60 100L120 20M300 40L300 40M320 30L420 30', null],
    ['nothing', '', 'signatureInk'],
    ['a slip of the hand', 'M10 10L12 14', 'signatureInk'],
    ['a line beside the sheet', 'M10 10L601 10', 'signatureInk'],
    ['a line below the sheet', 'M10 10L10 201', 'signatureInk'],
    ['a move without a line', 'M10 10M20 20', 'signatureInk'],
    ['a curve', 'M10 10C20 20 30 30 200 200', 'signatureInk'],
    ['fractions', 'M10.5 10L200 100', 'signatureInk'],
    ['what ends an attribute', 'M10 10L200 100"/><script>', 'signatureInk'],
    ['a line break at its end', 'M10 10L200 100\n', 'signatureInk'],
    ['more than there is room for', `M10 10${'L200 100'.repeat(MOST_SIGNATURE / 8)}`, 'signatureLong'],
  ])('of %s', (_, path, refused) => {
    expect(drawn(path)).toBe(refused);
  });

  it('is one or the other, and never nothing', () => {
    expect(Signature.safeParse(undefined).error?.issues[0]?.message).toBe('signatureNeeded');
    expect(Signature.safeParse({ by: 'typed', name: ' ' }).error?.issues[0]?.message).toBe('signatureNeeded');
    expect(Signature.safeParse({ by: 'stamped' }).error?.issues[0]?.message).toBe('signatureNeeded');
    expect(Signature.parse({ by: 'typed', name: ' Wang  Li ' })).toMatchObject({ by: 'typed' });
  });

  it('is judged by the length of its lines, without the way between them', () => {
    expect(inkOf('M0 0L30 40M500 100L500 110')).toBe(60);
  });

  it.each([
    ['wang li', 'Wang Li', true],
    [' Wang   Li ', 'Wang Li', true],
    ['王力', '王力', true],
    ['王', '王力', false],
    ['', '王力', false],
  ])('typed as "%s" of %s', (typed, own, is) => {
    expect(isOwnName(typed, own)).toBe(is);
  });
});
