import { expect, it } from 'vitest';
import { attention } from './attention.ts';

it('a page that nobody has touched for a minute says so, until somebody does', () => {
  window.dispatchEvent(new Event('keydown'));
  expect(attention(Date.now() + 59_000)).toEqual({});
  expect(attention(Date.now() + 61_000)).toEqual({ 'X-Unattended': '1' });
  window.dispatchEvent(new Event('pointerdown'));
  expect(attention()).toEqual({});
});
