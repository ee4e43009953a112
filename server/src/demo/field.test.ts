import { logisticsBatches } from '@plomb/contract/logistics/logisticsBatches';
import { expect, it } from 'vitest';
import { planOfRound } from './field.ts';

it('the round of the demonstration is a plan that the platform takes', () => {
  expect(logisticsBatches.add.input.safeParse(planOfRound(1, 'DQ 1')).error).toBeUndefined();
});
