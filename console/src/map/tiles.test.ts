import { afterEach, expect, it, vi } from 'vitest';
import { toDatum } from './datum.ts';
import { cornerIn, fetchTile, isBlank, tileAddress } from './tiles.ts';

afterEach(() => vi.unstubAllGlobals());

it('where nothing is shifted a tile is the vendor’s own, also at the border', () => {
  // Hanoi, at zoom 14
  const [x, y] = [13_008, 7213];
  expect(cornerIn((at) => toDatum('gcj02', at), 14, x, y)).toEqual([expect.closeTo(x, 6), expect.closeTo(y, 6)]);
});

it('Shanghai lies 481 m from where its vendor draws it', () => {
  const z = 16;
  const [x, y] = [54_881, 26_785]; // its middle
  const [left, top] = cornerIn((at) => toDatum('gcj02', at), z, x, y);
  const metres = (Math.hypot(left - x, top - y) * 40_075_017 * Math.cos((31.23 * Math.PI) / 180)) / 2 ** z;
  expect(metres).toBeGreaterThan(470);
  expect(metres).toBeLessThan(495);
});

it('a tile is fetched without cookies, and one that is not there is empty', async () => {
  const asked: [string, RequestInit][] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    asked.push([address, init]);
    return new Response(null, { status: 404 });
  });
  const url = tileAddress('wgs84', 'https://tiles.example/{z}/{x}/{y}.png?key=a/b').replace('{z}/{x}/{y}', '1/2/3');
  expect((await fetchTile({ url }, new AbortController())).data.byteLength).toBe(0);
  expect(asked[0]?.[0]).toBe('https://tiles.example/1/2/3.png?key=a/b');
  expect(asked[0]?.[1]).toMatchObject({ credentials: 'omit' });
});

it('one that is refused is an error, not a hole', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 403 }));
  await expect(fetchTile({ url: 'tiles://wgs84/https://a.example/1/2/3' }, new AbortController())).rejects.toThrow(
    '403',
  );
});

it('a server that has no tile at all is known from one that has none beyond its edges', async () => {
  const answers = async (status: number, address: string): Promise<void> => {
    vi.stubGlobal('fetch', async () => new Response(status === 404 ? null : 'x', { status }));
    await fetchTile({ url: tileAddress('wgs84', address) }, new AbortController());
  };
  const [none, some] = ['https://a.example/{z}/{x}/{y}.png', 'https://a.example/t/{z}/{x}/{y}.png'];
  expect(isBlank([none])).toBe(false);
  await answers(404, 'https://a.example/3/1/2.png');
  await answers(404, 'https://a.example/t/3/1/2.png');
  expect([isBlank([none]), isBlank([some])]).toEqual([true, true]);
  await answers(200, 'https://a.example/t/12/345/6.png');
  await answers(404, 'https://a.example/t/12/346/6.png');
  expect([isBlank([none]), isBlank([some]), isBlank([none, some])]).toEqual([true, false, false]);
});
