import { logisticsCalls } from '@plomb/contract/logistics/domain';
import { usualLimits } from '@plomb/contract/logistics/limits';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useEffectEvent } from 'react';
import { expect, it, vi } from 'vitest';
import type { MapHandle } from '../../map/handle.ts';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { JourneyTemplatesPage } from './JourneyTemplatesPage.tsx';

vi.mock('../../map/MapView.tsx', () => ({
  MapView: ({ onHandle }: { onHandle: (map: MapHandle) => void }) => {
    const give = useEffectEvent(onHandle);
    useEffect(() => {
      const view = () => ({ centre: [113.5, 22.5], zoom: 4, bounds: [113, 22, 114, 23] });
      give({ view, fit: () => {}, measure: () => ({ show: () => {}, end: () => {} }) } as unknown as MapHandle);
    }, []);
    return null;
  },
}));

const { logisticsBatches: calls, journeyTemplates: templates } = logisticsCalls;
inEnglish();

it('puts nothing in the middle of the map while no place is asked for', async () => {
  const place = (address: string, lon: number) => ({ address, lat: 30, lon, radius: 500 });
  const template = {
    ...{ id: 4, name: 'Tanker', org_name: 'East', is_own: true, carrier: 'ZPC', minutes: 270, version: 'v' },
    ...{ start: place('Depot', 121.8), end: place('Station', 121), destination: place('Station', 121) },
    ...{ start_address: 'Depot', destination_address: 'Station', stop_count: 0, position_count: 0 },
    ...{ create_time: '2026-11-01T00:00:00.000Z', update_time: '2026-11-02T00:00:00.000Z' },
    ...{ limits: null, stops: [], positions: [] },
  };
  const server = fakeServer();
  signInWith(templates.list, templates.detail, templates.update);
  server.on(templates.list.path, () => ({ data: { rows: [template], total: 1 } }));
  server.on(templates.detail.path, () => ({ data: template }));
  server.on(calls.limits.path, () => ({ data: { limits: usualLimits, from: 'product', from_org_name: '' } }));
  showPage(<JourneyTemplatesPage />, '/journeyTemplate?edit=4');
  expect(await screen.findByText(/^The route is whole/)).toBeDefined();
  const put = screen.getByRole<HTMLButtonElement>('button', { name: 'Put it in the middle of the map' });
  expect(put.disabled).toBe(true);
  await userEvent.click(screen.getAllByRole('button', { name: /Point at it/ })[0]!);
  expect(put.disabled).toBe(false);
});
