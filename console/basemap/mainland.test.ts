import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mainlandRings } from './mainland.ts';

test('the outline of the mainland is the one that the source gives', () => {
  const kept = JSON.parse(readFileSync(`${import.meta.dirname}/../src/map/mainland.json`, 'utf8'));
  expect(kept).toEqual(mainlandRings());
});
