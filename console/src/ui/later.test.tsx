import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Component, type ReactNode, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useLive } from '../platform/live.ts';
import { fetchAhead, later } from './later.tsx';

// when a part is asked for at all is tried in platform/release.test.ts
vi.mock('../platform/release.ts', () => ({ whenServed: (load: () => unknown) => load() }));

afterEach(() => {
  cleanup();
  useLive.setState({ state: 'idle', since: 0 });
});

/** A part whose coming the test decides. */
const part = () => {
  const { promise, resolve, reject } = Promise.withResolvers<() => ReactNode>();
  return { load: vi.fn(() => promise), come: resolve, fail: reject };
};
const Counter = () => {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {count}
    </button>
  );
};
const count = () => screen.getByRole('button').textContent;

it('stands for what it fetches, and keeps what was done in it when its page is drawn anew', async () => {
  const { load, come } = part();
  const Part = later(load, { meanwhile: 'on its way' });
  const { rerender } = render(<Part />);
  expect(screen.getByText('on its way')).toBeTruthy();
  await act(async () => come(Counter));
  await userEvent.click(screen.getByRole('button'));
  rerender(<Part />);
  expect(count()).toBe('1');
  expect(load).toHaveBeenCalledTimes(1);
});

it('what was fetched ahead is drawn at once', async () => {
  const { load, come } = part();
  const Part = later(load, { meanwhile: 'on its way' });
  fetchAhead();
  await act(async () => come(Counter));
  render(<Part />);
  expect(count()).toBe('0');
});

class Guard extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };
  static getDerivedStateFromError = () => ({ broken: true });
  override render = () => (this.state.broken ? 'it did not come' : this.props.children);
}
it('a line that is broken breaks what stands around it, and the next time it is fetched anew', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const [first, second] = [part(), part()];
  const Part = later(() => (first.load.mock.calls.length === 0 ? first : second).load());
  const { rerender } = render(
    <Guard key="first">
      <Part />
    </Guard>,
  );
  await act(async () => first.fail(new Error('no line')));
  await screen.findByText('it did not come');
  rerender(
    <Guard key="second">
      <Part />
    </Guard>,
  );
  await act(async () => second.come(Counter));
  await screen.findByRole('button');
});

const Piece = ({ name }: { name: string }) => <p>{name}</p>;
/** A piece that comes only while the line is there. */
const onALine = () => {
  const line = { isThere: false, fetched: 0 };
  const Part = later(async () => {
    line.fetched++;
    if (!line.isThere) throw new TypeError('Failed to fetch dynamically imported module');
    return Piece;
  });
  return { line, Part };
};
const told: unknown[] = [];
const missing = (error: unknown): void => void told.push(error);
const settled = (): Promise<void> => act(async () => {});

it('a part that does not come breaks nothing around it, and comes when it is shown again', async () => {
  const { line, Part } = onALine();
  const shown = render(
    <main>
      beside <Part name="piece" missing={missing} />
    </main>,
  );
  await settled();
  expect(screen.getByText('beside')).toBeTruthy();
  expect(told).toHaveLength(1);
  shown.unmount();
  line.isThere = true;
  render(<Part name="piece" />);
  expect(await screen.findByText('piece')).toBeTruthy();
});

it('is tried again by itself when the server is heard again', async () => {
  useLive.setState({ state: 'lost', since: 1 });
  const { line, Part } = onALine();
  render(<Part name="piece" missing={missing} />);
  await settled();
  expect(screen.queryByText('piece')).toBeNull();
  line.isThere = true;
  act(() => useLive.setState({ state: 'open', since: 2 }));
  expect(await screen.findByText('piece')).toBeTruthy();
});

it('is fetched once', async () => {
  const { line, Part } = onALine();
  line.isThere = true;
  render(<Part name="first" />);
  expect(await screen.findByText('first')).toBeTruthy();
  render(<Part name="second" />);
  expect(screen.getByText('second')).toBeTruthy();
  expect(line.fetched).toBe(1);
});
