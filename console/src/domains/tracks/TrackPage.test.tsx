import { tracks } from '@plomb/contract/tracks/tracks';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { TrackPage } from './TrackPage.tsx';

vi.mock('./TrackMap.tsx', () => ({ TrackMap: () => <p>map</p> }));
inEnglish();

const from = Date.parse('2026-11-20T08:00:00Z');
const at = (minute: number) => new Date(from + minute * 60_000).toISOString();
const track = (id: number, minutes: readonly number[]) => ({
  ...{ id, sn: `1480210000${id}`, device_name: `Lock ${id}`, subject: '', family: 'hhd', cut: false },
  ...{ intervals: [{ from: at(-60), report_interval: 60, sleep_interval: 0 }], before: null, after: null },
  ...{ events: [], alarms: [] },
  points: minutes.map((minute) => ({
    ...{ at: at(minute), receive_time: at(minute), late: false, proved: true },
    ...{ lon: 121 + minute / 100, lat: 31, velocity: 60, heading: 90, electric: 80, temperature: null, lock_status: 2 },
  })),
});
const show = (...told: object[]): void => {
  fakeServer().on(tracks.read.path, () => ({ data: { tracks: told, now: at(60) } }));
  signInWith(tracks.read);
  showPage(<TrackPage />, `/track?ids=1,2&from=${at(0)}&to=${at(30)}`);
};

it('plays those that told where they were, and says of the first that it did not', async () => {
  show(track(1, []), track(2, [1, 2, 3]));
  expect((await screen.findByText('no position in this window')).closest('li')?.textContent).toContain('Lock 1');
  expect(screen.queryByText('No positions in this window')).toBeNull();
  expect(screen.getByRole('button', { name: 'Play' })).toHaveProperty('disabled', false);
});

it('says of several that none of them told a position', async () => {
  show(track(1, []), track(2, []));
  expect(await screen.findByText('None of these locks told a position at this time.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Play' })).toHaveProperty('disabled', true);
});
