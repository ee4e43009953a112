import { describe, expect, it } from 'vitest';
import type { Header } from './header.ts';
import { SubPackages } from './subpackages.ts';

const header = (serial: number, total: number, index: number, id = 0x0900): Header => ({
  id,
  version: 2013,
  revision: 0,
  phone: '013900000001',
  serial,
  encryption: 0,
  reserved: false,
  part: { total, index },
});
const body = (text: string) => Buffer.from(text);
const limits = { expiryMillis: 60_000, maxBytes: 4096 };

describe('reassembly', () => {
  it.each([
    ['in order', [1, 2, 3]],
    ['out of order', [3, 1, 2]],
    ['with repeats', [2, 2, 1, 1, 3]],
  ])('%s', (_, order) => {
    const parts = new SubPackages(limits);
    const results = order.map((index) => parts.add(header(65533 + index, 3, index), body(`<${index}>`), 0));
    const last = results.pop();
    expect(results.every((result) => result.state === 'waiting')).toBe(true);
    expect(last).toMatchObject({ state: 'whole', header: { serial: 65534, part: null }, count: 3 });
    expect(last?.state === 'whole' && Buffer.from(last.body).toString()).toBe('<1><2><3>');
    expect(parts.held).toBe(0);
  });

  it('keeps messages of the same id apart by their first serial', () => {
    const parts = new SubPackages(limits);
    parts.add(header(10, 2, 1), body('a'), 0);
    parts.add(header(20, 2, 1), body('b'), 0);
    const whole = parts.add(header(21, 2, 2), body('B'), 0);
    expect(whole.state === 'whole' && Buffer.from(whole.body).toString()).toBe('bB');
  });

  it('copies: a reused chunk does not change what is held', () => {
    const parts = new SubPackages(limits);
    const chunk = body('a');
    parts.add(header(1, 2, 1), chunk, 0);
    chunk[0] = 0;
    const whole = parts.add(header(2, 2, 2), body('b'), 0);
    expect(whole.state === 'whole' && Buffer.from(whole.body).toString()).toBe('ab');
  });

  it.each([
    [0, 2],
    [3, 2],
    [1, 0],
  ])('refuses part %i of %i', (index, total) => {
    expect(new SubPackages(limits).add(header(5, total, index), body('x'), 0)).toEqual({ state: 'refused' });
  });

  it('refuses a message that is longer than what may be held, by its first part and all others', () => {
    const parts = new SubPackages(limits);
    const add = (index: number) => parts.add(header(100 + index, 20, index), Buffer.alloc(200), 0);
    expect([1, 2, 3, 20].map(add)).toEqual([
      { state: 'tooLong', isNews: true },
      { state: 'tooLong', isNews: false },
      { state: 'tooLong', isNews: false },
      { state: 'tooLong', isNews: false },
    ]);
    expect(parts.held).toBe(0);
    expect(parts.add(header(50, 2, 1), body('a'), 0)).toEqual({ state: 'waiting' });
  });

  it('forgets what was too long when it gives up what is too old', () => {
    const parts = new SubPackages(limits);
    parts.add(header(101, 20, 1), Buffer.alloc(200), 0);
    expect(parts.add(header(101, 20, 1), Buffer.alloc(200), 60_000)).toEqual({ state: 'tooLong', isNews: true });
  });

  it('passes on a message that is no part', () => {
    const plain = { ...header(1, 1, 1), part: null };
    expect(new SubPackages(limits).add(plain, body('x'), 0)).toMatchObject({ state: 'whole', header: plain });
  });

  it('starts afresh when a restarted terminal uses the serial again for another total', () => {
    const parts = new SubPackages(limits);
    parts.add(header(1, 3, 1), body('old'), 0);
    parts.add(header(1, 2, 1), body('n'), 10);
    const whole = parts.add(header(2, 2, 2), body('ew'), 20);
    expect(whole.state === 'whole' && Buffer.from(whole.body).toString()).toBe('new');
    expect(parts.dropped).toBe(1);
  });
});

describe('bounds', () => {
  it('asks for what is missing once the message has gone quiet', () => {
    const parts = new SubPackages(limits);
    parts.add(header(11, 4, 2), body('b'), 1000);
    expect(parts.missing(3000, 5000)).toEqual([]);
    expect(parts.missing(6000, 5000)).toMatchObject([{ firstSerial: 10, indexes: [1, 3, 4] }]);
  });

  it('gives a message up after its time', () => {
    const parts = new SubPackages(limits);
    parts.add(header(1, 2, 1), body('a'), 0);
    expect(parts.add(header(2, 2, 2), body('b'), 60_000).state).toBe('waiting');
    expect(parts.dropped).toBe(1);
  });

  it('holds no more than its bytes, the oldest making room', () => {
    const parts = new SubPackages(limits);
    for (let i = 0; i < 1000; i++) {
      parts.add(header(i * 2, 2, 1), Buffer.alloc(100), 0);
      expect(parts.held).toBeLessThanOrEqual(limits.maxBytes);
    }
    expect(parts.dropped).toBeGreaterThan(900);
    expect(parts.add(header(1999, 2, 2), body('x'), 0).state).toBe('whole');
  });

  it('counts empty parts too', () => {
    const parts = new SubPackages(limits);
    for (let index = 1; index < 60_000; index++) parts.add(header(index, 65_535, index), Buffer.alloc(0), 0);
    expect(parts.held).toBeLessThanOrEqual(limits.maxBytes);
  });
});
