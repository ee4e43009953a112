import type { FleetColumns } from '@plomb/contract/map/map';
import type { ClientBase, Pool } from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Hub } from '../../live/hub.ts';
import type { SessionOperator } from '../../platform/access.ts';
import { openLog } from '../../platform/log.ts';
import { openFleetViews } from './fleetView.ts';

const china = [70, 15, 140, 55] as [number, number, number, number];
const asked = {
  box: china,
  free: china,
  zoom: 4,
  text: '',
  statuses: [],
  connections: [],
  alarm: false,
  sort: 'severity' as const,
  listFree: false,
};
const [giver, taker, id] = [1, 2, 7];
const whole = {
  sn: 's',
  device_name: '',
  subject: '',
  org_name: '',
  device_type_name: '',
  family: 'hhd' as const,
  lock_status: 2 as const,
  fault: 0,
  alarm: null,
  alarm_severity: null,
  lon: 120,
  lat: 31,
  velocity: null,
  heading: null,
  electric: null,
  charging: null,
  report_time: null,
  place_time: null,
  seen_time: null,
  lock_time: null,
  connected: false,
  report_interval: 30,
  sleep_interval: 600,
};
const columns: FleetColumns = {
  id: [id],
  sn: ['s'],
  device_name: [''],
  subject: [''],
  org: [giver],
  type: [1],
  out_of_use: [null],
  lock_status: [2],
  fault: [0],
  alarm: [null],
  alarm_severity: [null],
  lon: [12_000_000],
  lat: [3_100_000],
  velocity: [null],
  heading: [null],
  electric: [null],
  charging: [null],
  aside: [null],
  report: [null],
  unplaced: [null],
  seen: [null],
  unsaid: [null],
  connected: [false],
  report_interval: [null],
  sleep_interval: [null],
};
const part = {
  columns,
  orgs: [{ org_id: giver, org_name: '' }],
  types: [{ id: 1, device_type_name: '', family: 'hhd', report_interval: 30, sleep_interval: 600 }],
  now: 0,
};

/** A house of one lock, the giver's in every row; `meanwhile` runs while its row is on its way. */
const stage = () => {
  const hub = new Hub();
  let rows = Promise.resolve();
  const meanwhile: (() => void)[] = [];
  const readers = {
    async query(text: string, [after]: unknown[]) {
      if (text.startsWith('select id')) return { rows: after === 0 ? [{ id }] : [] };
      await rows;
      for (const run of meanwhile.splice(0)) run();
      return { rows: [{ part }] };
    },
  } as unknown as Pool;
  const client = { query: async () => ({ rows: [{ part: { ...part, now: 1 } }] }) } as unknown as ClientBase;
  const views = openFleetViews(readers, hub, openLog('silent'));
  const look = (...orgIds: number[]) => views.look(asked, { orgIds } as unknown as SessionOperator, client);
  const hold = () => {
    let go = (): void => undefined;
    rows = new Promise((resolve) => {
      go = resolve;
    });
    return () => go();
  };
  return { hub, views, look, meanwhile, hold };
};

afterEach(() => vi.useRealTimers());

describe('while the places of all locks are read', () => {
  it('one that leaves its organisation after it told something is none of its locks', async () => {
    const { hub, look, meanwhile } = stage();
    meanwhile.push(() => {
      hub.lock(giver, { id, lock_status: 3 });
      hub.left(giver, id);
    });
    expect(await look(giver)).toMatchObject({ total: 0 });
  });

  it('one that moves is the taker’s, whatever its row still says', async () => {
    const { hub, look, meanwhile } = stage();
    meanwhile.push(() => {
      hub.lock(giver, { id, lock_status: 3 });
      hub.lock(taker, { ...whole, id, org_id: taker });
      hub.left(giver, id);
    });
    expect(await look(taker)).toMatchObject({ total: 1, counts: { statuses: { 2: 1 } } });
    expect(await look(giver)).toMatchObject({ total: 0 });
  });

  it('what is missed is missed still afterwards', async () => {
    const { hub, look, meanwhile, views } = stage();
    expect(await look(giver)).toMatchObject({ asOf: null });
    vi.useFakeTimers({ toFake: ['Date'] });
    hub.resync();
    vi.advanceTimersByTime(1000);
    meanwhile.push(() => hub.resync());
    await views.keep();
    expect((await look(giver)).asOf).toBeGreaterThan(0);
    await views.keep();
    expect(await look(giver)).toMatchObject({ asOf: null });
  });

  it('for the first time, few wait for it: requests have few connections', async () => {
    const { look, hold } = stage();
    const go = hold();
    const early = [look(giver), look(giver)];
    await expect(look(giver)).rejects.toThrow('unavailable');
    go();
    for (const seen of await Promise.all(early)) expect(seen).toMatchObject({ total: 1 });
    expect(await look(giver)).toMatchObject({ total: 1 });
  });
});
