import type { LockStatus } from '@plomb/contract/lock/codes';
import { demoFleet, trialLock } from '@plomb/simulator/demoFleet';
import { startFleet } from '@plomb/simulator/fleet';
import { demoPace } from '@plomb/simulator/pace';
import type { Pool } from 'pg';
import { DEMO_SEED } from './seed.ts';

/**
 * The demonstration's locks, on the road in this process. They come in by the network like any other, and after a
 * restart stand, and run, as they were heard last: a real lock does not change because the platform was away.
 */
export const startDemoFleet = async (port: number, platform: Pool) => {
  const { rows } = await platform.query<{ sn: string; status: LockStatus; firmware: string }>(
    'select d.sn, s.lock_status as status, s.ver as firmware from device d join lock_state s on s.device_id = d.id',
  );
  return startFleet({
    host: '127.0.0.1',
    port,
    locks: [...demoFleet(DEMO_SEED), trialLock],
    seed: DEMO_SEED,
    pace: demoPace,
    stood: new Map(rows.map((row) => [row.sn, row])),
  });
};
