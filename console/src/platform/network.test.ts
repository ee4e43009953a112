import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useLive } from './live.ts';
import { useDeafSince } from './network.ts';
import { useSession } from './session.ts';

afterEach(() => {
  useSession.setState({ expired: 'no' });
  useLive.setState({ state: 'idle', since: 0 });
});

it.each(['asking', 'stayed'] as const)('nothing is heard of the locks once the session has ended (%s)', (expired) => {
  useLive.setState({ state: 'open', since: 1 });
  const { result } = renderHook(useDeafSince);
  expect(result.current).toBeNull();
  // a call was refused first; the stream still brings what it brings
  act(() => useSession.setState({ expired }));
  expect(result.current).toBeNull();
  act(() => useLive.setState({ state: 'idle', since: 7 }));
  expect(result.current).toBe(7);
  act(() => useSession.setState({ expired: 'no' }));
  expect(result.current).toBeNull();
});
