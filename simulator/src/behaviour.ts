import type { Habit } from './demoFleet.ts';
import type { LockInput, LockState, Mover, WakeCause } from './lock.ts';
import type { Pace, Rates } from './pace.ts';
import type { Random } from './random.ts';
import type { Phase } from './vehicle.ts';

/** What a script sees of its lock. */
export interface Scene {
  now: number;
  phase: Phase;
  /** seconds until departure */
  leavesIn: number;
  lock: LockState;
}

export type Act =
  | { act: 'lock'; input: LockInput }
  /** holds a card to it */
  | { act: 'swipe'; card: string }
  /** takes the shackle out if the lock lets go of it */
  | { act: 'draw' }
  /** pulls over */
  | { act: 'halt'; seconds: number }
  /** closes the connection and reports nothing until it wakes */
  | { act: 'sleep'; seconds: number; from: WakeCause | null }
  /** goes on recording without network */
  | { act: 'dead spot'; seconds: number }
  /** no satellites */
  | { act: 'tunnel'; seconds: number };

type Plan = { at: number; act: Act };

const lock = (input: LockInput): Act => ({ act: 'lock', input });
const secondsPerHour = 3600;

/** Nobody seals what is sealed, or unseals what stands open. */
const isDone = (input: LockInput, { sealed, shackle }: LockState): boolean =>
  (input.do === 'seal' && sealed) || (input.do === 'unseal' && shackle === 'open');

/**
 * What people and roads do to one lock. It plans acts ahead and hands them out when their time has come; all chance is
 * the given source's, all time the scene's.
 */
export class Script {
  private readonly habit: Habit;
  private readonly pace: Pace;
  private readonly random: Random;
  private readonly holder: Mover;
  private plan: Plan[] = [];
  private phase: Phase = 'driving';
  private awakeUntil = 0;
  /** seconds since its start */
  private age = 0;

  constructor(habit: Habit, pace: Pace, random: Random, holder: Mover) {
    this.habit = habit;
    this.pace = pace;
    this.random = random;
    this.holder = holder;
  }

  /** The acts due now; `seconds` have gone by since the last call. */
  next(scene: Scene, seconds: number): Act[] {
    if (scene.phase !== this.phase) this.changed(scene);
    this.age += seconds;
    if (this.age > this.pace.grace) this.mishaps(scene, seconds);
    const due = this.plan.filter((one) => one.at <= scene.now).map((one) => one.act);
    this.plan = this.plan.filter((one) => one.at > scene.now);
    const isIdle = this.plan.length === 0 && due.length === 0;
    if (isIdle && this.shouldSleep(scene)) due.push(this.sleep(scene));
    due.push(...this.battery(scene, seconds));
    return due.filter((one) => one.act !== 'lock' || !isDone(one.input, scene.lock));
  }

  private changed(scene: Scene): void {
    const { random } = this;
    this.phase = scene.phase;
    if (scene.phase === 'depot' && random.chance(this.pace.opensAtDepot)) this.openAtDepot(scene);
    // Where nobody opens anything, nobody goes round closing either.
    if (scene.phase === 'driving' && this.pace.opensAtDepot > 0) this.secure(scene, 0);
  }

  /** Unload and load: unseal, open, close, seal. */
  private openAtDepot(scene: Scene): void {
    const { random, holder } = this;
    const opened = random.between(15, 50);
    const { cards } = scene.lock.settings;
    const drawn = opened + random.between(10, 25);
    // a lock that was told its cards opens for no other, and for those where it is to
    if (cards.length > 0) {
      this.later(scene, opened, { act: 'swipe', card: random.pick(cards) });
      this.later(scene, drawn, { act: 'draw' });
    } else {
      this.later(scene, opened, lock({ do: 'unseal', ...holder }));
      this.later(scene, drawn, lock({ do: 'open' }));
    }
    this.secure(scene, Math.max(opened + 40, scene.leavesIn - random.between(30, 60)));
  }

  /** Closes and seals whatever is not. */
  private secure(scene: Scene, inSeconds: number): void {
    this.later(scene, inSeconds, lock({ do: 'mend' }));
    this.later(scene, inSeconds, lock({ do: 'close' }));
    this.later(scene, inSeconds + this.random.between(6, 15), lock({ do: 'seal', ...this.holder }));
  }

  private mishaps(scene: Scene, seconds: number): void {
    const { random, pace } = this;
    const strikes = (kind: keyof Rates) => random.chance((pace.rates[kind] * seconds) / secondsPerHour);
    const isHeld = scene.lock.shackle === 'closed' && scene.lock.motor === 'locked';
    if (strikes('illegalOpening') && isHeld) this.attack(scene, { do: 'open' });
    if (strikes('tampering') && isHeld) this.attack(scene, { do: 'tamper' });
    if (strikes('cutting') && isHeld) this.attack(scene, { do: 'cut' });
    if (strikes('strangeCard')) this.later(scene, 0, this.strangeCard('unregistered'));
    if (strikes('cardOutsideArea')) this.later(scene, 0, this.strangeCard('outside area'));
    // a guard at a gate, with one of the cards the lock keeps
    const { cards } = scene.lock.settings;
    if (cards.length > 0 && scene.phase !== 'driving' && isHeld && strikes('swipe'))
      this.later(scene, 0, { act: 'swipe', card: random.pick(cards) });
    if (strikes('wrongPasswords')) {
      for (let i = 0; i < 5; i++) this.later(scene, i * 8, lock({ do: 'wrong password' }));
    }
    if (strikes('motorJam')) this.later(scene, 0, lock({ do: 'jam' }));
    if (strikes('deadSpot') && scene.phase === 'driving') {
      this.later(scene, 0, { act: 'dead spot', seconds: random.between(60, 200) });
    }
    if (strikes('tunnel') && scene.phase === 'driving') {
      this.later(scene, 0, { act: 'tunnel', seconds: random.between(15, 45) });
    }
  }

  /** Somebody makes the lorry stop, does it, and later the driver puts things right. */
  private attack(scene: Scene, input: LockInput): void {
    const { random } = this;
    const stay = random.between(240, 420);
    this.later(scene, 0, { act: 'halt', seconds: stay });
    this.later(scene, random.between(20, 40), lock(input));
    this.secure(scene, stay - 30);
  }

  private strangeCard(verdict: 'unregistered' | 'outside area'): Act {
    return lock({ do: 'card', deed: 'unseal', card: this.random.text(8, '0123456789'), verdict });
  }

  private battery({ lock: { battery }, phase, leavesIn }: Scene, seconds: number): Act[] {
    // Swapped by the depot before the lorry leaves with an empty one.
    if (battery < 10 && phase === 'depot' && leavesIn < 60) return [lock({ do: 'battery', percent: 96 })];
    const perHour = this.habit === 'tired' ? 9 : 0.4;
    return [lock({ do: 'battery', percent: Math.max(4, battery - (perHour * seconds) / secondsPerHour) })];
  }

  private shouldSleep(scene: Scene): boolean {
    if (this.habit !== 'sleeper' || scene.phase !== 'depot' || scene.leavesIn < 60 || this.age < this.pace.grace)
      return false;
    if (this.awakeUntil === 0) this.awakeUntil = scene.now + this.random.between(...this.pace.awake) * 1000;
    return scene.now >= this.awakeUntil;
  }

  private sleep(scene: Scene): Act {
    const { random, pace } = this;
    const seconds = Math.min(scene.leavesIn, random.between(...pace.asleep));
    this.awakeUntil = scene.now + (seconds + random.between(...pace.awake)) * 1000;
    const from = random.chance(0.3) ? random.pick(['touch', 'turning'] as const) : null;
    return { act: 'sleep', seconds, from };
  }

  private later(scene: Scene, seconds: number, act: Act): void {
    this.plan.push({ at: scene.now + seconds * 1000, act });
    this.plan.sort((a, b) => a.at - b.at);
  }
}
