import { setTimeout as wait } from 'node:timers/promises';
import { type Gateway, startGateway } from '@plomb/gateway/server';
import { type Clock, realClock } from '@plomb/simulator/clock';
import type { FleetLock, Manner } from '@plomb/simulator/demoFleet';
import { type Fleet, startFleet } from '@plomb/simulator/fleet';
import { calmPace } from '@plomb/simulator/pace';
import { Registry } from 'prom-client';
import { openConnections } from '../domains/devices/connections.ts';
import { openDirectory } from '../domains/devices/directory.ts';
import { openNotUnderstood } from '../domains/devices/notUnderstoodStore.ts';
import { openUpgrades } from '../domains/firmware/queue.ts';
import { openQueue } from '../domains/orders/queue.ts';
import { maintainPartitions } from '../ingest/partitions.ts';
import { openLog } from '../platform/log.ts';
import type { TestApi } from './api.ts';
import type { BuiltDevice } from './build.ts';

export interface Road {
  gateway: Gateway;
  /** puts virtual locks of these devices on the road, which connect over real TCP */
  drive(devices: readonly (BuiltDevice & { family: FleetLock['family']; manner?: Manner })[]): Fleet;
  stop(): Promise<void>;
}

/** A lock tells the true time, and waits a twentieth of it: for its next report, for its bolt, to dial again. */
const hurriedClock: Clock = {
  now: () => realClock.now(),
  after: (millis, run) => realClock.after(millis / 20, run),
};

/** A real gateway beside the API of a test: what is ordered goes to virtual locks as bytes, and comes back as bytes. */
export const openRoad = async (api: TestApi): Promise<Road> => {
  const log = openLog('silent');
  const fleets: Fleet[] = [];
  // a report without a place to be kept has its lock hang up and dial again
  await maintainPartitions(api.owner, { now: Date.now(), retentionDays: 31 });
  const connections = openConnections(api.db, {
    gateway: 'road',
    changed: () => undefined,
    took: () => undefined,
    lost: () => undefined,
  });
  const gateway = await startGateway({
    host: '127.0.0.1',
    port: 0,
    directory: openDirectory(api.db),
    sink: { submit: (device, report) => api.ingest.submit(device, report) },
    notUnderstood: openNotUnderstood(api.db),
    commands: openQueue(api.db, {
      gateway: 'road',
      owned: connections.owned,
      passwords: api.passwords,
      touched: () => undefined,
      deviceTouched: () => undefined,
      onHint: (listener) => api.bus.hear('hint', ({ deviceId }) => listener(deviceId)),
    }),
    upgrades: openUpgrades(api.db, {
      gateway: 'road',
      owned: connections.owned,
      storage: api.storage,
      publicKey: '',
      deviceTouched: () => undefined,
    }),
    connections,
    log,
    registry: new Registry(),
    // a lock that is silent keeps nobody waiting, and what waits is asked for soon
    limits: { answerMillis: 300, waitingMillis: 300 },
  });
  return {
    gateway,
    drive(devices) {
      const fleet = startFleet({
        host: '127.0.0.1',
        port: gateway.port,
        pace: calmPace,
        clock: hurriedClock,
        locks: devices.map(({ sn, family, manner = 'answer' }) => ({
          ...{ sn, family, manner, edition: 2013, device_name: sn, subject: '', region: '' },
          ...{ org: 'sh', role: 'container', habit: 'driving' },
        })),
      });
      fleets.push(fleet);
      return fleet;
    },
    async stop() {
      for (const fleet of fleets) fleet.stop();
      await gateway.close();
      await connections.flush();
    },
  };
};

/** Asks until it is so: for what a lock does in its own time. */
export const until = async <T>(ask: () => Promise<T | null>): Promise<T> => {
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    await wait(20);
  }
};
