import { alarmSteps } from '@plomb/contract/alarms/alarms';
import { expect, it } from 'vitest';
import { type AlarmStanding, standingOf, stepRefusal } from './steps.ts';

/** Apart from what the product goes by: of each standing what may be done, anything else is refused and how. */
const table: Record<AlarmStanding, Record<(typeof alarmSteps)[number], string | null>> = {
  unclaimed: { take: null, hand_over: null, escalate: null, process: null },
  escalated: { take: null, hand_over: null, escalate: 'alarmEscalated', process: null },
  mine: { take: null, hand_over: null, escalate: null, process: null },
  theirs: { take: 'alarmTaken', hand_over: null, escalate: 'alarmTaken', process: 'alarmTaken' },
  processed: {
    take: 'alarmProcessed',
    hand_over: 'alarmProcessed',
    escalate: 'alarmProcessed',
    process: 'alarmProcessed',
  },
};

it.each(
  Object.entries(table).flatMap(([standing, steps]) =>
    alarmSteps.map((step) => [standing as AlarmStanding, step, steps[step]] as const),
  ),
)('what is %s: %s → %s', (standing, step, refusal) => {
  expect(stepRefusal(standing, step)).toBe(refusal);
});

it.each([
  [{ owner_id: null, escalate_time: null }, 'unclaimed'],
  [{ owner_id: null, escalate_time: '2026-11-20T08:00:00Z' }, 'escalated'],
  [{ owner_id: 1, escalate_time: null }, 'mine'],
  [{ owner_id: 2, escalate_time: null }, 'theirs'],
] as const)('stands by who has it: %j is %s', (facts, standing) => {
  expect(standingOf({ status: 'unprocessed', ...facts }, 1)).toBe(standing);
  expect(standingOf({ status: 'processed', ...facts }, 1)).toBe('processed');
});
