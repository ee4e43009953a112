import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage } from '../../testing/showPage.tsx';
import type { Played } from './moments.ts';
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
