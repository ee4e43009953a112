import { act, cleanup, render, renderHook, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { MapHandle, MeasuringOptions } from '../../map/handle.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { MeasurePanel } from './MeasurePanel.tsx';
import { type Measure, useMeasure } from './useMeasure.ts';

inEnglish();
afterEach(cleanup);

const stage = () => {
  let options: MeasuringOptions | null = null;
  const [show, end] = [vi.fn(), vi.fn()];
  const handle = {
    measure: (asked: MeasuringOptions) => {
      options = asked;
      return { show, end };
    },
  } as never as MapHandle;
  const hook = renderHook(() => useMeasure(handle));
  const now = (): Measure => hook.result.current;
  act(() => now().turn(true));
  return {
    now,
    show,
    end,
    put: (lon: number, lat: number) => act(() => options?.put([lon, lat])),
    words: () => options,
  };
};
const panel = async (of: Measure): Promise<string> => {
  const { unmount } = render(
    <Suspense>
      <MeasurePanel of={of} />
    </Suspense>,
  );
  const text = (await screen.findByRole('status')).textContent ?? '';
  unmount();
  return text;
};

it('a way grows place by place, is taken back place by place, and says how long it is', async () => {
  const { now, put, show, words } = stage();
  expect(await panel(now())).toContain('press Enter');
  put(0, 0);
  put(0, 1);
  put(0, 2);
  expect(show).toHaveBeenLastCalledWith(
    [
      [0, 0],
      [0, 1],
      [0, 2],
    ],
    false,
  );
  expect(words()?.words(1236)).toBe('1.24 km');
  expect(await panel(now())).toBe('222 kmover 3 places');
  act(() => now().undo());
  expect(await panel(now())).toBe('111 kmover 2 places');
  act(() => now().clear());
  expect(now().points).toEqual([]);
});

it('an area is told with the way around it, as soon as there is one', async () => {
  const { now, put, show } = stage();
  act(() => now().setOf('area'));
  put(0, 0);
  put(0.01, 0);
  expect(await panel(now())).toContain('A third place makes an area.');
  put(0.01, 0.01);
  expect(show).toHaveBeenLastCalledWith(now().points, true);
  expect(await panel(now())).toBe('0.62 km²3.8 km around');
});

it('ends with what was measured', () => {
  const { now, put, end } = stage();
  put(0, 0);
  act(() => now().turn(false));
  expect(end).toHaveBeenCalledOnce();
  expect(now().points).toEqual([]);
});
