import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { townData, townFile } from './towns.ts';

test('the towns by which places are said are those that the sources give', () => {
  expect(JSON.parse(readFileSync(townFile, 'utf8'))).toEqual(townData());
});
