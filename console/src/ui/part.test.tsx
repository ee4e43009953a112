import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useLive } from '../platform/live.ts';
import { part } from './part.tsx';

afterEach(() => {
  cleanup();
  useLive.setState({ state: 'idle', since: 0 });
});

const Piece = ({ name }: { name: string }) => <p>{name}</p>;
/** A piece that comes only while the line is there. */
const onALine = () => {
  const line = { isThere: false, fetched: 0 };
  const Part = part(async () => {
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
  render(<Part name="piece" />);
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
