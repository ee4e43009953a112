import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { expect, it } from 'vitest';
import { inEnglish } from '../../testing/inEnglish.ts';
import { usePlaces } from '../../ui/keys.ts';
import { Sheet } from './Sheet.tsx';

inEnglish();

it('is the same panel when the phone is turned: what is typed in it stays', async () => {
  const panel = (docked: boolean) => (
    <Suspense>
      <Sheet height="half" onHeight={() => undefined} docked={docked}>
        <input aria-label="Details" />
      </Sheet>
    </Suspense>
  );
  const { rerender } = render(panel(false));
  const field = await screen.findByLabelText<HTMLInputElement>('Details');
  await userEvent.type(field, 'goods unloaded');
  expect(screen.getByRole('button')).toBeTruthy();
  rerender(panel(true));
  expect(screen.getByLabelText('Details')).toBe(field);
  expect(screen.queryByRole('button')).toBeNull();
  rerender(panel(false));
  expect(screen.getByLabelText<HTMLInputElement>('Details').value).toBe('goods unloaded');
});

it('is not thrown by the finger that draws it: the tap that follows counts', async () => {
  render(
    <Suspense>
      <Sheet height="half" onHeight={() => undefined}>
        details
      </Sheet>
    </Suspense>,
  );
  expect(fireEvent.touchMove(await screen.findByRole('button'))).toBe(false);
});

it('tells of keys for its height only where it has the handle that hears them', async () => {
  const sheet = (docked: boolean) => (
    <Suspense>
      <Sheet height="half" onHeight={() => undefined} docked={docked}>
        details
      </Sheet>
    </Suspense>
  );
  const { rerender } = render(sheet(false));
  await screen.findByRole('button');
  const told = (): number => usePlaces.getState().places.flatMap((place) => place.keys).length;
  expect(told()).toBe(3);
  rerender(sheet(true));
  expect(told()).toBe(0);
});
