import { describe, expect, it } from 'vitest';
import { type Act, Script } from './behaviour.ts';
import { demoFleet, type Habit } from './demoFleet.ts';
import { type Happening, type LockState, type LockTraits, newLock, step } from './lock.ts';
import { calmPace, demoPace, type Pace } from './pace.ts';
import { Random, seedOf } from './random.ts';
import { regions } from './roads/regions.ts';
import { factorySettings } from './settings.ts';
import { type Phase, Vehicle } from './vehicle.ts';

const traits: LockTraits = { knowsSeal: true, sealsOnClosing: false, resealAfter: 180_000 };
const holder = { by: 'card', actor: '00123456' } as const;
const every = 7;

interface Life {
  acts: Act[];
  told: { at: number; what: Happening['what'] }[];
  speeds: number[];
  state: LockState;
}

/** One lock's life without any network: what its script does to it and what it would tell. */
const live = (seed: number, habit: Habit, pace: Pace, seconds: number, parked = false): Life => {
  const random = new Random(seed);
  const vehicle = new Vehicle(random.pick(regions.sh.corridors), random, pace.stops, { parked });
  const script = new Script(habit, pace, random, holder);
  const life: Life = { acts: [], told: [], speeds: [], state: newLock({ sealed: true, battery: 80 }) };
  for (let at = every; at <= seconds; at += every) {
    vehicle.advance(every);
    const { phase, leavesIn } = vehicle;
    const acts = script.next({ now: at * 1000, phase, leavesIn, lock: life.state }, every);
    life.acts.push(...acts);
    life.speeds.push(vehicle.speed);
    for (const act of acts) {
      if (act.act === 'halt') vehicle.halt(act.seconds);
      if (act.act !== 'lock') continue;
      const { state, happened } = step(life.state, act.input, at * 1000, traits);
      life.state = state;
      life.told.push(...happened.map(({ what }) => ({ at, what })));
    }
  }
  return life;
};

const alarming: ReadonlySet<Happening['what']> = new Set([
  'forced open',
  'tampered',
  'cut',
  'card refused',
  'too many wrong passwords',
  'motor stuck',
]);

it('has a guard swipe a card that the lock keeps, where it stands, and none where it keeps none', () => {
  const swipes = (cards: string[], phase: Phase) => {
    const script = new Script('parked', demoPace, new Random(5), holder);
    const lock = newLock({ settings: { ...factorySettings, cards } });
    const hours = Array.from({ length: 4 * 60 }, (_, minute) => minute * 60_000);
    return hours
      .flatMap((now) => script.next({ now, phase, leavesIn: 900, lock }, 60))
      .flatMap((act) => (act.act === 'swipe' ? [act.card] : []));
  };
  const seen = swipes(['7', '8'], 'service area');
  expect(seen.length).toBeGreaterThan(2);
  expect(new Set(seen)).toEqual(new Set(['7', '8']));
  expect(swipes(['7', '8'], 'driving')).toEqual([]);
  expect(swipes([], 'service area')).toEqual([]);
});

describe('a demonstration of 200 locks', () => {
  const fleet = demoFleet(1);
  const lives = fleet.map(({ sn, habit }) =>
    live(seedOf(1, sn), habit, demoPace, 3600, habit === 'parked' || habit === 'sleeper'),
  );

  it('moves, nearly all of it, from the first minute', () => {
    const moving = lives.filter((life) => life.speeds.slice(0, 8).every((speed) => speed > 20));
    expect(moving.length).toBeGreaterThan(150);
  });

  it('has some alarms in every half hour and never a storm', () => {
    const alarms = lives.flatMap((life) => life.told.filter((one) => alarming.has(one.what)));
    const perTenMinutes = [0, 0, 0, 0, 0, 0];
    for (const { at } of alarms) perTenMinutes[Math.min(5, Math.floor(at / 600))]!++;
    for (const count of perTenMinutes) expect(count).toBeLessThan(12);
    expect(perTenMinutes.slice(0, 3).reduce((a, b) => a + b)).toBeGreaterThan(2);
    expect(perTenMinutes.slice(3).reduce((a, b) => a + b)).toBeGreaterThan(2);
  });

  it('sees dead spots, tunnels and sleep', () => {
    const acts = new Set(lives.flatMap((life) => life.acts.map((act) => act.act)));
    expect(acts).toEqual(new Set(['lock', 'dead spot', 'tunnel', 'sleep', 'halt']));
  });
});

it('a depot visit is unseal, open, close, seal', () => {
  const quiet: Pace = { ...demoPace, opensAtDepot: 1, rates: calmPace.rates };
  const life = live(3, 'driving', quiet, 1200, true);
  const told = life.told.map((one) => one.what);
  expect(told).toEqual(['unsealed', 'opened', 'closed', 'sealed']);
  expect(life.state).toMatchObject({ shackle: 'closed', sealed: true });
});

it('at a depot a lock that was told its cards is held one of them, and drawn where it lets go', () => {
  const quiet: Pace = { ...demoPace, opensAtDepot: 1, rates: calmPace.rates };
  const script = new Script('driving', quiet, new Random(1), { by: 'card', actor: '1' });
  const lock = newLock({ battery: 80, password: '', settings: { ...factorySettings, cards: ['70260011'] } });
  const acts = Array.from({ length: 120 }, (_, at) =>
    script.next({ now: at * 1000, phase: at < 2 ? 'driving' : 'depot', leavesIn: 600 - at, lock }, 1),
  ).flat();
  expect(acts.filter(({ act }) => act !== 'lock')).toEqual([{ act: 'swipe', card: '70260011' }, { act: 'draw' }]);
  expect(acts.filter((one) => one.act === 'lock' && ['unseal', 'open'].includes(one.input.do))).toEqual([]);
});

it('an illegal opening is put right later', () => {
  const rough: Pace = { ...demoPace, opensAtDepot: 1, rates: { ...calmPace.rates, illegalOpening: 20 } };
  const told = live(4, 'driving', rough, 1200).told.map((one) => one.what);
  const at = told.indexOf('forced open');
  expect(at).toBeGreaterThanOrEqual(0);
  expect(told.slice(at, at + 3)).toEqual(['forced open', 'closed', 'sealed']);
});

it('in the calm nothing happens by itself', () => {
  const { acts, told } = live(5, 'sleeper', calmPace, 7200);
  expect(told).toEqual([]);
  expect(acts.every((act) => act.act === 'lock' && act.input.do === 'battery')).toBe(true);
});

it('an old battery runs low within the hour', () => {
  const random = new Random(6);
  const script = new Script('tired', calmPace, random, holder);
  let state = newLock({ battery: 22 });
  const told: string[] = [];
  for (let at = 60; at <= 3600; at += 60) {
    for (const act of script.next({ now: at * 1000, phase: 'driving', leavesIn: 0, lock: state }, 60)) {
      if (act.act !== 'lock') continue;
      const done = step(state, act.input, at * 1000, traits);
      state = done.state;
      told.push(...done.happened.map((one) => one.what));
    }
  }
  expect(told).toEqual(['battery low']);
});
