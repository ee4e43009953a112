import { expect, it } from 'vitest';
import { pressKey } from './pressKey.ts';

it('gives each press of the button a key of its own that the contract takes', () => {
  const keys = Array.from({ length: 50 }, pressKey);
  expect(new Set(keys).size).toBe(50);
  for (const key of keys) expect(key).toMatch(/^[\w-]{8,64}$/);
});
