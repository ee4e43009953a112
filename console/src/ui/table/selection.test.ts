import { describe, expect, it } from 'vitest';
import { chosenNow, collect, mostChosen, without } from './selection.ts';

const named = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => ({ id: from + i, name: `n${from + i}` }));

describe('a selection across pages', () => {
  it('keeps the names of rows that are no longer on the screen', () => {
    const first = chosenNow(new Map(), [1, 2], named(1, 4));
    const second = chosenNow(first, [1, 2, 11], named(11, 14));
    expect([...second]).toEqual([
      [1, 'n1'],
      [2, 'n2'],
      [11, 'n11'],
    ]);
    expect([...without(second, [2, 11])]).toEqual([[1, 'n1']]);
  });
});

describe('select all', () => {
  const list = (all: number) => {
    const asked: number[] = [];
    const pageAt = async (page: number) => {
      asked.push(page);
      return { rows: named((page - 1) * 100 + 1, Math.min(page * 100, all) + 1), total: all };
    };
    return { asked, pageAt };
  };
  it('asks page by page and stops with the last', async () => {
    const { asked, pageAt } = list(250);
    const steps: number[] = [];
    const found = await collect(pageAt, (n) => steps.push(n), new AbortController().signal);
    expect({ asked, steps, size: found.size }).toEqual({ asked: [1, 2, 3], steps: [100, 200, 250], size: 250 });
  });
  it('takes no more than the limit', async () => {
    const { asked, pageAt } = list(mostChosen + 500);
    const found = await collect(pageAt, () => {}, new AbortController().signal);
    expect([found.size, asked.length]).toEqual([mostChosen, 100]);
  });
  it('ends when the list shrinks under it', async () => {
    const found = await collect(
      async (page) => ({ rows: page === 1 ? named(1, 101) : [], total: 150 }),
      () => {},
      new AbortController().signal,
    );
    expect(found.size).toBe(100);
  });
  it('can be stopped', async () => {
    const stop = new AbortController();
    const { asked, pageAt } = list(5000);
    await expect(collect(pageAt, (n) => n === 300 && stop.abort(), stop.signal)).rejects.toThrow();
    expect(asked).toEqual([1, 2, 3, 4]);
  });
});
