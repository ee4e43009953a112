import type { HobbyConfig } from '@plomb/contract/session/session';
import { expect, it } from 'vitest';
import { changeOf, typedOf } from './preferencesChange.ts';

const kept: HobbyConfig = {
  id: 7,
  title: '我的铅封',
  map_type: 'amap',
  map_level: 9,
  lat: 31.2,
  lon: 121.5,
  is_voice: 'F',
  is_police_voice: 'T',
  system_title: '铅封系统',
};

it('sends everything that is set', () => {
  const { system_title, ...sent } = kept;
  expect(changeOf(7, typedOf(kept))).toEqual(sent);
  expect(system_title).toBe('铅封系统');
});

it('leaves title, level and position out when they are empty, and nothing else', () => {
  const emptied = { ...typedOf(kept), title: '  ', map_level: null, lat: null, lon: null };
  expect(changeOf(7, emptied)).toEqual({ id: 7, map_type: 'amap', is_voice: 'F', is_police_voice: 'T' });
});

it('takes zero for a place, not for nothing', () => {
  expect(changeOf(7, { ...typedOf(kept), lat: 0, lon: 0 })).toMatchObject({ lat: 0, lon: 0 });
});
