import { describe, expect, it } from 'vitest';
import { openSeats } from './seats.ts';

const room = (most: number, perAddress: number) => {
  const ended: string[] = [];
  const seats = openSeats<{ name: string }>({ most, perAddress, end: ({ name }) => ended.push(name) });
  const come = (name: string, address: string | null) => {
    const one = { name };
    return { one, isIn: seats.take(one, address) };
  };
  return { seats, come, ended };
};

describe('when there is no room', () => {
  it('whoever has asked for nothing for longest gives way to somebody of another address', () => {
    const { seats, come, ended } = room(3, 3);
    const [first] = [come('first', 'a'), come('second', 'a'), come('third', 'a')];
    // asked and answered: it rests anew
    seats.asks(first.one);
    seats.works(first.one);
    seats.rests(first.one);
    expect(come('other', 'b').isIn).toBe(true);
    expect(ended).toEqual(['second']);
  });

  it('of one address its own gives way, and nobody else', () => {
    const { come, ended } = room(10, 2);
    come('elsewhere', 'b');
    for (const name of ['first', 'second', 'third']) expect(come(name, 'a').isIn).toBe(true);
    expect(ended).toEqual(['first']);
  });

  it('who asks gives way after all who do not; who is answered to nobody', () => {
    const { seats, come, ended } = room(10, 3);
    const [asking, answered] = [come('asking', 'a'), come('answered', 'a')];
    come('resting', 'a');
    seats.asks(asking.one);
    seats.asks(answered.one);
    seats.works(answered.one);
    const fourth = come('fourth', 'a');
    seats.works(fourth.one);
    expect(ended).toEqual(['resting']);
    const fifth = come('fifth', 'a');
    seats.works(fifth.one);
    expect(ended).toEqual(['resting', 'asking']);
    expect(come('sixth', 'a').isIn).toBe(false);
    seats.leave(answered.one);
    expect(come('seventh', 'a').isIn).toBe(true);
  });

  it('a proxy, which brings others, gives way to nobody and has no limit of its own', () => {
    const { seats, come, ended } = room(4, 1);
    const proxied = ['1', '2', '3'].map((name) => come(name, null));
    for (const { one } of proxied) seats.rests(one);
    expect(come('direct', 'a').isIn).toBe(true);
    expect(come('4', null).isIn).toBe(true);
    expect(ended).toEqual(['direct']);
    expect(come('late', 'a').isIn).toBe(false);
  });

  it('who has left is not counted, whoever says so twice', () => {
    const { seats, come, ended } = room(2, 1);
    const { one } = come('first', 'a');
    seats.leave(one);
    seats.leave(one);
    seats.rests(one);
    come('second', 'a');
    come('third', 'b');
    expect(ended).toEqual([]);
  });
});
