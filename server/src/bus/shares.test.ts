import { expect, it } from 'vitest';
import { Shares } from './shares.ts';

/** Takes until there is no room; how many that were. */
const most = (shares: Shares, deviceId: number, authenticated: boolean): number => {
  let taken = 0;
  while (shares.take(deviceId, authenticated)) taken++;
  return taken;
};

it('leaves room to every device whatever one of them sends, and to a device whatever strangers send under its number', () => {
  const shares = new Shares(100);
  expect([most(shares, 1, false), most(shares, 1, true), most(shares, 2, true), most(shares, 2, false)]).toEqual([
    10, 25, 25, 10,
  ]);
});

it('leaves half of the room to those who have proved to be their device', () => {
  const shares = new Shares(100);
  const strangers = Array.from({ length: 20 }, (_, id) => most(shares, id + 1, false));
  expect(strangers.reduce((sum, n) => sum + n)).toBe(50);
  expect([most(shares, 1, true), most(shares, 2, true), most(shares, 3, true)]).toEqual([25, 25, 0]);
});

it('gives back what was given back, to whom it was taken from', () => {
  const shares = new Shares(100);
  most(shares, 1, false);
  most(shares, 1, true);
  shares.give(1, false);
  expect([shares.take(1, true), shares.take(1, false), shares.take(1, false)]).toEqual([false, true, false]);
  for (let i = 0; i < 25; i++) shares.give(1, true);
  for (let i = 0; i < 10; i++) shares.give(1, false);
  expect([most(shares, 1, true), most(shares, 1, false)]).toEqual([25, 10]);
});
