import { demoFleet, trialLock } from '@plomb/simulator/demoFleet';
import { startFleet } from '@plomb/simulator/fleet';
import { demoPace } from '@plomb/simulator/pace';
import type { Stood } from '@plomb/simulator/virtualLock';
import type { Pool } from 'pg';
import { DEMO_SEED } from './seed.ts';

/** How each lock was heard last: its state, and the cards and areas that the platform knows in it. */
export const whatLocksKeep = async (platform: Pool): Promise<Map<string, Stood>> => {
  const { rows } = await platform.query<Stood & { sn: string }>(
    `select d.sn, s.lock_status as status, s.ver as firmware,
       case when s.receive_time is not null then jsonb_build_object(
         -- as whoever gave it wrote it, for a lock may fill its numbers up with zeros
         'cards', (select coalesce(jsonb_agg(number order by number), '[]') from (
           select distinct coalesce((select c.ic_no from ic_card c where ltrim(c.ic_no, '0') = ltrim(h.number, '0') limit 1), h.number) as number
             from device_card h where h.device_id = d.id and h.known <> 'perhaps') held),
         'areas', (select coalesce(jsonb_agg(jsonb_build_object('number', a.number, 'corners', a.points) order by a.number), '[]')
           from lock_area a where a.device_id = d.id and a.confirmed),
         'confined', coalesce((select y.confined from lock_sync y where y.device_id = d.id), false)) end as keeps
     from device d join lock_state s on s.device_id = d.id`,
  );
  return new Map(rows.map((row) => [row.sn, row]));
};

/**
 * The demonstration's locks, on the road in this process. They come in by the network like any other, and after a
 * restart stand, and run, as they were heard last: a real lock does not change because the platform was away.
 */
export const startDemoFleet = async (port: number, platform: Pool) =>
  startFleet({
    host: '127.0.0.1',
    port,
    locks: [...demoFleet(DEMO_SEED), trialLock],
    seed: DEMO_SEED,
    pace: demoPace,
    stood: await whatLocksKeep(platform),
  });
