import type { Outline } from '@plomb/contract/lock/outline';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { inEnglish } from '../../testing/inEnglish.ts';
import { OutlineEditor } from './OutlineEditor.tsx';

inEnglish();

const queries = new QueryClient();
let drawn: Outline | null;
const Host = ({ first }: { first: Outline | null }) => {
  const [value, setValue] = useState(first);
  drawn = value;
  return (
    <QueryClientProvider client={queries}>
      <OutlineEditor value={value} onChange={setValue} shapes={['circle', 'polygon', 'line']} label="Map" />
    </QueryClientProvider>
  );
};
const button = (name: string) =>
  screen.getByRole('button', { name: name.startsWith('Corner') ? new RegExp(`^${name}`) : name });
const said = () => document.querySelector('.draw-wrong')?.textContent;
const corners = () => screen.getByLabelText(/^(Corners|Middle)/);

it('is drawn by keys alone where no map can be: typed, a step back, a corner deleted, drawn anew', async () => {
  const user = userEvent.setup();
  render(<Host first={null} />);
  await user.click(screen.getByText('Polygon'));
  await user.click(corners());
  await user.paste('120, 30\n120.1, 30\n120, 30.1\n120.1, 30.1');
  expect(drawn).toMatchObject({ shape: 'polygon', points: { length: 4 } });
  expect(said()).toMatch('Its sides cross');
  await user.click(button('Delete the last corner'));
  expect(drawn).toMatchObject({ points: { length: 3 } });
  expect(said()).toBe('');
  await user.click(button('Undo'));
  expect(drawn).toMatchObject({ points: { length: 4 } });
  await user.click(button('Draw anew'));
  expect(drawn).toBeNull();
  await user.click(button('Undo'));
  expect(drawn).toMatchObject({ shape: 'polygon', points: { length: 4 } });
});

it('is nothing while what is typed is no place, and says so', async () => {
  const user = userEvent.setup();
  render(<Host first={{ shape: 'circle', centre: [121.8, 29.9], radius: 800 }} />);
  await user.clear(corners());
  await user.type(corners(), '121.8');
  expect(drawn).toBeNull();
  expect(said()).toMatch('Each line is a longitude and a latitude');
  await user.type(corners(), ', 29.9');
  expect(drawn).toEqual({ shape: 'circle', centre: [121.8, 29.9], radius: 800 });
  await user.clear(screen.getByLabelText('Radius, m'));
  await user.type(screen.getByLabelText('Radius, m'), '5');
  expect(said()).toMatch('too small');
});

it('has a width as a line', async () => {
  const user = userEvent.setup();
  render(
    <Host
      first={{
        shape: 'line',
        points: [
          [120, 30],
          [121, 30],
        ],
        width: 200,
      }}
    />,
  );
  await user.clear(screen.getByLabelText('Width, m'));
  await user.type(screen.getByLabelText('Width, m'), '300');
  expect(drawn).toMatchObject({ shape: 'line', width: 300 });
});

it('says what is drawn measures, and moves, adds and deletes a corner by keys, each of which is one step back', async () => {
  const user = userEvent.setup();
  const square: Outline = {
    shape: 'polygon',
    points: [
      [120, 0],
      [120.01, 0],
      [120.01, 0.01],
      [120, 0.01],
    ],
  };
  render(<Host first={square} />);
  expect(screen.getByText('Perimeter').nextSibling?.textContent).toBe('4.45 km');
  expect(screen.getByText('Area').nextSibling?.textContent).toBe('1.24 km²');
  button('Corner 1 of 4').focus();
  await user.keyboard('{ArrowRight}{ArrowUp}');
  const [lon, lat] = (drawn as typeof square & { points: [number, number][] }).points[0]!;
  expect(lon).toBeGreaterThan(120);
  expect(lat).toBeGreaterThan(0);
  await user.keyboard('{Control>}zz{/Control}');
  expect(drawn).toEqual(square);
  await user.click(button('Redo'));
  expect((drawn as typeof square).points[0]).toEqual([lon, 0]);
  button('Corner 1 of 4').focus();
  await user.keyboard('{PageDown}{Insert}');
  expect(drawn).toMatchObject({ points: { length: 5 } });
  expect((drawn as typeof square).points[2]).toEqual([120.01, 0.005]);
  expect(button('Corner 3 of 5')).toBe(document.activeElement);
  await user.keyboard('{Delete}');
  expect((drawn as typeof square).points.slice(1)).toEqual(square.points.slice(1));
});

it('says how what is drawn is changed without a button that a phone does not have', () => {
  const { rerender } = render(<Host key="circle" first={{ shape: 'circle', centre: [121.8, 29.9], radius: 800 }} />);
  const hint = () => document.querySelector('.draw-hint')?.textContent;
  expect(hint()).toBe('Drag the circle to move it, and its edge to change its radius.');
  const points: [number, number][] = [
    [120, 30],
    [120.1, 30],
    [120, 30.1],
  ];
  rerender(<Host key="polygon" first={{ shape: 'polygon', points }} />);
  expect(hint()).toMatch('added and deleted below the map');
  expect(screen.getByRole('button', { name: /Delete it$/ })).toBeTruthy();
});
