import { devices } from '@plomb/contract/devices/devices';
import type { Track } from '@plomb/contract/tracks/tracks';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { useKeys } from '../../ui/keys.ts';
import { TrackHead } from './TrackHead.tsx';

inEnglish();
const one = { id: 1, sn: '14802100001', device_name: '押运车 681', subject: '沪B·W7862' };
const other = { id: 2, sn: '14802100002', device_name: '集装箱 TCLU', subject: '陕A·C9724' };
const pace = vi.fn();
const Page = ({ change }: { change: (ids: number[]) => void }) => {
  useKeys('Playback', [{ keys: ['1'], does: 'speed', press: pace }]);
  return <TrackHead ids={[1]} tracks={[one as unknown as Track]} untold={[]} change={change} ref={null} />;
};

it('takes what is typed right after “Compare” as a search, by name too', async () => {
  const user = userEvent.setup();
  const server = fakeServer();
  server.on(devices.list.path, ({ keyword }) => ({
    data: { rows: keyword ? [other] : [one, { ...other, id: 3, sn: '3', device_name: 'X', subject: '3' }], total: 1 },
  }));
  signInWith(devices.list);
  const change = vi.fn();
  showPage(<Page change={change} />, '/track?ids=1');
  await user.click(await screen.findByRole('button', { name: /Compare/ }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox')));
  await user.keyboard('1');
  expect(pace).not.toHaveBeenCalled();
  await user.clear(screen.getByRole('combobox'));
  await user.keyboard('集装箱');
  await user.click(await screen.findByText('陕A·C9724 · 集装箱 TCLU · 14802100002'));
  expect(change).toHaveBeenCalledWith([1, 2]);
});
