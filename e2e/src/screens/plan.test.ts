import { menuSeeds } from '@plomb/contract/menus';
import { expect, it } from 'vitest';
import { type Picture, pictures, picturesOf, route } from './pictures.ts';
import { ownCalls, pagePaths, plansFor, statesOf } from './plan.ts';
import { sheetOf } from './sheet.ts';

const always = async (): Promise<number> => 7;
const never = async (): Promise<null> => null;
const addresses = async (path: string, firstOf = always as (path: string) => Promise<number | null>) =>
  (await statesOf(path, firstOf)).map(({ address, answers }) =>
    answers === 'true' ? address : `${address} ${answers}`,
  );

it('every menu that is a page is a page of the sheets, and no folder is', () => {
  for (const [code, { view }] of Object.entries(menuSeeds)) expect(pagePaths().includes(`/${code}`)).toBe(view !== '0');
  expect(pagePaths()).toContain('/dashboard');
});

it('a catalogue is shown with a record, both forms, and when there is nothing to show', async () => {
  expect(await addresses('/manufacturer')).toEqual([
    '/manufacturer',
    '/manufacturer?id=7',
    '/manufacturer?edit=new',
    '/manufacturer?edit=7',
    '/manufacturer',
    '/manufacturer?keyword=qqqqqqqq',
    '/manufacturer many',
    '/manufacturer empty',
    '/manufacturer failing',
    '/manufacturer loading',
  ]);
});

it('what no call adds has no form, and where nothing is listed nothing is opened', async () => {
  expect(await addresses('/operationLog')).not.toContain('/operationLog?edit=new');
  expect((await addresses('/manufacturer', never)).filter((at) => /=7$/.test(at))).toEqual([]);
  expect(await addresses('/map')).toContain('/map?lock=7');
});

it('a record of what was reported is opened by its key', async () => {
  const states = await statesOf('/locationRecord', async () => '2026-11-28T05:58:05Z~1');
  expect(states.map(({ address }) => address)).toContain('/locationRecord?key=2026-11-28T05%3A58%3A05Z~1');
});

it('a page without anything to fetch is shown once', async () => {
  expect(await addresses('/404')).toEqual(['/404']);
  expect(await addresses('/map/wall')).toEqual(['/map/wall']);
});

it('what a page asks for itself is its own, also where the shell asks for it', () => {
  expect(ownCalls('/alarm')).toContain('/alarm/list');
  expect(ownCalls('/alarm')).not.toContain('/device/list');
  expect(ownCalls('/404')).toEqual([]);
});

it('pages are asked for by path, and an address with a query alone', async () => {
  const plans = await plansFor(['/device', 'alarm', '/role?grants=3'], always);
  expect(plans.map(({ name }) => name)).toEqual(['device', 'alarm', 'role-grants-3']);
  expect(plans[2]?.states).toEqual([{ name: '/role?grants=3', address: '/role?grants=3', answers: 'true' }]);
  expect(await plansFor([], always)).toHaveLength(pagePaths().length);
  await expect(plansFor(['/devices'], always)).rejects.toThrow('no page at /devices');
});

it('a sheet has one row a state and one column a picture, and says what was met', () => {
  const sheet = sheetOf('device', [{ state: 'page', file: 'page', trouble: ['<b> is not defined'] }], pictures);
  expect(sheet.match(/<img /g)).toHaveLength(8);
  expect(sheet).toContain('&#60;b&#62; is not defined');
});

it('pictures are chosen by words, and taken with the fewest changes of width', () => {
  expect(picturesOf([])).toEqual(pictures);
  expect(picturesOf(['zh', '390']).map(({ file }) => file)).toEqual(['zh.light.390', 'zh.dark.390']);
  expect(() => picturesOf(['fr'])).toThrow('no picture is fr');
  const way = route(pictures, pictures[3]!);
  expect(new Set(way)).toEqual(new Set(pictures));
  expect(way[0]).toBe(pictures[3]);
  const changes = (of: (p: Picture) => unknown) => way.filter((p, at) => at > 0 && of(p) !== of(way[at - 1]!)).length;
  expect(changes(({ width }) => width)).toBe(1);
  expect(changes(({ lang }) => lang)).toBe(2);
});
