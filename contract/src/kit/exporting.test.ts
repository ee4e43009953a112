import { expect, it } from 'vitest';
import { z } from 'zod';
import { exportOptions } from './exporting.ts';

const input = z.object(exportOptions(['a', 'b']));
const asked = (fields: string[], timeZone = 'UTC') =>
  input.safeParse({ format: 'csv', timeZone, columns: fields.map((field) => ({ field, title: field })) });

it('a file has columns of its list, each once', () => {
  expect(asked(['b', 'a']).success).toBe(true);
  expect(asked(['a', 'b', 'a']).error?.issues.map((i) => i.message)).toEqual(['repeatedColumn']);
  expect(asked(['c']).error?.issues.map((i) => i.message)).toEqual(['unknownColumn']);
  expect(asked([]).success).toBe(false);
  expect(asked(['a'], 'Moon/Base').error?.issues.map((i) => i.message)).toEqual(['timeZone']);
});
