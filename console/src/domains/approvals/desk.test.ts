import { expect, it } from 'vitest';
import type { CommandFacts } from '../../lock/stepper.ts';
import { byUrgency, neighbour, orderSteps } from './desk.ts';

it('what lapses first stands first, and of two at once the older', () => {
  const [late, soon, older] = [
    { id: 9, expire_time: '2026-11-20T10:00:00.000Z' },
    { id: 8, expire_time: '2026-11-20T08:00:00.000Z' },
    { id: 7, expire_time: '2026-11-20T08:00:00.000Z' },
  ];
  expect(byUrgency([late, soon, older])).toEqual([older, soon, late]);
});

it('one walks up and down among what waits, and begins at the first', () => {
  const rows = [{ id: 4 }, { id: 2 }, { id: 7 }];
  expect(neighbour(rows, 4, 1)).toEqual({ id: 2 });
  expect(neighbour(rows, 7, 1)).toBeNull();
  expect(neighbour(rows, 4, -1)).toBeNull();
  expect(neighbour(rows, 5, 1)).toEqual({ id: 4 });
  expect(neighbour([], null, 1)).toBeNull();
});

it('what would come of a yes is told as such, and of what was not approved as never', () => {
  const looks = (
    state: 'waiting' | 'declined' | 'withdrawn' | 'lapsed' | 'approved',
    kind: 'unseal' | 'factory_reset',
  ) => orderSteps({ kind, state }, undefined).map(({ key, look }) => `${key} ${look}`);
  expect(looks('waiting', 'unseal')).toEqual(['sent next', 'answered next', 'proved next']);
  expect(looks('waiting', 'factory_reset')).toEqual(['sent next', 'answered next']);
  for (const state of ['declined', 'withdrawn', 'lapsed'] as const)
    expect(looks(state, 'unseal')).toEqual(['sent void', 'answered void', 'proved void']);
  // an order that is kept no longer is not told as one that never went
  expect(looks('approved', 'unseal')).toEqual([]);
  expect(orderSteps({ kind: 'firmware_resume', state: 'waiting' }, undefined)).toEqual([]);
});

it('an order that was given tells itself how far it came', () => {
  const command: CommandFacts = {
    ...{ kind: 'unseal', state: 'answered_ok', attempt: 1, evidence: null, create_time: '2026-11-20T08:00:00.000Z' },
    ...{ sent_time: '2026-11-20T08:00:01.000Z', answer_time: '2026-11-20T08:00:02.000Z' },
    ...{ finish_time: '2026-11-20T08:00:02.000Z', evidence_time: null },
  };
  expect(orderSteps({ kind: 'unseal', state: 'approved' }, command).map(({ key, look }) => `${key} ${look}`)).toEqual([
    'queued passed',
    'sent passed',
    'answered current',
    'proved next',
  ]);
});
