import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearErrors, useErrorLog } from '../platform/errorLog.ts';
import { useLive } from '../platform/live.ts';
import { partMissing } from '../platform/release.ts';
import { inEnglish } from '../testing/inEnglish.ts';
import { Crash } from './Crash.tsx';

inEnglish();
beforeEach(() => {
  vi.stubEnv('DEV', false);
  vi.spyOn(console, 'error').mockImplementation(() => {}); // React tells what the boundary caught
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('the line is dead'));
});
afterEach(() => {
  cleanup();
  clearErrors();
  window.dispatchEvent(new Event('online'));
  useLive.setState({ state: 'idle', since: 0 });
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const Page = ({ error }: { error: Error | null }) => {
  if (error) throw error;
  return <p>The page</p>;
};
const show = (error: Error | null, again = () => {}) => {
  render(
    <Suspense>
      <p>The rest of the console</p>
      <Crash again={again}>
        <Page error={error} />
      </Crash>
    </Suspense>,
  );
};

it('a page that breaks is said and logged in its place, beside it all goes on', async () => {
  const again = vi.fn();
  show(new Error('x is undefined'), again);
  expect(await screen.findByText('This page broke')).toBeTruthy();
  expect(screen.getByText('The rest of the console')).toBeTruthy();
  expect(useErrorLog.getState().errors.map((e) => [e.kind, e.message])).toEqual([['page', 'x is undefined']]);
  await userEvent.click(screen.getByRole('button', { name: 'Show it again' }));
  expect(again).toHaveBeenCalledOnce();
});

it('a part that did not come offers a reload, and is logged once', async () => {
  const error = new Error('Unable to preload CSS');
  partMissing(error);
  show(error);
  expect(await screen.findByRole('button', { name: 'Reload' })).toBeTruthy();
  expect(useErrorLog.getState().errors.map((e) => e.kind)).toEqual(['part']);
});

it('a part that did not come for want of a network offers nothing to press, and is tried again when the network is back', async () => {
  const again = vi.fn();
  window.dispatchEvent(new Event('offline'));
  const error = new Error('Failed to fetch dynamically imported module');
  partMissing(error);
  show(error, again);
  expect(await screen.findByText('It tries again by itself when the network is back.')).toBeTruthy();
  expect(screen.queryAllByRole('button')).toEqual([]);
  expect(again).not.toHaveBeenCalled();
  act(() => void window.dispatchEvent(new Event('online')));
  expect(again).toHaveBeenCalledOnce();
});

it('a part that did not come while the server is away offers no reload, and is tried again when it is back', async () => {
  const again = vi.fn();
  useLive.setState({ state: 'lost', since: 0 });
  show(new Error('Failed to fetch dynamically imported module'), again);
  expect(await screen.findByText('The server does not answer, the page has not been loaded')).toBeTruthy();
  expect(screen.queryAllByRole('button')).toEqual([]);
  act(() => useLive.setState({ state: 'open', since: 1 }));
  expect(again).toHaveBeenCalledOnce();
});

it('shows a page that does not break', async () => {
  show(null);
  expect(await screen.findByText('The page')).toBeTruthy();
});
