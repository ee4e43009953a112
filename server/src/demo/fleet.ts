import { demoFleet } from '@plomb/simulator/demoFleet';
import { startFleet } from '@plomb/simulator/fleet';
import { demoPace } from '@plomb/simulator/pace';
import { DEMO_SEED } from './seed.ts';

/** The demonstration's locks, on the road in this process. They come in by the network like any other. */
export const startDemoFleet = (port: number) =>
  startFleet({ host: '127.0.0.1', port, locks: demoFleet(DEMO_SEED), seed: DEMO_SEED, pace: demoPace });
