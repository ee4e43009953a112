import type { Text } from '@plomb/contract/kit/text';
import type { MenuItem } from '@plomb/contract/session/session';
import type { Crumb } from '../ui/page.ts';

/** A place of the console: what stands at a path. */
export interface Page {
  path: string;
  title: Text;
  /** key of the view registry, e.g. `devices/DevicesPage` */
  view: string;
  /** the folders above it, outermost first */
  trail: readonly Crumb[];
  /** stays in the tab strip, always */
  pinned?: boolean;
  /** starts anew at each visit */
  noCache?: boolean;
  /** not in the sidebar, not found by the search */
  hidden?: boolean;
  /** of a hidden page: the page above it, which the sidebar marks instead */
  below?: string;
  /** who may open it; absent: everybody. See `mayOpen`. */
  roles?: readonly string[];
}

/**
 * The specification (section 6) filters routes by roles in their metadata and gives every generated one this role, which
 * every operator has while navigating: what decides is which menus the server sends, and the server at each call.
 */
const generatedRoles = ['admin'] as const;
export const mayOpen = (page: Pick<Page, 'roles'>, held: readonly string[] = generatedRoles): boolean =>
  page.roles === undefined || page.roles.some((role) => held.includes(role));

/** An entry of the sidebar: a folder with children, a page, or a link to somewhere else. */
export interface MenuNode {
  code: string;
  title: Text;
  icon: string;
  path: string | null;
  href: string | null;
  children: MenuNode[];
}

export const fixedPages: Page[] = [
  {
    path: '/dashboard',
    title: { zh: '首页', en: 'Dashboard' },
    view: 'dashboard/DashboardPage',
    trail: [],
    pinned: true,
  },
  { path: '/map', title: { zh: '地图', en: 'Map' }, view: 'map/MapPage', trail: [], hidden: true },
  {
    // everybody's own: a role need not hold its menu
    path: '/account',
    title: { zh: '我的账号', en: 'My account' },
    view: 'personal/AccountPage',
    trail: [],
    hidden: true,
  },
  {
    path: '/profile/updPassword',
    title: { zh: '修改密码', en: 'Change password' },
    view: 'personal/ChangePasswordPage',
    trail: [],
    hidden: true,
    noCache: true,
  },
];

/** The wall of a control room: the map without the shell around it. */
export const wallPath = '/map/wall';

/** Paths of the shell itself, which no menu may take. */
const reserved = new Set(['', 'login', 'auth-redirect', '401', '404', 'redirect', 'profile']);

/** A menu code as a path part: no outer or double slashes. */
export const cleaned = (code: string): string =>
  code
    .split('/')
    .filter((part) => part !== '')
    .join('/');
const isLink = (url: string): boolean => /^(https?:|mailto:|tel:)/.test(url);
const isFolder = (item: MenuItem): boolean => item.menu_url === '0';

interface Above {
  hidden: boolean;
  /** the nearest page */
  page: string | null;
}

export interface Menu {
  nodes: MenuNode[];
  pages: Page[];
  /** what was wrong with the list, for the log: dropped entries and why */
  problems: string[];
}

/**
 * The server's menu list as sidebar and pages. Top level: entries without a parent in the list, with remarks of at
 * most 2. Dropped, each with a word in `problems`: children of dropped entries, circles, second uses of a code,
 * reserved codes. A code of a fixed page (`map`) gives that page its place, title and icon.
 */
export const readMenu = (items: readonly MenuItem[]): Menu => {
  const problems: string[] = [];
  const taken = new Set<string>();
  const pages = new Map(fixedPages.map((p) => [p.path, p]));
  const present = new Set(items.map((i) => i.id));
  const visited = new Set<number>();

  const nodeOf = (item: MenuItem, trail: readonly Crumb[], above: Above): MenuNode | null => {
    visited.add(item.id);
    const code = cleaned(item.menu_code);
    if (reserved.has(code.split('/')[0] ?? '')) {
      problems.push(`menu ${item.id}: the code "${item.menu_code}" is reserved`);
      return null;
    }
    if (taken.has(code)) {
      problems.push(`menu ${item.id}: the code "${code}" is used twice`);
      return null;
    }
    taken.add(code);
    const hidden = above.hidden || item.hidden;
    const path = `/${code}`;
    const isPage = !isFolder(item) && !isLink(item.menu_url);
    if (isPage) {
      const title = item.menu_name;
      const below = hidden && above.page !== null ? { below: above.page } : {};
      pages.set(path, {
        view: item.menu_url,
        roles: generatedRoles,
        ...pages.get(path),
        ...{ path, title, trail, hidden },
        ...below,
      });
      if (!hidden) trail.at(-1)?.pages.push({ path, title });
    }
    const under = isFolder(item) ? [...trail, { title: item.menu_name, pages: [] }] : trail;
    const children = items
      .filter((child) => child.sid === item.id && !visited.has(child.id))
      .map((child) => nodeOf(child, under, { hidden, page: isPage ? path : above.page }))
      .filter((child) => child !== null);
    if (hidden || (isFolder(item) && children.length === 0)) return null;
    const [only] = children;
    if (isFolder(item) && only && children.length === 1) return { ...only, icon: only.icon || item.menu_icon };
    return {
      code,
      title: item.menu_name,
      icon: item.menu_icon,
      path: isFolder(item) || isLink(item.menu_url) ? null : path,
      href: isLink(item.menu_url) ? item.menu_url : null,
      children,
    };
  };

  const top = items.filter((i) => i.sid === null || !present.has(i.sid));
  const nodes = top
    .filter((item) => Number(item.remarks) <= 2)
    .map((item) => nodeOf(item, [], { hidden: false, page: null }))
    .filter((node) => node !== null);
  const filtered = new Set(top.filter((i) => !(Number(i.remarks) <= 2)).map((i) => i.id));
  for (const item of items)
    if (!visited.has(item.id) && !filtered.has(item.id))
      problems.push(`menu ${item.id}: "${item.menu_code}" hangs below nothing that is shown`);
  return { nodes, pages: [...pages.values()].filter((page) => mayOpen(page)), problems };
};

/** Lists whose records have pages of their own, at the list's path and the record's id. */
export const recordViews: Readonly<Record<string, string>> = {
  '/device': 'devices/record/DevicePage',
  '/approval': 'approvals/ApprovalPage',
  '/meter': 'metering/MeterPage',
  '/logisticsBatch': 'logistics/JourneyPage',
};
/** Made once for each record and list: a page that is the same object is not drawn anew. */
const recordPages = new WeakMap<Page, Map<string, Page>>();

const recordPage = (list: Page, path: string, view: string, id: string): Page => {
  const made = recordPages.get(list) ?? new Map<string, Page>();
  recordPages.set(list, made);
  const known = made.get(path);
  if (known) return known;
  const { title, roles } = list;
  const page: Page = {
    path,
    view,
    title: { zh: `#${id}`, en: `#${id}` },
    trail: [...list.trail, { title, pages: [{ path: list.path, title }] }],
    hidden: true,
    below: list.path,
    ...(roles && { roles }),
  };
  made.set(path, page);
  return page;
};

/** The page at a path, whatever its trailing slashes: one of the menu, or that of a record of one. */
export const pageAt = (pages: readonly Page[], pathname: string): Page | undefined => {
  const path = `/${cleaned(pathname)}`;
  const found = pages.find((p) => p.path === path);
  if (found) return found;
  const [, above, id] = /^(.+)\/([1-9]\d{0,15})$/.exec(path) ?? [];
  const view = above === undefined ? undefined : recordViews[above];
  const list = view === undefined ? undefined : pages.find((p) => p.path === above);
  return list && view && id ? recordPage(list, path, view, id) : undefined;
};

/** Where `/redirect/{path}` leads: the path behind it, inside the console. */
export const redirectTarget = (pathname: string): string | null =>
  pathname.startsWith('/redirect/') ? `/${cleaned(pathname.slice('/redirect/'.length))}` : null;

/** Of the browser's window: the page's title, then the system's. */
export const documentTitle = (page: string | undefined, system: string): string =>
  page === undefined || page === system ? system : `${page} - ${system}`;
