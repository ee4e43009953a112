import { describe, expect, it } from 'vitest';
import { containerNumber, demoFleet, demoFractions } from './demoFleet.ts';
import { orgKeys } from './roads/regions.ts';

const fleet = demoFleet(1);

describe('the demonstration fleet', () => {
  it('is the same for the same seed only', () => {
    expect(demoFleet(1)).toEqual(fleet);
    expect(demoFleet(2)).not.toEqual(fleet);
  });

  it('has 200 locks with serial numbers of their families, none twice', () => {
    expect(fleet).toHaveLength(200);
    expect(new Set(fleet.map((lock) => lock.sn)).size).toBe(200);
    expect(new Set(fleet.map((lock) => lock.subject)).size).toBe(200);
    const numbers = { hhd: /^148\d{8}$/, jt701: /^80\d{8}$/, jointech808: /^7900\d{8}$/ };
    for (const { sn, family } of fleet) expect(sn).toMatch(numbers[family]);
    expect(fleet.filter(({ family }) => family === 'jointech808')).toHaveLength(2);
  });

  it('mixes families, regions, habits and manners', () => {
    const share = (wanted: (lock: (typeof fleet)[number]) => boolean) => fleet.filter(wanted).length / fleet.length;
    expect(share((lock) => lock.family === 'hhd')).toBeCloseTo(0.7, 1);
    expect(share((lock) => lock.manner === 'answer')).toBeGreaterThan(0.9);
    expect(share((lock) => lock.manner === 'answer')).toBeLessThan(1);
    expect(share((lock) => lock.habit === 'driving')).toBeGreaterThan(0.75);
    expect(share((lock) => lock.edition === 2019)).toBeGreaterThan(0.1);
    for (const org of orgKeys) {
      expect(share((lock) => lock.org === org)).toBeGreaterThan(0.15);
      expect(fleet.filter((lock) => lock.org === org && lock.habit === 'stray')).toHaveLength(1);
    }
  });

  it('can be told how many behave', () => {
    const mute = demoFleet(1, 50, { ...demoFractions, silent: 1, refuse: 0 });
    expect(mute.every((lock) => lock.manner === 'silent')).toBe(true);
  });

  it('has room for more locks than plates of one region', () => {
    expect(new Set(demoFleet(1, 9000).map((lock) => lock.sn)).size).toBe(9000);
  });

  it('gives containers their check digit', () => {
    expect(containerNumber('CSQU', '305438')).toBe('CSQU 305438 3');
    const names = fleet.filter((lock) => lock.role === 'container').map((lock) => lock.device_name);
    for (const name of names) expect(name).toMatch(/^集装箱 [A-Z]{4} \d{6} \d$/);
  });
});
