import type { Command } from '@plomb/contract/lock/command';
import type { Connection } from '@plomb/contract/lock/connection';
import type { MapLock } from '@plomb/contract/map/map';
import { cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it } from 'vitest';
import { fleetLock } from '../testing/fakeServer.ts';
import { inEnglish } from '../testing/inEnglish.ts';
import { CommandNote } from './CommandNote.tsx';

inEnglish();

const now = Date.parse('2026-11-21T04:40:00.000Z');
const note = async (
  over: Partial<Command>,
  lock: Partial<MapLock>,
  connection: Connection = 'online',
  behind = false,
): Promise<string | null> => {
  const command = {
    kind: 'unseal',
    state: 'answered_ok',
    cause: null,
    replaced_by: null,
    assigned_to: '',
    approved_by: '',
    in_frozen: '',
    waits_for: null,
    ...over,
  } as Command;
  render(
    <Suspense>
      <CommandNote
        command={command}
        lock={{ ...fleetLock(1), ...lock } as MapLock}
        connection={connection}
        behind={behind}
        now={now}
      />
    </Suspense>,
  );
  return (await screen.findByRole('status')).textContent;
};
const told = { evidence: 'confirmed', evidence_time: '2026-11-21T04:31:00.000Z' } as const;

it('says when the lock told what proves an order, and what has come since', async () => {
  const sealed = {
    lock_status: 2,
    lock_since: '2026-11-21T04:35:00.000Z',
    lock_time: new Date().toISOString(),
  } as const;
  expect(await note(told, sealed)).toMatch(
    /^The lock itself reported at \d\d:31 that it was unsealed. That has passed: “Sealed” since \d\d:35.$/,
  );
  cleanup();
  expect(await note(told, { ...sealed, lock_status: 0 })).not.toContain('passed');
});

it('says of a setting behind another one what it waits for, and not that it is late', async () => {
  const waiting: Partial<Command> = {
    ...{ kind: 'text', args: { text: 'x' }, state: 'queued', attempt: 0, evidence: null },
    ...{ create_time: '2026-11-21T04:00:00.000Z', expire_time: '2026-11-21T05:00:00.000Z' },
  };
  expect(await note(waiting, {}, 'online', true)).toMatch(/^It waits for the order before it. The order waits until/);
  cleanup();
  expect(await note(waiting, {})).toContain('timed out');
});

it('says of an order that its lock cannot be given yet what the lock has to tell first', async () => {
  const waiting: Partial<Command> = {
    ...{ state: 'queued', attempt: 0, evidence: null },
    ...{ create_time: '2026-11-21T04:00:00.000Z', expire_time: '2026-11-21T05:00:00.000Z' },
  };
  const password = await note({ ...waiting, waits_for: 'password' }, {});
  expect(password).toMatch(/^It waits for the lock to tell its one-time password. The order waits until/);
  expect(password).not.toContain('timed out');
  cleanup();
  expect(await note({ ...waiting, kind: 'factory_reset', waits_for: 'report' }, {})).toMatch(
    /^The lock has just come; it waits for its first report. The order waits until/,
  );
});

it('claims no seal to be held that has ended since', async () => {
  const held = { kind: 'seal', state: 'held', evidence: 'held', evidence_time: told.evidence_time } as const;
  const open = { family: 'jt701', lock_status: 1, lock_since: '2026-11-21T04:35:00.000Z' } as const;
  const words = await note(held, open);
  expect(words).toMatch(/^From \d\d:31 the platform held the seal. That has passed: “Unsealed, open/);
});

it('says of a setting that the lock has answered, and nothing of metal', async () => {
  expect(await note({ kind: 'set_intervals', args: {}, evidence: null }, {})).toBe('The lock has answered.');
});

it('says after ten seconds that it takes longer, and that the order lives on', async () => {
  const order = { kind: 'restart', args: {}, state: 'sent', evidence: null, attempt: 1 } as const;
  const made = (seconds: number) => new Date(now - seconds * 1000).toISOString();
  const words = 'Issue timed out, please try again once this order has ended: until then it may still be carried out.';
  expect(await note({ ...order, create_time: made(9) }, {})).not.toContain(words);
  cleanup();
  expect(await note({ ...order, create_time: made(11) }, {})).toContain(words);
  cleanup();
  const waiting = { ...order, state: 'queued', attempt: 0, expire_time: made(-600), create_time: made(90) } as const;
  expect(await note(waiting, {})).toContain(words);
  cleanup();
  expect(await note(waiting, { seen_time: made(120) }, 'sleeping')).not.toContain(words);
  cleanup();
  const again = { ...order, state: 'queued', expire_time: made(-600), create_time: made(90) } as const;
  expect(await note(again, {})).toMatch(/^No answer to attempt 1 of 3(?!.*nothing has been sent)/);
});

it('never says of what was sent that it was not, nor of what was not that it was', async () => {
  const order = { kind: 'set_intervals', args: {}, evidence: null, attempt: 1, sent_time: told.evidence_time } as const;
  expect(await note({ ...order, state: 'cancelled' }, {})).toMatch(/^Cancelled; it is not sent again/);
  cleanup();
  const never = { ...order, state: 'failed', cause: 'unsupported', attempt: 0, sent_time: null } as const;
  expect(await note(never, {})).toMatch(/^It could not be sent./);
});

it('says of a password in doubt that either may open the lock, where the lock has one', async () => {
  for (const kind of ['set_unlock_password', 'factory_reset'] as const) {
    const order = { kind, args: {}, state: 'uncertain', evidence: null, attempt: 1 } as const;
    expect(await note(order, { family: 'jt701' })).toMatch(/one of two passwords/);
    cleanup();
  }
  const order = { kind: 'factory_reset', args: {}, state: 'uncertain', evidence: null, attempt: 1 } as const;
  expect(await note(order, { family: 'hhd' })).toMatch(/^The lock may or may not have received it/);
});

it('says of an order that is out that a newer one took its place', async () => {
  const order = { kind: 'set_intervals', args: {}, state: 'sent', evidence: null, attempt: 1 } as const;
  const said = (cause: Command['cause']) => note({ ...order, cause, create_time: new Date(now).toISOString() }, {});
  expect(await said(null)).not.toContain('Reason');
  cleanup();
  expect(await said('replaced')).toContain('Reason: A newer order took its place.');
});
