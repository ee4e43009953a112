import { describe, expect, it } from 'vitest';
import { signOf } from './sign.ts';

// Fixed vectors: md5 of the text on the right, computed by md5sum.
describe('sign', () => {
  it('sorts fields, joins them and appends the secret', () => {
    // b=2 before c=x: "a=1&b=2&c=xSECRET"
    expect(signOf({ c: 'x', a: 1, b: 2 }, 'SECRET')).toBe('4B7FEC629EC813F9D4683634B1C92153');
  });
  it('leaves out empty values and the sign itself', () => {
    const bare = signOf({ a: 'x' }, 's');
    expect(signOf({ a: 'x', b: '', c: null, d: undefined, sign: 'whatever' }, 's')).toBe(bare);
    expect(signOf({ a: 'x', zero: 0, no: false }, 's')).not.toBe(bare); // 0 and false are values
  });
  it('prints nested values with sorted names and without spaces', () => {
    // "a={"x":[1,{"p":true,"q":null}],"y":"z"}SECRET"
    expect(signOf({ a: { y: 'z', x: [1, { q: null, p: true }] } }, 'SECRET')).toBe('216B8532E8FF902CE8858EFF43A52C9D');
  });
  it('signs Chinese text as UTF-8', () => {
    // "langue=zh_CN&name=电子铅封SECRET"
    expect(signOf({ name: '电子铅封', langue: 'zh_CN' }, 'SECRET')).toBe('C96955004DE24C408DB169E7E45FFC35');
  });
  it('tells apart what only looks alike', () => {
    expect(signOf({ a: '1' }, 's')).toBe(signOf({ a: 1 }, 's')); // by definition of the printed form
    expect(signOf({ a: ['1'] }, 's')).not.toBe(signOf({ a: [1] }, 's'));
  });
});
