import type { Alarm } from '@plomb/contract/alarms/alarms';
import { alarms } from '@plomb/contract/alarms/alarms';
import type { Call } from '@plomb/contract/kit/call';
import { type Handset, Refused } from '@plomb/simulator/field/handset';
import { Random } from '@plomb/simulator/random';
import { expect, it } from 'vitest';
import { LEFT, tidyQueue } from './desk.ts';

const since = '2026-11-27T00:00:00.000Z';
/** So many wait, the highest number the longest. */
const queueOf = (count: number, refused?: number) => {
  const asked: [path: string, id: number][] = [];
  const rows = Array.from({ length: count }, (_, nth) => ({
    ...{ id: nth + 1, hits: 2, owner: nth === count - 1 ? 'Zhou Min' : null },
    first_time: new Date(Date.parse(since) + (count - nth) * 60_000).toISOString(),
  })) as unknown as Alarm[];
  const desk = {
    async ask(call: Call, input: { id: number }) {
      if (call.path === alarms.list.path) return { rows };
      if (call.path === alarms.process.path && input.id === refused) throw new Refused(call.path, 'conflict', 'own');
      asked.push([call.path, input.id]);
      return {};
    },
  } as unknown as Pick<Handset, 'ask'>;
  return { asked, tidy: () => tidyQueue(desk, { since, random: new Random(1) }) };
};
const processed = (asked: readonly [string, number][]) =>
  asked.filter(([path]) => path === alarms.process.path).map(([, id]) => id);

it('deals with the longest waiting that nobody has, and leaves the newest', async () => {
  const { asked, tidy } = queueOf(LEFT + 4);
  await tidy();
  expect(processed(asked)).toEqual([LEFT + 3, LEFT + 2, LEFT + 1]);
  const few = queueOf(LEFT);
  await few.tidy();
  expect(few.asked).toEqual([]);
});
it('goes on where one is not to be processed by it', async () => {
  const { asked, tidy } = queueOf(LEFT + 4, LEFT + 3);
  await tidy();
  expect(processed(asked)).toEqual([LEFT + 2, LEFT + 1]);
});
