import { expect, it } from 'vitest';
import type { BaseMap } from './baseMap.ts';
import { following, pickBase, readChosen } from './pickBase.ts';

const map = (id: number, more: Partial<BaseMap> = {}): BaseMap => ({
  ...{
    id,
    base_map_name: `Map ${id}`,
    kind: 'raster',
    tile_schema: 'raster',
    datum: 'wgs84',
    attribution: '',
    key: '',
  },
  ...{ min_zoom: 0, max_zoom: 18, is_default: false, tiles: { zh: [], en: [] } },
  ...more,
});
const rows = [map(1), map(2, { is_default: true }), map(3, { kind: 'google' })];
const picked = (...args: Parameters<typeof pickBase>) => {
  const { base, missing } = pickBase(...args);
  return [base?.id ?? null, missing];
};

it('what was chosen on the map comes first', () => {
  expect(picked(rows, 1, 'google')).toEqual([1, null]);
  expect(picked(rows, 'offline', 'google')).toEqual([null, null]);
});
it('then the map of the preferences', () => expect(picked(rows, null, 'google')).toEqual([3, null]));
it('that nobody set up is said, and the organisation’s map shown', () => {
  expect(picked(rows, null, 'baidu')).toEqual([2, 'baidu']);
  expect(picked(rows, 99, 'baidu')).toEqual([2, 'baidu']);
});
it('without any the offline map is shown', () => expect(picked([], null, 'baidu')).toEqual([null, 'baidu']));
it('whoever prefers the offline map has it', () => expect(picked(rows, null, 'offline')).toEqual([null, null]));
it('nothing is said before the preferences are known', () => expect(picked([], null, undefined)).toEqual([null, null]));
it('what is kept may be anything', () =>
  expect([readChosen(4), readChosen('offline'), readChosen({}), readChosen('x')]).toEqual([4, 'offline', null, null]));

it('the next in order is drawn for one that does not come, and it is itself again when it does', () => {
  const [a, b, c] = rows as [BaseMap, BaseMap, BaseMap];
  const drawn = (...args: Parameters<typeof following>) => following(...args)?.id ?? null;
  expect(drawn(rows, b, {})).toBe(b.id);
  expect(drawn(rows, b, { [b.id]: 'away' })).toBe(a.id);
  expect(drawn(rows, b, { [b.id]: 'away', [a.id]: 'refused' })).toBe(c.id);
});
it('where none comes it stays what it was, over the offline map', () => {
  const away = Object.fromEntries(rows.map(({ id }) => [id, 'away' as const]));
  expect(following(rows, rows[1]!, away)).toBe(rows[1]);
  expect(following(rows, null, away)).toBeNull();
});
