import { describe, expect, it } from 'vitest';
import { addressOf, askedIn } from './window.ts';

const now = Date.UTC(2026, 10, 20, 8, 10, 30);
const at = (hours: number, minutes: number) => Date.UTC(2026, 10, 20, hours, minutes);
const asked = (text: string) => askedIn(new URLSearchParams(text), now);

describe('what the address asks for', () => {
  it('is the last half hour without a time, to the whole minute', () => {
    expect(asked('ids=7')).toEqual({ ids: [7], from: at(7, 41), to: at(8, 11), at: null, cut: false });
  });
  it('is five locks at most, each once, and nothing that is no number', () => {
    expect(asked('ids=3,3,x,-1,4,5,6,7,8').ids).toEqual([3, 4, 5, 6, 7]);
    expect(asked('').ids).toEqual([]);
  });
  it('has a moment in the middle, or at the end where the rest is still to come', () => {
    expect(asked('ids=7&at=2026-11-20T06:00:20Z')).toMatchObject({
      from: at(5, 46),
      to: at(6, 16),
      at: at(6, 0) + 20_000,
    });
    expect(asked('ids=7&at=2026-11-20T08:09:00Z')).toMatchObject({ from: at(7, 41), to: at(8, 11) });
  });
  it('takes the last half hour of a longer window, and says so', () => {
    expect(asked('ids=7&from=2026-11-20T05:00:00Z&to=2026-11-20T06:00:00Z')).toMatchObject({
      from: at(5, 30),
      to: at(6, 0),
      cut: true,
    });
  });
  it('comes back as it was written', () => {
    const window = { from: at(5, 0), to: at(5, 20) };
    expect(askedIn(addressOf([7, 9], window), now)).toMatchObject({ ids: [7, 9], ...window, cut: false });
  });
  it('takes a window that runs backwards for none', () => {
    expect(asked('ids=7&from=2026-11-20T06:00:00Z&to=2026-11-20T05:00:00Z')).toMatchObject({ to: at(8, 11) });
  });
});
