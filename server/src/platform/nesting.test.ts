import { expect, it } from 'vitest';
import { isDeeperThan } from './nesting.ts';

it.each([
  ['as deep as it may be', '[{"a":[1]}]', false],
  ['deeper', '[{"a":[[1]]}]', true],
  ['many beside each other', `[${'[[]],'.repeat(1000)}[]]`, false],
  ['brackets within words', '["[[[[[[", {"{{{{\\"[[[[": 1}]', false],
  ['a backslash that ends its word', '["\\\\", [[[', true],
  ['deeper, though it breaks off', '[[[[', true],
  ['a word without an end', '["[[[[', false],
])('sees how deep a text of JSON is: %s', (_, text, deeper) => {
  expect(isDeeperThan(3, text)).toBe(deeper);
});
