import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useNoticesBetween } from './useNoticesBetween.ts';

it('leaves what says that the map is not of now in sight above the alarms', () => {
  const box = { current: document.createElement('div') };
  box.current.getBoundingClientRect = () => ({ top: 88, left: 0 }) as DOMRect;
  const top = () => document.documentElement.style.getPropertyValue('--notices-top');
  const { rerender, unmount } = renderHook(
    ({ stale, phone }) => useNoticesBetween(box, { width: 1000, height: 700 }, { left: 0, right: 0 }, phone, stale, 60),
    { initialProps: { stale: false, phone: false } },
  );
  // below the filters
  expect(top()).toBe('148px');
  rerender({ stale: true, phone: false });
  expect(top()).toBe('186px');
  rerender({ stale: true, phone: true });
  expect(top()).toBe('186px');
  rerender({ stale: false, phone: true });
  expect(top()).toBe('');
  unmount();
  expect(top()).toBe('');
});
