import { expect, it } from 'vitest';
import { listed } from './listed.ts';

it('names stand apart as each language writes a list', () => {
  expect(listed(['北仑', '柯桥'], 'zh')).toBe('北仑、柯桥');
  expect(listed(['Beilun', 'Keqiao'], 'en')).toBe('Beilun, Keqiao');
  expect(listed([], 'zh')).toBe('');
});
