import { describe, expect, it } from 'vitest';
import { Random } from './random.ts';
import { metresBetween } from './roads/corridor.ts';
import { regions } from './roads/regions.ts';
import { Vehicle } from './vehicle.ts';

const corridor = regions.xa.corridors[0]!;
const times = { depot: [120, 240], serviceArea: [60, 120], rest: 0.5 } as const;
const drive = (seed: number, reports: number, every: number) => {
  const vehicle = new Vehicle(corridor, new Random(seed), times);
  return Array.from({ length: reports }, () => {
    vehicle.advance(every);
    return { ...vehicle.place, phase: vehicle.phase, mileage: vehicle.mileage };
  });
};

describe('a vehicle', () => {
  it('moves as fast as it says', () => {
    const track = drive(1, 2000, 7);
    for (let i = 1; i < track.length; i++) {
      const [a, b] = [track[i - 1]!, track[i]!];
      const kmh = (metresBetween([a.lon, a.lat], [b.lon, b.lat]) / 7) * 3.6;
      expect(kmh).toBeLessThanOrEqual(95);
      expect(Math.abs(kmh - (a.speed + b.speed) / 2)).toBeLessThan(30);
    }
  });

  it('drives 60 to 95 km/h most of the time, not always the same', () => {
    const speeds = drive(2, 2000, 7)
      .filter((one) => one.phase === 'driving')
      .map((one) => one.speed);
    const usual = speeds.filter((speed) => speed >= 60 && speed <= 95);
    expect(usual.length / speeds.length).toBeGreaterThan(0.9);
    expect(Math.max(...usual) - Math.min(...usual)).toBeGreaterThan(5);
  });

  it('stops at depots and service areas, and turns round', () => {
    const track = drive(3, 4000, 7);
    expect(new Set(track.map((one) => one.phase))).toEqual(new Set(['driving', 'depot', 'service area']));
    for (const one of track) if (one.phase !== 'driving') expect(one.speed).toBe(0);
    const east = track.filter((one) => one.speed > 50 && one.heading < 180).length;
    expect(east).toBeGreaterThan(100);
    expect(track.filter((one) => one.speed > 50).length - east).toBeGreaterThan(100);
  });

  it('counts the kilometres it drives', () => {
    const track = drive(4, 2000, 7);
    const driven = track.at(-1)!.mileage - track[0]!.mileage;
    let covered = 0;
    for (let i = 1; i < track.length; i++) {
      covered += metresBetween([track[i - 1]!.lon, track[i - 1]!.lat], [track[i]!.lon, track[i]!.lat]) / 1000;
    }
    expect(driven / covered).toBeGreaterThan(0.98);
    expect(driven / covered).toBeLessThan(1.02);
  });

  it('drives the same again from the same seed, and another way from another', () => {
    expect(drive(5, 50, 7)).toEqual(drive(5, 50, 7));
    expect(drive(5, 50, 7)).not.toEqual(drive(6, 50, 7));
  });

  it('waits where it is parked and then leaves', () => {
    const vehicle = new Vehicle(corridor, new Random(7), times, { parked: true });
    expect(vehicle.phase).toBe('depot');
    const leavesIn = vehicle.leavesIn;
    vehicle.advance(leavesIn - 5);
    expect(vehicle.place.speed).toBe(0);
    vehicle.advance(60);
    expect(vehicle.phase).toBe('driving');
    expect(vehicle.place.speed).toBeGreaterThan(20);
  });

  it('pulls over when told to', () => {
    const vehicle = new Vehicle(corridor, new Random(8), times, { at: 10_000 });
    vehicle.halt(100);
    const before = vehicle.place;
    vehicle.advance(90);
    expect(vehicle.place).toEqual(before);
    vehicle.advance(90);
    expect(vehicle.phase).toBe('driving');
  });
});
