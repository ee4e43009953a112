import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { drawStill } from './drawStill.ts';
import type { LngLat } from './marks.ts';
import { StillMap } from './StillMap.tsx';

/** What was asked to be drawn, and how that ends; no test here has a graphics card. */
const drawn = vi.hoisted(() => ({ asked: [] as { at: readonly number[]; end: (picture: string | Error) => void }[] }));
vi.mock(import('./drawStill.ts'), () => ({
  drawStill: ((at: LngLat) =>
    new Promise((done, failed) => {
      const end = (picture: string | Error) => (typeof picture === 'string' ? done(picture) : failed(picture));
      drawn.asked.push({ at, end });
    })) as typeof drawStill,
  hasThere: async () => true,
}));

const gate: LngLat = [121.5, 31.2];
const yard: LngLat = [113.9, 22.6];
const show = (props: Partial<Parameters<typeof StillMap>[0]> = {}) => {
  drawn.asked.length = 0;
  const client = new QueryClient();
  const of = (more: typeof props) => (
    <QueryClientProvider client={client}>
      <StillMap at={gate} lang="en" label="Where it rang" {...props} {...more} />
    </QueryClientProvider>
  );
  const { rerender } = render(of({}));
  return { turn: (more: typeof props) => rerender(of(more)) };
};
const asked = async (nth: number) => {
  await waitFor(() => expect(drawn.asked.length).toBeGreaterThan(nth));
  return drawn.asked[nth]!;
};
const picture = async () => (await screen.findByRole('img', { name: 'Where it rang' })).getAttribute('src');

it('is the place that was asked for, and has no mark before there is a map below it', async () => {
  show();
  const first = await asked(0);
  expect(first.at).toEqual(gate);
  expect(document.querySelector('.still-map[aria-busy=true]')).toBeTruthy();
  expect(document.querySelector('.still-map-mark')).toBeNull();
  first.end('data:,gate');
  expect(await picture()).toBe('data:,gate');
  expect(document.querySelector('.still-map[aria-busy=false] .still-map-mark')).toBeTruthy();
});

it('never has the picture of another place, but of one thing that moves', async () => {
  const { turn } = show();
  (await asked(0)).end('data:,gate');
  await picture();
  turn({ at: yard });
  const second = await asked(1);
  expect(second.at).toEqual(yard);
  expect(screen.queryByRole('img')).toBeNull();
  second.end('data:,yard');
  expect(await picture()).toBe('data:,yard');
});

it('of one thing that moves is that of a moment ago until the next is drawn', async () => {
  const { turn } = show({ moves: true });
  (await asked(0)).end('data:,gate');
  await picture();
  turn({ at: yard });
  const second = await asked(1);
  expect(await picture()).toBe('data:,gate');
  second.end('data:,yard');
  await waitFor(async () => expect(await picture()).toBe('data:,yard'));
});

it('that cannot be drawn says where that is instead', async () => {
  show();
  (await asked(0)).end(new Error('no WebGL 2'));
  expect(await screen.findByText('No map can be drawn here')).toBeTruthy();
  expect(screen.getByText('31.20000, 121.50000')).toBeTruthy();
  expect(screen.queryByRole('img')).toBeNull();
});

it('tells which place was pointed at', async () => {
  const told: LngLat[] = [];
  show({ onPoint: (at) => told.push(at), zoom: 14 });
  (await asked(0)).end('data:,gate');
  const box = (await screen.findByRole('img')).parentElement!;
  // half as large as it is drawn
  vi.spyOn(box, 'getBoundingClientRect').mockReturnValue(new DOMRect(10, 20, 160, 84));
  fireEvent.click(box, { clientX: 10 + 80, clientY: 20 + 42 });
  fireEvent.click(box, { clientX: 10 + 160, clientY: 20 + 42 });
  expect(told[0]?.map((degrees) => degrees.toFixed(6))).toEqual(['121.500000', '31.200000']);
  // 160 of the picture's pixels to the east, of 360 / 512 / 2 ** 14 degrees each
  expect((told[1]![0] - gate[0]).toFixed(5)).toBe(((160 * 360) / 512 / 2 ** 14).toFixed(5));
});

it('has no mark where its middle is nothing itself', async () => {
  show({ isMarked: false });
  (await asked(0)).end('data:one');
  expect(await picture()).toBe('data:one');
  expect(document.querySelector('.still-map-mark')).toBeNull();
});
