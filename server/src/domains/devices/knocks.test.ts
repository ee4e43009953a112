import { describe, expect, it } from 'vitest';
import { Knocks } from './knocks.ts';

/** Chance that is the same in every run. */
const chances = () => {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};
const numbers = (knocks: Knocks) => knocks.take().map(({ sn }) => sn);

describe('strangers that knock', () => {
  it('wait each once, with how often and from where they came', () => {
    const knocks = new Knocks();
    knocks.add('1', 'hhd', '10.0.0.1');
    knocks.add('1', 'hhd', '10.0.0.2');
    knocks.add('2', 'jt701', '2001:db8:1:2::9');
    expect(knocks.take()).toEqual([
      { sn: '1', family: 'hhd', address: '10.0.0.2', network: '10.0.0.0/24', tries: 2 },
      { sn: '2', family: 'jt701', address: '2001:db8:1:2::9', network: '2001:db8:1::/48', tries: 1 },
    ]);
    expect(knocks.take()).toEqual([]);
  });

  it('a hundred addresses with ever new numbers hide no new lock, whether it comes before, among or after them', () => {
    for (const place of [0, 900, 1999]) {
      const knocks = new Knocks(chances());
      for (let i = 0; i < 2000; i++) {
        if (i === place) knocks.add('lock', 'hhd', '192.0.2.7');
        knocks.add(`made up ${i}`, 'hhd', `10.${i % 100}.0.1`);
      }
      const waiting = numbers(knocks);
      expect(waiting).toContain('lock');
      expect(waiting).toHaveLength(200);
    }
  });

  it('nor does a network that has addresses in plenty, or one address beside it', () => {
    const knocks = new Knocks(chances());
    knocks.add('beside', 'hhd', '10.0.0.250');
    for (let i = 0; i < 2000; i++) knocks.add(`made up ${i}`, 'hhd', '10.0.0.1');
    for (let i = 0; i < 300; i++) knocks.add(`spread ${i}`, 'hhd', `2001:db8:7:${i.toString(16)}::1`);
    knocks.add('lock', 'hhd', '192.0.2.7');
    expect(numbers(knocks)).toEqual(expect.arrayContaining(['beside', 'lock']));
  });

  it('a number named from a crowd stays where its lock is', () => {
    const knocks = new Knocks(chances());
    knocks.add('lock', 'hhd', '192.0.2.7');
    for (let i = 0; i < 2000; i++) {
      knocks.add(`made up ${i}`, 'hhd', '10.0.0.1');
      knocks.add('lock', 'hhd', '10.0.0.1');
    }
    expect(knocks.take().find(({ sn }) => sn === 'lock')).toMatchObject({ address: '192.0.2.7', tries: 2001 });
  });

  it('where every network sends one, chance leaves none out for ever', () => {
    const random = chances();
    let seen = 0;
    for (let round = 0; round < 50; round++) {
      const knocks = new Knocks(random);
      knocks.add('lock', 'hhd', '192.0.2.7');
      for (let i = 0; i < 400; i++) knocks.add(`${i}`, 'hhd', `10.${i >> 8}.${i & 255}.1`);
      if (numbers(knocks).includes('lock')) seen++;
    }
    expect(seen).toBeGreaterThan(5);
  });
});
