import { expect, it } from 'vitest';
import { withPlaces } from './withPlaces.ts';

async function* rows() {
  yield [
    { id: 1, lon: 120.62, lat: 31.3 },
    { id: 2, lon: null, lat: null },
  ];
  yield [{ id: 3, lon: -140, lat: -40 }];
}
const told = async (fields: string[], lang: 'zh' | 'en') => {
  const places: unknown[] = [];
  for await (const part of withPlaces(rows(), { columns: fields.map((field) => ({ field })) }, lang))
    places.push(...part.map(({ place }) => place));
  return places;
};

it('a file that asks for it says where each row was, in the language of whoever asked', async () => {
  expect(await told(['id', 'place'], 'en')).toEqual([expect.stringContaining('Suzhou'), '', '']);
  expect(await told(['id', 'place'], 'zh')).toEqual([expect.stringContaining('苏州'), '', '']);
});
it('one that does not is left as it is', async () => {
  expect(await told(['id'], 'zh')).toEqual([undefined, undefined, undefined]);
});
