import { expect, it } from 'vitest';
import { openLanes } from './lanes.ts';

const gate = () => {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, passed };
};

it('runs no more at once than there are lanes', async () => {
  const lanes = openLanes(2);
  const gates = Array.from({ length: 5 }, gate);
  let running = 0;
  let most = 0;
  const all = gates.map((g) =>
    lanes.run('a', async () => {
      most = Math.max(most, ++running);
      await g.passed;
      running--;
    }),
  );
  for (const g of gates) g.open();
  await Promise.all(all);
  expect([most, running]).toEqual([2, 0]);
});

it('lets somebody with one request pass by a crowd of another', async () => {
  const lanes = openLanes(1);
  const order: string[] = [];
  const first = gate();
  const all = [lanes.run('crowd', () => first.passed)];
  for (let i = 0; i < 100; i++) all.push(lanes.run('crowd', async () => void order.push('crowd')));
  all.push(lanes.run('person', async () => void order.push('person')));
  first.open();
  await Promise.all(all);
  expect(order.indexOf('person')).toBe(1);
  expect(order).toHaveLength(101);
});

it('goes on after work that failed', async () => {
  const lanes = openLanes(1);
  const failed = lanes.run('a', () => Promise.reject(new Error('no')));
  await expect(failed).rejects.toThrow('no');
  expect(await lanes.run('b', async () => 7)).toBe(7);
});

it('lets nobody have more than its share, and others take what is left', async () => {
  const lanes = openLanes(3, 2);
  const order: string[] = [];
  const gates = Array.from({ length: 3 }, gate);
  const crowd = gates.map((g, i) =>
    lanes.run('crowd', async () => {
      order.push(`crowd ${i}`);
      await g.passed;
    }),
  );
  await lanes.run('person', async () => void order.push('person'));
  expect(order).toEqual(['crowd 0', 'crowd 1', 'person']);
  gates[0]?.open();
  await crowd[0];
  await expect.poll(() => order.length).toBe(4);
  for (const g of gates) g.open();
  await Promise.all(crowd);
  expect(order).toEqual(['crowd 0', 'crowd 1', 'person', 'crowd 2']);
});

it('gives more only where they are free at once, within the same share, and the next one what is given back', async () => {
  const lanes = openLanes(3, 2);
  const own = gate();
  const order: string[] = [];
  const running = lanes.run('a', () => own.passed);
  const more = lanes.more('a', 5);
  expect(more).toHaveLength(1);
  expect(lanes.more('a', 1)).toEqual([]);
  const next = lanes.run('a', async () => void order.push('next'));
  await lanes.run('b', async () => void order.push('other'));
  expect(order).toEqual(['other']);
  more[0]?.();
  await next;
  expect(order).toEqual(['other', 'next']);
  own.open();
  await running;
});
