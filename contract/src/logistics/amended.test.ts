import { expect, it } from 'vitest';
import { changesOf } from './amended.ts';
import { noLimits, usualLimits } from './limits.ts';

const clock = (time: string) => time.slice(11, 16);
const place = { address: 'Keqiao', lat: 30, lon: 121, radius: 500 };
const stop = { ...place, id: 'a', address: 'Guzhu', plan_time: '2026-11-20T08:00:00.000Z', patrol: true };

it('says what an amendment changed, each thing as it was and as it is, and nothing else', () => {
  const changed = {
    before: { driver: '', plan_end: '2026-11-20T05:00:00.000Z', owner_id: 1, owner_name: 'Li', limits: usualLimits },
    after: { driver: 'Zhao', plan_end: '2026-11-20T07:30:00.000Z', owner_id: 2, owner_name: 'Wang', limits: noLimits },
  };
  expect(changesOf(changed, { lang: 'en', clock })).toEqual([
    { what: 'Driver', before: 'none', after: 'Zhao' },
    { what: 'Owner', before: 'Li', after: 'Wang' },
    { what: 'Planned end', before: '05:00', after: '07:30' },
    {
      ...{ what: 'Limits', after: 'none' },
      before:
        'Off the planned route 5000 m, 5 min; Long stop where nothing is planned 30 min; Silent on the road 60 min',
    },
  ]);
  expect(changesOf(changed, { lang: 'zh', clock })[0]).toEqual({ what: '司机', before: '无', after: 'Zhao' });
});

it('tells of two drawn lines which is which, and of a position what is planned otherwise', () => {
  const line: [number, number][] = [
    [121, 30],
    [121, 30.1],
  ];
  const limits = (more: [number, number][]) => ({ ...noLimits, off_route: { metres: 500, minutes: 5, line: more } });
  const door = { id: 1, position: 'door', planned_number: '', openers: [], second_person: true };
  const open = {
    ...door,
    planned_number: 'NB 1',
    openers: [{ kind: 'person', id: 2, name: 'Li' }],
    second_person: false,
  };
  const changed = {
    before: { limits: limits(line), positions: [door, { ...door, id: 2, position: 'hatch' }] },
    after: { limits: limits([...line, [121, 30.2]]), positions: [open, { ...door, id: 2, position: 'hatch' }] },
  };
  expect(changesOf(changed, { lang: 'en', clock })).toEqual([
    {
      what: 'Limits',
      before: 'Off the planned route 500 m, 5 min, by a drawn line (2 points, 11.1 km)',
      after: 'Off the planned route 500 m, 5 min, by a drawn line (3 points, 22.2 km)',
    },
    {
      what: 'Sealing positions',
      before: 'door (planned number: none; openers: none; second person: yes), hatch',
      after: 'door (planned number: NB 1; openers: Li; second person: no), hatch',
    },
  ]);
});

it('tells where a place was moved to, and which stop came or went', () => {
  const moved = {
    before: { destination: place, stops: [stop] },
    after: {
      destination: { ...place, lat: 30.5 },
      stops: [stop, { ...stop, id: 'b', address: 'Xiasha', patrol: false }],
    },
  };
  expect(changesOf(moved, { lang: 'en', clock })).toEqual([
    { what: 'Stops', before: 'Guzhu 08:00 patrol', after: 'Guzhu 08:00 patrol; Xiasha 08:00' },
    {
      ...{ what: 'Destination', before: 'Keqiao (30.00000, 121.00000; 500 m)' },
      after: 'Keqiao (30.50000, 121.00000; 500 m)',
    },
  ]);
});
