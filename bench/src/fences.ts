import type { Pool } from 'pg';
import { openFences } from '../../server/src/ingest/fenceCache.ts';
import { type FencePlace, judgeFences } from '../../server/src/ingest/judgeFences.ts';
import { show } from './machine.ts';

const locks = 100_000;
const total = 10_000;

/** The same numbers every time. */
const dice = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};

/** What the database would answer: no disk is measured here. */
const answering = (fences: Record<string, unknown>[], organisations: number) => {
  let changed: number[] = [];
  const query = async (text: string, values?: unknown[]) => {
    if (text.includes('horizon')) return { rows: [{ horizon: '1' }] };
    if (text.includes('parent_id'))
      return { rows: Array.from({ length: organisations }, (_, i) => ({ id: i + 1, parent_id: i === 0 ? null : 1 })) };
    if (text.includes('fence_change where')) return { rows: changed.map((fence_id) => ({ fence_id })) };
    if (text.startsWith('delete')) return { rows: [] };
    const ids = values?.[0] as number[] | undefined;
    return { rows: ids ? fences.filter(({ id }) => ids.includes(id as number)) : fences };
  };
  return {
    pool: { query } as unknown as Pool,
    change: (ids: number[]) => {
      changed = ids;
    },
  };
};

const polygon = (lon: number, lat: number, size: number, corners: number): object => {
  const ring = Array.from({ length: corners }, (_, i) => {
    const turn = (2 * Math.PI * i) / corners;
    return [lon + size * Math.cos(turn), lat + size * Math.sin(turn)];
  });
  return { type: 'Polygon', coordinates: [[...ring, ring[0]!]] };
};

const measure = async (what: string, organisations: number): Promise<void> => {
  const random = dice(7);
  const somewhere = (): [number, number] => [100 + 20 * random(), 22 + 16 * random()];
  const fences = Array.from({ length: total }, (_, i) => {
    const [lon, lat] = somewhere();
    return {
      ...{ id: i + 1, org_id: (i % organisations) + 1, fence_name: `fence ${i}`, alarm_on: 'both', schedule: null },
      ...{
        fence_context: polygon(lon, lat, 0.02 + 0.2 * random(), 12),
        radius: null,
        bound: 'all',
        types: [],
        devices: [],
      },
    };
  });
  const database = answering(fences, organisations);
  const cache = openFences(database.pool);
  const heapBefore = process.memoryUsage().heapUsed;
  let began = performance.now();
  await cache.refresh();
  const whole = performance.now() - began;
  const heap = (process.memoryUsage().heapUsed - heapBefore) / 2 ** 20;
  database.change([17]);
  began = performance.now();
  await cache.refresh();
  const one = performance.now() - began;
  database.change([]);
  const before: (FencePlace | null)[] = Array.from({ length: locks }, () => null);
  const places = Array.from({ length: locks }, somewhere);
  const passes: number[] = [];
  let rung = 0;
  for (let pass = 0; pass < 5; pass++) {
    const used = process.cpuUsage();
    for (let lock = 0; lock < locks; lock++) {
      const near = cache.of({ deviceId: lock, orgId: (lock % organisations) + 1, deviceTypeId: 1 });
      const [lon, lat] = places[lock]!;
      if (!near) continue;
      const judged = judgeFences(near, before[lock]!, [{ at: pass * 60_000, lon: lon + pass * 0.02, lat }], []);
      before[lock] = judged.now;
      rung += judged.rung.length;
    }
    const { user, system } = process.cpuUsage(used);
    passes.push((user + system) / locks);
  }
  const [, , middle = 0] = passes.sort((a, b) => a - b);
  show(
    `${what}: a place judged, of ${locks} locks, ${total} fences of 12 corners`,
    `${middle.toFixed(2)} µs of processor`,
  );
  show(
    `${what}: all read at the start; one that changed`,
    `${whole.toFixed(0)} ms, ${heap.toFixed(0)} MB; ${one.toFixed(1)} ms`,
  );
  show(`${what}: crossings that rang in five passes`, String(rung));
};

/** What it costs to judge where a lock is, and to hear of a fence that was drawn: in memory, without a database. */
export const measureFences = async (): Promise<void> => {
  await measure('one organisation', 1);
  await measure('a hundred organisations', 100);
};
