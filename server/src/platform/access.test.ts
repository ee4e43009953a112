import type { Pool } from 'pg';
import { expect, it, vi } from 'vitest';
import { openAccess } from './access.ts';
import { type CallerChecks, recheck } from './caller.ts';

const here = '192.0.2.1';
const free = { claim: async () => undefined, giveBack: async () => undefined };
const sessions = (seenSecondsAgo: number) => {
  const clock = { now: 1_000_000_000 };
  const row = {
    id: 1,
    grants: [],
    org_ids: [],
    set_up: null,
    seen_time: new Date(clock.now - seenSecondsAgo * 1000),
  };
  const query = vi.fn(async (text: string) => ({ rows: text.startsWith('update') ? [] : [row] }));
  const pool = { query } as unknown as Pool;
  const access = openAccess(
    { platform: pool, callers: pool },
    free,
    { idleSeconds: 1800, maxSeconds: 43_200, wallDays: 14 },
    () => clock.now,
  );
  const touched = () => query.mock.calls.filter(([text]) => text.startsWith('update')).length;
  return { access, touched, clock };
};

it('a request notes that its session is used, once a minute, also when somebody has just looked', async () => {
  const { access, touched, clock } = sessions(120);
  await access.look('t', here);
  expect(touched()).toBe(0);
  await access.operatorOf('t', here);
  await access.operatorOf('t', here);
  expect(touched()).toBe(1);
  clock.now += 1000;
  await access.operatorOf('t', here);
  expect(touched()).toBe(1);
});

it('what goes on by itself keeps no session from ending', async () => {
  const { access, touched, clock } = sessions(120);
  const checks = { access } as CallerChecks;
  const call = { permit: 'session', answer: 'stream' } as Parameters<typeof recheck>[0];
  for (let i = 0; i < 10; i++) {
    clock.now += 2500;
    expect(await recheck(call, { token: 't', apiKey: null, address: '', attended: true }, checks)).not.toBeNull();
  }
  expect(touched()).toBe(0);
});
