import { describe, expect, it } from 'vitest';
import {
  type WorkFacts,
  type WorkRefusal,
  type WorkState,
  type WorkStep,
  workMoved,
  workStates,
  workSteps,
} from './workSteps.ts';

const good: WorkFacts = { assigned: true, another: true, opened: false, sealed: false, verified: true, failed: true };
/** The table as it was agreed, written a second time. */
const agreed: Record<string, WorkState> = {
  'open assign': 'open',
  'open repair': 'repaired',
  'open cancel': 'cancelled',
  'repaired cancel': 'cancelled',
  'signed cancel': 'cancelled',
  'repaired sign': 'signed',
  'signed close': 'closed',
  'repaired reopen': 'open',
  'signed reopen': 'open',
};

describe('every state and step of a work order', () => {
  it.each(workStates.flatMap((state) => workSteps.map((step) => ({ state, step }))))(
    '$state, $step',
    ({ state, step }) => {
      const to = agreed[`${state} ${step}`];
      expect(workMoved(state, step, good)).toEqual(to ? { state: to } : { refusal: 'workStep' });
    },
  );
});

describe('each guard of a work order alone refuses', () => {
  it.each([
    ['open', 'repair', { assigned: false }, 'workAssigned'],
    ['open', 'repair', { sealed: true }, 'workSealed'],
    ['open', 'cancel', { opened: true }, 'workOpened'],
    ['repaired', 'cancel', { opened: true }, 'workOpened'],
    ['signed', 'cancel', { opened: true }, 'workOpened'],
    ['repaired', 'sign', { another: false }, 'workSignSelf'],
    ['signed', 'close', { opened: true }, 'workOpened'],
    ['signed', 'close', { verified: false }, 'meterNotVerified'],
    ['repaired', 'reopen', { failed: false }, 'workNotFailed'],
    ['signed', 'reopen', { failed: false }, 'workNotFailed'],
  ] as [WorkState, WorkStep, Partial<WorkFacts>, WorkRefusal][])('%s, %s, %o', (state, step, facts, refusal) => {
    expect(workMoved(state, step, { ...good, ...facts })).toEqual({ refusal });
  });
});
