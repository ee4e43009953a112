import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Component, type ReactNode, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { fetchAhead, later } from './later.tsx';

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
  const Part = later(load, 'on its way');
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
  const Part = later(load, 'on its way');
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
