import { mapCalls } from '@plomb/contract/map/domain';
import { onMap } from '@plomb/contract/map/onMap';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useEffectEvent } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { MapHandle, MeasuringOptions } from '../../map/handle.ts';
import type { PlaceMark } from '../../map/marks.ts';
import { hasUnsaved } from '../../platform/unsaved.ts';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { FencesPage } from './FencesPage.tsx';
import { InterestsPage } from './InterestsPage.tsx';

const map = vi.hoisted(() => ({
  fly: vi.fn(),
  fit: vi.fn(),
  spot: vi.fn(),
  put: { now: (_: [number, number]) => {} },
}));
vi.mock('../../map/MapView.tsx', () => ({
  MapView: ({
    onHandle,
    places,
    takes,
  }: {
    onHandle: (map: MapHandle | null) => void;
    places?: readonly PlaceMark[];
    takes?: boolean;
  }) => {
    const give = useEffectEvent(onHandle);
    useEffect(() => {
      give({
        ...map,
        draw: async () => ({ show: () => {}, end: () => {} }),
        measure: ({ put }: MeasuringOptions) => {
          map.put.now = put;
          return { show: () => {}, end: () => {} };
        },
        view: () => ({ centre: [113.5, 22.5], zoom: 4, bounds: [113, 22, 114, 23] }),
      } as unknown as MapHandle);
      return () => give(null);
    }, []);
    return (
      <output data-testid="map" data-takes={takes}>
        {places?.map(({ name, at }) => `${name}@${at.join()}`).join()}
      </output>
    );
  },
}));

inEnglish();
const { interests, fences } = mapCalls;
const town = { name: { zh: '宁波', en: 'Ningbo' }, region: { zh: '浙江', en: 'Zhejiang' }, lon: 121.55, lat: 29.87 };
let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.on(onMap.find.path, () => ({
    data: { towns: [town], fences: [{ id: 3, fence_name: 'Yard' }], interests: [] },
  }));
  server.on(onMap.fence.path, () => ({
    data: { fence_context: { type: 'Point', coordinates: [121, 31] }, radius: 800 },
  }));
  server.on(fences.list.path, () => ({ data: { rows: [], total: 0 } }));
  server.on(interests.list.path, () => ({ data: { rows: [], total: 0 } }));
  server.on(interests.add.path, () => ({ data: { id: 1 } }));
  server.on(fences.options.path, () => ({ data: { organizations: [], device_types: [] } }));
  signInWith(interests.list, interests.add, fences.list, fences.add, onMap.find);
  for (const told of [map.fly, map.fit, map.spot]) told.mockReset();
});
const formOf = async (page: React.ReactNode, at: string) => {
  showPage(page, at);
  return within(await screen.findByRole('dialog'));
};
const saved = () => server.asked.find(({ path }) => path === interests.add.path)?.body;

it('a point of interest is put on the map by a click, and moved by one at the cross', async () => {
  const user = userEvent.setup();
  const form = await formOf(<InterestsPage />, '/interest?edit=new');
  await user.type(await form.findByLabelText('Name'), 'Depot');
  act(() => map.put.now([121.5, 31.2]));
  await waitFor(() => expect(form.getByTestId('map').textContent).toBe('Depot@121.5,31.2'));
  expect(form.getByTestId('map').dataset.takes).toBe('true');
  expect(form.getByLabelText<HTMLInputElement>('Longitude').value).toBe('121.500000');
  await user.click(form.getByRole('button', { name: 'Take the place at the cross' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved()).toMatchObject({ interest_name: 'Depot', lng: 113.5, lat: 22.5 }));
});

it('a typed place stands on the map, which goes there', async () => {
  const user = userEvent.setup();
  const form = await formOf(<InterestsPage />, '/interest?edit=new');
  await user.type(await form.findByLabelText('Longitude'), '121.5');
  await user.type(form.getByLabelText('Latitude'), '31.2');
  await waitFor(() => expect(form.getByTestId('map').textContent).toBe('@121.5,31.2'));
  await waitFor(() => expect(map.fly).toHaveBeenCalledWith([121.5, 31.2], 10.5));
});

it('the place of a record that is changed comes into view, however wide the map began', async () => {
  const record = { id: 7, interest_name: 'Depot', lng: 113.2, lat: 22.4, isShowMap: true, org_id: 1, org_name: 'O' };
  server.on(interests.detail.path, () => ({
    data: { ...record, create_time: '2026-11-20T08:00:00.000Z', version: 'v' },
  }));
  signInWith(interests.list, interests.detail, interests.update);
  await formOf(<InterestsPage />, '/interest?edit=7');
  await waitFor(() => expect(map.fly).toHaveBeenCalledWith([113.2, 22.4], 10.5));
});

it('what was put on the map alone is unsaved input, as what is typed is', async () => {
  const form = await formOf(<InterestsPage />, '/interest?edit=new');
  await form.findByLabelText('Name');
  expect(hasUnsaved()).toBe(false);
  act(() => map.put.now([121.5, 31.2]));
  await waitFor(() => expect(hasUnsaved()).toBe(true));
});

it.each([
  ['a fence', <FencesPage key="f" />, '/fence?edit=new'],
  ['a point of interest', <InterestsPage key="i" />, '/interest?edit=new'],
])(
  'while %s is drawn, a place that is searched for comes into view, and nothing is saved by it',
  async (_, page, at) => {
    const user = userEvent.setup();
    const form = await formOf(page, at);
    const search = await form.findByLabelText<HTMLInputElement>('Find a place');
    await waitFor(() => expect(search.disabled).toBe(false));
    await user.type(search, 'ning');
    await user.click(await form.findByRole('button', { name: /Ningbo/ }));
    expect(map.fly).toHaveBeenCalledWith([121.55, 29.87], 10.5);
    expect(map.spot).toHaveBeenLastCalledWith({ at: [121.55, 29.87], label: 'Ningbo' });
    expect(form.getByText('The map shows Ningbo')).toBeTruthy();
    await user.type(search, 'x');
    await user.click(await form.findByRole('button', { name: /Yard/ }));
    await waitFor(() => expect(map.fit).toHaveBeenCalledWith(expect.arrayContaining([expect.any(Array)]), 15));
    await user.clear(search);
    await user.type(search, '31.2 N, 121.5 E');
    await form.findByRole('button', { name: /121\.50000, 31\.20000/ });
    await user.keyboard('{Enter}');
    expect(map.fly).toHaveBeenLastCalledWith([121.5, 31.2], 14);
    expect(saved()).toBeUndefined();
  },
);
