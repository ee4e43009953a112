import type { MenuItem } from '@plomb/contract/session/session';
import { describe, expect, it } from 'vitest';
import { missingAt } from './NoPage.tsx';
import { documentTitle, mayOpen, pageAt, readMenu, redirectTarget } from './pages.ts';

let ids = 0;
const item = (menu_code: string, over: Partial<MenuItem> = {}): MenuItem => {
  ids += 1;
  return {
    id: ids,
    menu_code,
    menu_name: { zh: menu_code, en: menu_code },
    menu_url: `x/${menu_code}Page`,
    menu_icon: '',
    hidden: false,
    remarks: '1',
    sid: null,
    buttons: [],
    ...over,
  };
};
const codes = (items: MenuItem[]): string[] => readMenu(items).nodes.map((n) => n.code);

describe('readMenu', () => {
  it.each([
    ['1', true],
    ['2', true],
    ['', true],
    ['2.5', false],
    ['3', false],
    ['top', false],
  ])('remarks %j keeps a top-level entry: %s', (remarks, kept) => {
    expect(codes([item('a', { remarks })])).toEqual(kept ? ['a'] : []);
  });

  it('nests children by parent id and drops the subtree of a filtered parent', () => {
    const folder = item('f', { menu_url: '0' });
    const filtered = item('g', { menu_url: '0', remarks: '9' });
    const menu = readMenu([
      folder,
      item('a', { sid: folder.id, remarks: '9' }),
      item('b', { sid: folder.id }),
      filtered,
      item('c', { sid: filtered.id }),
    ]);
    expect(menu.nodes).toHaveLength(1);
    expect(menu.nodes[0]?.children.map((c) => c.code)).toEqual(['a', 'b']);
    expect(pageAt(menu.pages, '/c')).toBeUndefined();
    expect(menu.problems).toHaveLength(1);
    expect(pageAt(menu.pages, '/a')?.trail.map((crumb) => [crumb.title.en, crumb.pages.map((p) => p.path)])).toEqual([
      ['f', ['/a', '/b']],
    ]);
  });

  it('takes an entry whose parent is not in the list as top level', () => {
    expect(codes([item('orphan', { sid: 999_999 })])).toEqual(['orphan']);
  });

  it('drops a circle and says so', () => {
    const a = item('a', { menu_url: '0' });
    const b = item('b', { menu_url: '0', sid: a.id });
    const menu = readMenu([{ ...a, sid: b.id }, b, item('c')]);
    expect(menu.nodes.map((n) => n.code)).toEqual(['c']);
    expect(menu.problems).toHaveLength(2);
  });

  it('lets the first of two equal codes win', () => {
    const menu = readMenu([item('a', { menu_url: 'first/APage' }), item('/a/', { menu_url: 'second/APage' })]);
    expect(pageAt(menu.pages, '/a')?.view).toBe('first/APage');
    expect(menu.problems[0]).toContain('twice');
  });

  it.each(['login', '404', '401', 'redirect/x', 'auth-redirect', '', '/'])('refuses the reserved code %j', (code) => {
    const menu = readMenu([item(code)]);
    expect(menu.nodes).toEqual([]);
    expect(menu.problems[0]).toContain('reserved');
  });

  it('gives a fixed page its place in the menu but keeps its view', () => {
    const menu = readMenu([item('map', { menu_url: 'evil/OtherPage' })]);
    expect(menu.nodes[0]?.path).toBe('/map');
    expect(pageAt(menu.pages, '/map')).toMatchObject({ view: 'map/MapPage', hidden: false, title: { en: 'map' } });
  });

  it('collapses a folder of one visible child, and hides one of none', () => {
    const one = item('one', { menu_url: '0', menu_icon: 'box' });
    const none = item('none', { menu_url: '0' });
    const menu = readMenu([
      one,
      item('a', { sid: one.id }),
      item('b', { sid: one.id, hidden: true }),
      none,
      item('c', { sid: none.id, hidden: true }),
    ]);
    expect(menu.nodes).toMatchObject([{ code: 'a', icon: 'box', path: '/a' }]);
    expect(pageAt(menu.pages, '/b')).toMatchObject({ hidden: true });
  });

  it('makes an address elsewhere a link, not a page', () => {
    const menu = readMenu([item('manual', { menu_url: 'https://example.org/manual' })]);
    expect(menu.nodes[0]).toMatchObject({ path: null, href: 'https://example.org/manual' });
    expect(pageAt(menu.pages, '/manual')).toBeUndefined();
  });
});

it('marks the page above a hidden one in the sidebar', () => {
  const list = item('list');
  const menu = readMenu([list, item('record', { sid: list.id, hidden: true })]);
  expect(pageAt(menu.pages, '/record')).toMatchObject({ hidden: true, below: '/list' });
});

describe('roles of a route', () => {
  it('are the admin role on every generated page, and none on the fixed ones', () => {
    const { pages } = readMenu([item('a')]);
    expect(pageAt(pages, '/a')?.roles).toEqual(['admin']);
    expect(pageAt(pages, '/dashboard')?.roles).toBeUndefined();
  });
  it('let in whoever has one of them', () => {
    expect(mayOpen({ roles: ['admin', 'editor'] }, ['editor'])).toBe(true);
    expect(mayOpen({ roles: ['admin'] }, ['editor'])).toBe(false);
    expect(mayOpen({}, [])).toBe(true);
  });
});

describe('an address without a page', () => {
  it.each([
    ['/401', 'notAllowed'],
    ['/operator/', 'notAllowed'],
    ['/404', 'notFound'],
    ['/no/such', 'notFound'],
    ['/toString', 'notFound'],
  ])('%s: %s', (path, kind) => expect(missingAt(path)).toBe(kind));
});

it('puts the title of the page before the title of the system', () => {
  expect(documentTitle('地图', '铅封系统')).toBe('地图 - 铅封系统');
  expect(documentTitle(undefined, '铅封系统')).toBe('铅封系统');
});

describe('paths', () => {
  it('finds a page whatever its slashes', () => {
    const { pages } = readMenu([item('a/b')]);
    expect(pageAt(pages, '//a/b/')?.path).toBe('/a/b');
  });
  it('reads the target of a refresh', () => {
    expect(redirectTarget('/redirect/device')).toBe('/device');
    expect(redirectTarget('/redirect///evil.example')).toBe('/evil.example');
    expect(redirectTarget('/redirected')).toBeNull();
  });
});

describe('the page of a record', () => {
  it('stands below its list, for whoever has the list, and is the same object each time', () => {
    const folder = item('devices', { menu_url: '0' });
    const { pages } = readMenu([folder, item('device', { sid: folder.id }), item('a', { sid: folder.id })]);
    const page = pageAt(pages, '/device/12/');
    expect(page).toMatchObject({
      path: '/device/12',
      view: 'devices/record/DevicePage',
      hidden: true,
      below: '/device',
    });
    expect(page?.trail.map(({ title }) => title.en)).toEqual(['devices', 'device']);
    expect(pageAt(pages, '/device/12')).toBe(page);
    for (const path of ['/device/0', '/device/x', '/device/1/2', '/a/12', '/12'])
      expect(pageAt(pages, path)).toBeUndefined();
    expect(pageAt(readMenu([item('a')]).pages, '/device/12')).toBeUndefined();
    expect([missingAt('/device/12'), missingAt('/alarm/12')]).toEqual(['notAllowed', 'notFound']);
  });
});
