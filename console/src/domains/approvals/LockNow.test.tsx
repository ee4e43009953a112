import type { Approval } from '@plomb/contract/approvals/approvals';
import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { useLive } from '../../platform/live.ts';
import { clockTime } from '../../platform/time.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { LockNow } from './LockNow.tsx';

inEnglish();
beforeEach(() => void useLive.setState({ state: 'open', since: Date.now() }));

const lock_time = '2026-11-20T08:00:00.000Z';
const earlier = '2026-11-20T07:58:00.000Z';
const asOf = `as of ${clockTime(lock_time)}`;

it.each<[Partial<NonNullable<Approval['lock']>>, string]>([
  [{}, `Sealed ${asOf} · battery 80 %`],
  [{ fresh: false }, `Sealed (last known) ${asOf} · battery 80 %`],
  [{ family: 'jt701' }, `Locked, seal held ${asOf} · battery 80 %`],
  [{ velocity: 62.4, place_time: lock_time }, `Sealed ${asOf} · 62 km/h · battery 80 %`],
  [{ velocity: 62.4, place_time: earlier }, `Sealed ${asOf} · 62 km/h at ${clockTime(earlier)} · battery 80 %`],
  [{ lock_status: 255, lock_time: null, electric: null }, 'has never said'],
])('of %j it is said what it rests on, and of when it is', async (over, words) => {
  const lock = {
    lock_status: 2,
    family: 'hhd',
    fresh: true,
    lock_time,
    electric: 80,
    velocity: null,
    place_time: null,
  };
  const { container } = render(
    <Suspense>
      <LockNow lock={{ ...lock, ...over } as never} />
    </Suspense>,
  );
  await screen.findByText(/as of|never/);
  expect(container.textContent).toContain(words);
});
