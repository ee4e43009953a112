import { expect, it } from 'vitest';
import { refusalToCancel } from './rules.ts';

it.each([
  ['queued', null],
  ['sent', 'commandSent'],
  ['uncertain', 'commandSent'],
  ['answered_ok', 'commandEnded'],
  ['answered_fail', 'commandEnded'],
  ['failed', 'commandEnded'],
  ['expired', 'commandEnded'],
  ['cancelled', 'commandEnded'],
] as const)('cancelling a command that is %s: %s', (state, refusal) => expect(refusalToCancel(state)).toBe(refusal));
