import type { Random } from './random.ts';
import { type Corridor, type Place, placeAt, type Stop } from './roads/corridor.ts';

export type Phase = 'driving' | 'depot' | 'service area';

/** Seconds a stop takes, lowest and highest. */
export interface StopTimes {
  depot: readonly [number, number];
  serviceArea: readonly [number, number];
  /** probability of turning in at a service area */
  rest: number;
}

export interface Start {
  /** metres from the beginning; anywhere when not given */
  at?: number;
  /** towards the end of the corridor; either way when not given */
  outward?: boolean;
  /** standing at a depot */
  parked?: boolean;
}

const lowestCruise = 62;
const highestCruise = 92;
/** km/h gained or lost per second: a loaded lorry. */
const gain = 2.2;
const loss = 3.5;
const longestStep = 2;

/** A lorry on its corridor, there and back. Speeds in km/h, distances in metres, times in seconds. */
export class Vehicle {
  readonly corridor: Corridor;
  private readonly random: Random;
  private readonly times: StopTimes;
  private readonly cruise: number;
  /** slow change of the traffic around it */
  private traffic = 0;
  private direction: 1 | -1;
  private next: Stop;
  private waiting = 0;
  /** off its road; it drives no more */
  private aside: { lon: number; lat: number } | null = null;
  at: number;
  speed = 0;
  phase: Phase = 'driving';
  /** km */
  mileage: number;

  constructor(corridor: Corridor, random: Random, times: StopTimes, start: Start = {}) {
    this.corridor = corridor;
    this.random = random;
    this.times = times;
    this.cruise = random.between(lowestCruise + 4, highestCruise - 4);
    this.direction = start.outward || random.chance(0.5) ? 1 : -1;
    this.at = start.at ?? random.between(0.04, 0.96) * corridor.length;
    this.mileage = Math.round(random.between(8_000, 210_000));
    this.speed = this.cruise;
    if (start.parked) this.park();
    this.next = this.stopAhead();
  }

  /** Drives or waits for that long. */
  advance(seconds: number): void {
    if (this.aside) return;
    for (let left = seconds; left > 0; left -= longestStep) {
      const part = Math.min(left, longestStep);
      if (this.phase === 'driving') this.drive(part);
      else this.wait(part);
    }
  }

  get place(): Place & { speed: number } {
    const place = placeAt(this.corridor, this.at);
    const heading = this.direction === 1 ? place.heading : (place.heading + 180) % 360;
    return { ...place, heading, speed: this.speed, ...this.aside };
  }

  /** Is taken off its road and stands there from now on. */
  standAt(lon: number, lat: number): void {
    this.aside = { lon, lat };
    this.speed = 0;
  }

  /** Seconds until it leaves, 0 while driving. */
  get leavesIn(): number {
    return this.phase === 'driving' ? 0 : this.waiting;
  }

  /** Pulls over on the spot. */
  halt(seconds: number): void {
    if (this.phase !== 'driving') return;
    this.phase = 'service area';
    this.speed = 0;
    this.waiting = seconds;
  }

  private park(): void {
    this.at = this.direction === 1 ? 0 : this.corridor.length;
    this.arrive('depot');
  }

  private drive(seconds: number): void {
    const { random } = this;
    this.traffic += (random.between(-2.5, 2.5) - this.traffic * 0.04) * seconds * 0.5;
    const wanted = Math.min(highestCruise, Math.max(lowestCruise, this.cruise + this.traffic));
    const left = Math.abs(this.next.at - this.at);
    // The speed from which it can still stop where it means to; v² = 2·a·s in km/h and metres.
    const bound = Math.sqrt(2 * (loss / 3.6) * left) * 3.6;
    const target = Math.min(wanted, Math.max(bound, 8));
    const change = Math.max(-loss * seconds, Math.min(gain * seconds, target - this.speed));
    const before = this.speed;
    this.speed = Math.max(0, before + change);
    const covered = Math.min(left, ((before + this.speed) / 2 / 3.6) * seconds);
    this.at += covered * this.direction;
    this.mileage += covered / 1000;
    if (left - covered < 1) this.arrive(this.next.kind);
  }

  private arrive(kind: Stop['kind']): void {
    const [low, high] = kind === 'depot' ? this.times.depot : this.times.serviceArea;
    this.phase = kind;
    this.speed = 0;
    this.waiting = this.random.between(low, high);
  }

  private wait(seconds: number): void {
    this.waiting -= seconds;
    if (this.waiting > 0) return;
    this.waiting = 0;
    if (this.phase === 'depot') this.direction = this.at < this.corridor.length / 2 ? 1 : -1;
    this.phase = 'driving';
    this.next = this.stopAhead();
  }

  /** The next depot, or a service area before it where the driver wants to rest. */
  private stopAhead(): Stop {
    const ahead = this.corridor.stops
      .filter((stop) => (stop.at - this.at) * this.direction > 10)
      .sort((a, b) => (a.at - b.at) * this.direction);
    const chosen = ahead.find((stop) => stop.kind === 'depot' || this.random.chance(this.times.rest));
    return chosen ?? { name: '', at: this.direction === 1 ? this.corridor.length : 0, kind: 'depot' };
  }
}
