import { type Clock, realClock } from './clock.ts';
import type { Counts, Surroundings } from './conversation.ts';
import type { FleetLock, Manner } from './demoFleet.ts';
import type { Dialect } from './dialect.ts';
import { HhdLock } from './hhdLock.ts';
import { Jointech808Lock } from './jointech808Lock.ts';
import { Jt701Lock } from './jt701Lock.ts';
import type { LockState } from './lock.ts';
import { demoPace, type Pace } from './pace.ts';
import { Random, seedOf } from './random.ts';
import { borderAt } from './roads/corridor.ts';
import { regionFences, regions } from './roads/regions.ts';
import { Vehicle } from './vehicle.ts';
import { type ReceivedChange, type ReceivedCommand, type Stood, VirtualLock } from './virtualLock.ts';

export interface FleetOptions {
  host: string;
  port: number;
  locks: readonly FleetLock[];
  /** the same seed drives the same roads and has the same mishaps */
  seed?: number;
  pace?: Pace;
  clock?: Clock;
  /** how locks stood when they were last heard, by serial number; the others begin as new: closed and unsealed */
  stood?: ReadonlyMap<string, Stood>;
}

/** One lock in the hands of a test. */
export interface LockHandle {
  readonly sn: string;
  readonly connected: boolean;
  readonly state: LockState;
  /** WGS-84; km/h; degrees from north */
  readonly position: { lon: number; lat: number; speed: number; heading: number };
  /** orders as they came, whatever became of them */
  readonly commands: readonly ReceivedCommand[];
  /** settings and questions as they came */
  readonly changes: readonly ReceivedChange[];
  /** Opening a sealed lock forces it. */
  shackle(to: 'open' | 'close'): void;
  /** Seals with a card at the lock; a Jointech lock cannot, it locks by closing. */
  seal(): void;
  /** Holds a card to the lock; it opens for a card it keeps, and if confined inside its areas alone. */
  swipe(card: string): void;
  /** Takes it off its road; it stands there from now on. WGS-84. */
  standAt(lon: number, lat: number): void;
  tamper(): void;
  cut(): void;
  setBattery(percent: number): void;
  /** Loses the network; it goes on recording. */
  goOffline(): void;
  /** Dials again and delivers what it has recorded. */
  wake(): void;
  behaveOnCommand(manner: Manner): void;
}

export interface Fleet {
  /** Throws for a serial number that is not in the fleet. */
  lock(sn: string): LockHandle;
  counts(): Readonly<Counts>;
  stop(): void;
}

/** Puts every lock on the road and lets it connect. */
export const startFleet = (options: FleetOptions): Fleet => {
  const { locks, seed = 1, pace = demoPace, clock = realClock, stood } = options;
  const platform = { host: options.host, port: options.port };
  const counts: Counts = { connected: 0, reports: 0, resent: 0, rejected: 0, commands: 0 };
  const fleet = new Map<string, VirtualLock>();
  for (const device of locks) {
    const random = new Random(seedOf(seed, device.sn));
    const around: Surroundings = { clock, pace, random, counts, platform };
    const vehicle = vehicleOf(device, pace, random);
    fleet.set(device.sn, new VirtualLock(device, dialectOf(device), vehicle, around, stood?.get(device.sn)));
  }
  for (const lock of fleet.values()) lock.start();
  return {
    lock(sn) {
      const lock = fleet.get(sn);
      if (!lock) throw new RangeError(`no lock ${sn} in this fleet`);
      return handleOf(lock);
    },
    counts: () => ({ ...counts }),
    stop() {
      for (const lock of fleet.values()) lock.stop();
    },
  };
};

/** Humidity, say: a new firmware tells it under a number that no paper names. */
const unpublished = [{ id: 0xe7, value: Uint8Array.of(0x02, 0x3a, 0x11) }];

const dialectOf = ({ sn, family, edition, subject, newFirmware }: FleetLock): Dialect => {
  if (family === 'jt701') return new Jt701Lock(sn);
  if (family === 'jointech808') return new Jointech808Lock(sn);
  const tail = sn.slice(-10).padStart(10, '0');
  return new HhdLock({
    sn,
    edition,
    plate: subject,
    imsi: `46004${tail}`,
    iccid: `8986040000${tail}`,
    // one in ten speaks for the two doors of its container
    ...(tail.endsWith('7') && { subLocks: [`01${tail}`, `02${tail}`] }),
    ...(newFirmware && { unpublished }),
  });
};

/** A stray starts this many metres before the border of its fence, some minutes' way. */
const strayStart = [4_000, 12_000] as const;

const vehicleOf = ({ org, habit }: FleetLock, pace: Pace, random: Random): Vehicle => {
  const isStray = habit === 'stray';
  const corridor = random.pick(regions[org].corridors.filter((one) => one.strays === isStray));
  if (isStray) {
    const at = Math.max(0, borderAt(corridor, regionFences[org].points) - random.between(...strayStart));
    return new Vehicle(corridor, random, pace.stops, { at, outward: true });
  }
  return new Vehicle(corridor, random, pace.stops, { parked: habit === 'parked' || habit === 'sleeper' });
};

const handleOf = (lock: VirtualLock): LockHandle => ({
  sn: lock.sn,
  get connected() {
    return lock.isConnected;
  },
  get state() {
    return lock.state;
  },
  get position() {
    return lock.vehicle.place;
  },
  get commands() {
    return lock.commands;
  },
  get changes() {
    return lock.changes;
  },
  shackle: (to) => lock.feed({ do: to }),
  seal: () => lock.feed({ do: 'seal', by: 'card', actor: '00123456' }),
  swipe: (card) => lock.swipe(card),
  standAt: (lon, lat) => lock.vehicle.standAt(lon, lat),
  tamper: () => lock.feed({ do: 'tamper' }),
  cut: () => lock.feed({ do: 'cut' }),
  setBattery: (percent) => lock.feed({ do: 'battery', percent }),
  goOffline: () => lock.goOffline(),
  wake: () => lock.wake(),
  behaveOnCommand(manner) {
    lock.manner = manner;
  },
});
