import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useBar, useRoomBelowBar } from './useRoomBelowBar.ts';

const standing = (top: number, bottom: number): HTMLElement =>
  Object.assign(document.createElement('div'), { getBoundingClientRect: () => ({ top, bottom }) });

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly observe: () => void;
      constructor(told: () => void) {
        this.observe = told;
      }
      disconnect = () => {};
    },
  );
});
afterEach(() => useBar.setState({ bar: null }));

it('keeps free what the bar covers of a page, where it stands across the whole of it', () => {
  const box = { current: standing(48, 800) };
  const { result, rerender } = renderHook(({ across }) => useRoomBelowBar(box, across), {
    initialProps: { across: true },
  });
  expect(result.current).toBe(0);
  act(() => useBar.setState({ bar: standing(56, 176) }));
  expect(result.current).toBe(176 - 48 + 8);
  rerender({ across: false });
  expect(result.current).toBe(0);
  rerender({ across: true });
  act(() => useBar.setState({ bar: null }));
  expect(result.current).toBe(0);
});
