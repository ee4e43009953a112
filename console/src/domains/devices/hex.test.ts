import { describe, expect, it } from 'vitest';
import { hexLines } from './hex.ts';

describe('bytes in lines', () => {
  it('name the place of their first byte and show what is text', () => {
    expect(hexLines('7e0200414243e59b7e')).toEqual([
      { at: '0000', bytes: '7e 02 00 41 42 43 e5 9b', text: '~··ABC··' },
      { at: '0008', bytes: '7e', text: '~' },
    ]);
    expect(hexLines('')).toEqual([]);
  });
});
