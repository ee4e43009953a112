import { expect, it, vi } from 'vitest';
import type { BaseMap } from './baseMap.ts';
import { openVendorGround, vendorView } from './vendorGround.ts';

const map = (kind: 'amap' | 'baidu'): BaseMap => ({
  ...{ id: 1, base_map_name: 'x', kind, tile_schema: 'raster', datum: kind === 'amap' ? 'gcj02' : 'bd09' },
  ...{ attribution: '', min_zoom: 0, max_zoom: 18, is_default: false, tiles: { zh: [], en: [] }, key: 'k' },
});

it('a vendor is told the same middle in its own datum, at the same scale', () => {
  const view = { at: [121.4737, 31.2304] as const, zoom: 12 };
  expect(vendorView(map('amap'), view)).toEqual({
    at: [expect.closeTo(121.478223, 5), expect.closeTo(31.228458, 5)],
    zoom: 13,
  });
  const baidu = vendorView(map('baidu'), view);
  expect(baidu.at).toEqual([expect.closeTo(121.484781, 5), expect.closeTo(31.234311, 5)]);
  expect(2 ** (18 - baidu.zoom)).toBeCloseTo(40_075_016.7 / (512 * 2 ** 12), 3);
});

it('its frame has no rights, and none but the frame is heard', () => {
  vi.spyOn(HTMLIFrameElement.prototype, 'src', 'set').mockImplementation(() => undefined);
  const el = document.createElement('div');
  document.body.append(el);
  const told: string[] = [];
  const ground = openVendorGround(
    el,
    map('amap'),
    () => ({ at: [121, 31], zoom: 5 }),
    (what) => told.push(what),
  );
  const frame = el.querySelector('iframe');
  expect(frame?.getAttribute('sandbox')).toBe('allow-scripts');
  dispatchEvent(new MessageEvent('message', { data: { map: 'stands' }, source: window }));
  expect(told).toEqual([]);
  dispatchEvent(new MessageEvent('message', { data: { map: 'stands' }, source: frame?.contentWindow ?? null }));
  expect(told).toEqual(['stands']);
  ground.end();
  expect(el.childElementCount).toBe(0);
});
