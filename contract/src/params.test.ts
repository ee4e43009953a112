import { expect, test } from 'vitest';
import { paramSchema } from './kit/param.ts';
import { paramNames, paramSeed, paramSeeds } from './params.ts';

test.each(paramNames)('the default of %s is a value of its own kind', (name) => {
  const seed = paramSeed(name);
  expect(paramSchema(seed).parse(String(seed.fallback))).toBe(seed.fallback);
});

test.each([
  ['session_idle_seconds', '59', undefined],
  ['session_idle_seconds', '60', 60],
  ['session_idle_seconds', '86401', undefined],
  ['session_idle_seconds', '90.5', undefined],
  ['session_idle_seconds', '1e3', undefined],
  ['session_idle_seconds', '', undefined],
  ['watermark', 'true', true],
  ['watermark', 'yes', undefined],
  ['watermark_words', 'operator', 'operator'],
  ['watermark_words', 'toString', undefined],
  ['system_title_en', '', ''],
  ['system_title_en', 'x'.repeat(61), undefined],
] as const)('%s takes %j as %j', (name, text, value) => {
  expect(paramSchema(paramSeeds[name]).safeParse(text).data).toBe(value);
});
