import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage } from '../../testing/showPage.tsx';
import type { Moment, Played } from './moments.ts';
import { TrackMoments } from './TrackMoments.tsx';

inEnglish();
const show = (played: readonly Played[]) =>
  showPage(<TrackMoments played={played} moments={[]} current={null} seek={() => undefined} />, '/track');

it('that nothing happened is said of a track that was read', async () => {
  show([{ track: { id: 3, subject: 'A', device_name: '' } } as unknown as Played]);
  expect(await screen.findByText('Nothing happened in this window')).toBeTruthy();
  expect(screen.getByText('All 0')).toBeTruthy();
});

it('and not of one that did not load, or has not come yet', async () => {
  show([]);
  expect(await screen.findByText('All')).toBeTruthy();
  expect(screen.queryByText('Nothing happened in this window')).toBeNull();
});

it('a point told late says when it came, and that it did', async () => {
  const fix = (minute: number) => ({
    ...{ at: Date.parse(`2026-11-21T08:0${minute}:00Z`), lon: 121, lat: 31, late: true },
    receive_time: '2026-11-21T08:43:07Z',
  });
  const fixes = [fix(1), fix(2)] as unknown as Extract<Moment, { kind: 'late' }>['fixes'];
  const [first, last] = [fixes[0]!, fixes[1]!];
  const late: Moment = { kind: 'late', key: '3-late-1', id: 3, at: first.at, to: last.at, place: first, fixes };
  const played = [{ track: { id: 3, subject: 'A', device_name: '' } } as unknown as Played];
  const sought: number[] = [];
  showPage(<TrackMoments played={played} moments={[late]} current={null} seek={(at) => sought.push(at)} />, '/track');
  const told = await screen.findByText(/^2 points told late/);
  expect(screen.getByText(/:43:07/)).toBeTruthy();
  await userEvent.click(told);
  expect(sought).toEqual([first.at]);
});
