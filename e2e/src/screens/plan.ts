import { allCalls } from '@plomb/contract/calls';
import { type MenuCode, menuSeeds } from '@plomb/contract/menus';

/** What a page is told by the server: the truth, ten thousand records, nothing at all, a refusal, or no answer yet. */
export const answers = ['true', 'many', 'empty', 'failing', 'loading'] as const;
export type Answers = (typeof answers)[number];

export interface State {
  name: string;
  address: string;
  answers: Answers;
  /** what is clicked in turn, once the page is there */
  press?: readonly string[];
}

/** One contact sheet. */
export interface Plan {
  name: string;
  states: readonly State[];
}

/** A record to open, by the path of the call that lists it and a filter: its id, or the key of one that has none; null: there is none. */
export type FirstOf = (path: string, of: object) => Promise<number | string | null>;

/** Pages that are no menus: the shell's own. */
const fixed = ['/login', '/dashboard', '/map/wall', '/profile/updPassword', '/401', '/404'];
/** They ask the server for nothing that could be missing, or for what other pages show missing. */
const still: readonly string[] = ['/login', '/map/wall', '/profile/updPassword', '/401', '/404'];

/** Trees, of whose rows none is selected. */
const trees: readonly string[] = ['/organisation', '/role', '/menu'];

interface More {
  name: string;
  query?: string;
  of?: readonly [path: string, filter: object];
  press?: readonly string[];
}
const aLock = ['/device/list', { connection: 'online', lock_status: 2 }] as const;

/** What `?` opens: other keys on another page. */
const keysHelp: More = { name: 'keys', press: ['.avatar', '[data-menu-id$="-keys"]'] };

/** What opens beside lists and forms, where a page has such a thing; `{id}` is the first record that the call lists. */
const more: Record<string, readonly More[]> = {
  '/dashboard': [
    { name: 'search', press: ['.topbar-search, .topbar .anticon-search'] },
    { name: 'avatar menu', press: ['.avatar'] },
    { name: 'settings', press: ['.avatar', '[data-menu-id$="-settings"]'] },
    keysHelp,
    { name: 'preferences', press: ['.avatar', '[data-menu-id$="-preferences"]'] },
    { name: 'bell', press: ['.bell'] },
  ],
  '/ledger': [{ name: 'record', query: '?id={id}', of: ['/ledger/list', {}] }],
  '/stock': [
    { name: 'record', query: '?id={id}', of: ['/stock/list', {}] },
    { name: 'receive', query: '?take=receive' },
    { name: 'received', query: '?id={id}', of: ['/stock/list', { step: 'receive' }] },
    { name: 'receipt', query: '?receipt={id}', of: ['/stock/list', { step: 'receive' }] },
    // two in the inventory, one in use, one that nobody knows
    { name: 'inspect', query: '?take=preliminary_inspection&numbers=14802100007,14802100032,14802100008,99999999' },
    { name: 'issue', query: '?take=issue&numbers=14802100007' },
  ],
  '/import': [
    { name: 'record', query: '?id={id}', of: ['/import/list', {}] },
    { name: 'file', query: '?file=new' },
    { name: 'tried', query: '?file={id}', of: ['/import/list', { state: 'checked', import_type: 'device' }] },
    { name: 'cards', query: '?file={id}', of: ['/import/list', { state: 'checked', import_type: 'card' }] },
    { name: 'columns', query: '?file={id}', of: ['/import/list', { state: 'uploaded' }] },
    { name: 'done', query: '?file={id}', of: ['/import/list', { state: 'done' }] },
  ],
  '/card': [
    { name: 'held', query: '?id={id}', of: ['/card/list', { keyword: '70260001' }] },
    { name: 'disabled', query: '?id={id}', of: ['/card/list', { status: 2 }] },
    { name: 'removing', query: '?id={id}', of: ['/card/list', { removing: true }] },
    {
      name: 'place',
      query: '?edit={id}',
      of: ['/card/list', { keyword: '70260001' }],
      press: ['.card-degrees button'],
    },
  ],
  '/batch': [
    { name: 'record', query: '?id={id}', of: ['/batch/list', {}] },
    { name: 'new', query: '?work=new' },
    { name: 'done', query: '?work={id}', of: ['/batch/list', { kind: 'query_location' }] },
    { name: 'waiting', query: '?work={id}', of: ['/batch/list', { kind: 'query_info' }] },
  ],
  '/assignment': [
    { name: 'record', query: '?id={id}', of: ['/assignment/list', { state: 'allowed' }] },
    { name: 'refused', query: '?state=refused' },
    { name: 'new', query: '?work=new' },
  ],
  '/firmware': [
    { name: 'record', query: '?id={id}', of: ['/firmware/list', { state: 'published' }] },
    { name: 'form', query: '?edit=new' },
  ],
  '/firmwareRollout': [
    { name: 'new', query: '?work=new' },
    { name: 'running', query: '?work={id}', of: ['/firmwareRollout/list', { state: 'running' }] },
    { name: 'stopped', query: '?work={id}', of: ['/firmwareRollout/list', { state: 'stopped' }] },
  ],
  '/firmwareIssue': [{ name: 'record', query: '?id={id}', of: ['/firmwareIssue/list', { issue_status: 'failed' }] }],
  '/authorisation': [
    { name: 'record', query: '?id={id}', of: ['/authorisation/list', { state: 'pending_first' }] },
    { name: 'active', query: '?id={id}', of: ['/authorisation/list', { state: 'active' }] },
    { name: 'apply', query: '?open=apply' },
    { name: 'rule', query: '?open=rule' },
  ],
  '/friend': [{ name: 'apply', query: '?open=apply' }],
  '/application': [{ name: 'record', query: '?id={id}', of: ['/application/list', { direction: 'incoming' }] }],
  '/applicationRecord': [{ name: 'record', query: '?id={id}', of: ['/applicationRecord/list', {}] }],
  '/approval': [
    { name: 'waiting', query: '?id={id}', of: ['/approval/list', { direction: 'forMe', state: 'waiting' }] },
    { name: 'own', query: '?id={id}', of: ['/approval/list', { direction: 'byMe' }] },
    { name: 'declined', query: '?id={id}', of: ['/approval/list', { state: 'declined' }] },
  ],
  '/myDevice': [{ name: 'record', query: '?id={id}', of: ['/myDevice/list', {}] }],
  '/evidence': [
    { name: 'proved', query: '?order={id}', of: ['/order/list', { stage: 'proved' }] },
    { name: 'unproved', query: '?order={id}', of: ['/order/list', { kind: 'query_info' }] },
    { name: 'batch', query: '?batch={id}', of: ['/batch/list', { kind: 'query_location' }] },
  ],
  '/map': [
    keysHelp,
    { name: 'lock', query: '?lock={id}', of: aLock },
    { name: 'unsealing', query: '?lock={id}', of: aLock, press: ['.lock-actions [data-testid=unseal]:enabled'] },
    {
      name: 'sealing',
      query: '?lock={id}',
      of: ['/device/list', { connection: 'online', lock_status: 0 }],
      press: ['.lock-actions [data-testid=seal]:enabled'],
    },
  ],
  '/device': [
    { name: 'columns', press: ['.columns-button'] },
    keysHelp,
    { name: 'its page', query: '/{id}', of: aLock },
    ...['life', 'configuration', 'frames', 'subLocks', 'custody', 'management', 'rights', 'log'].map((tab) => ({
      name: `its ${tab}`,
      query: `/{id}?tab=${tab}`,
      of: aLock,
    })),
    {
      name: 'entering management mode',
      query: '/{id}?tab=management',
      of: ['/device/list', { stock_status: 7 }],
      press: ['[data-testid=manage]:enabled'],
    },
  ],
  '/menu': [{ name: 'order', query: '?view=order' }],
  '/role': [{ name: 'grants', query: '?grants={id}', of: ['/role/list', {}] }],
  '/account': [
    { name: 'own data', query: '?open=profile' },
    { name: 'new key', query: '?tab=apiKeys&open=apiKey' },
  ],
};

/** Every page of the console, from the contract's menus. */
export const pagePaths = (): string[] => [
  ...fixed,
  ...Object.entries(menuSeeds)
    .filter(([, seed]) => seed.view !== '0')
    .map(([code]) => `/${code}`),
];

const codeOf = (path: string): MenuCode | null => {
  const code = path.slice(1);
  return Object.hasOwn(menuSeeds, code) ? (code as MenuCode) : null;
};

/** What a page asks for itself, though the shell may ask for the same: the bell counts alarms, too. */
export const ownCalls = (path: string): string[] => {
  const code = codeOf(path);
  return allCalls.filter((c) => c.permit.startsWith(`${code}:`)).map((c) => c.path);
};

/** The calls of a catalogue entity that a menu permits: its list, and what can be opened and written beside it. */
const listOf = (code: MenuCode) => {
  const list = allCalls.find((c) => c.permit === `${code}:list` && c.path.endsWith('/list'));
  const beside = (verb: string) => allCalls.some((c) => c.path === list?.path.replace(/\/list$/, `/${verb}`));
  return list
    ? {
        path: list.path,
        hasDetail: beside('detail'),
        hasAdd: beside('add'),
        hasUpdate: beside('update'),
        isSelected: beside('delete') || beside('status'),
      }
    : null;
};

export const statesOf = async (path: string, firstOf: FirstOf): Promise<State[]> => {
  const states: State[] = [{ name: 'page', address: path, answers: 'true' }];
  const add = (name: string, query: string, told: Answers = 'true', press: readonly string[] = []) =>
    states.push({ name, address: path + query, answers: told, ...(press.length > 0 && { press }) });
  const code = codeOf(path);
  const list = code && listOf(code);
  if (list) {
    const id = await firstOf(list.path, {});
    if (id !== null) add('record', typeof id === 'string' ? `?key=${encodeURIComponent(id)}` : `?id=${id}`);
    if (list.hasAdd) add('new', '?edit=new');
    if (id !== null && list.hasUpdate) add('edit', `?edit=${id}`);
    if (id !== null && list.isSelected && !trees.includes(path))
      add('selected', '', 'true', ['.page:visible tbody tr[data-row-key] .ant-checkbox']);
    add('nothing found', '?keyword=qqqqqqqq');
  }
  for (const { name, query = '', of, press } of more[path] ?? []) {
    const id = of === undefined ? 0 : await firstOf(...of);
    if (id !== null) add(name, query.replace('{id}', String(id)), 'true', press);
  }
  if (!still.includes(path))
    for (const told of answers) if (told !== 'true' && (told !== 'many' || list)) add(told, '', told);
  return states;
};

/** What the command was asked for: pages by their path, single addresses as they are, or everything. */
export const plansFor = async (asked: readonly string[], firstOf: FirstOf): Promise<Plan[]> => {
  const known = pagePaths();
  const paths = asked.length === 0 ? known : asked.map((one) => (one.startsWith('/') ? one : `/${one}`));
  const plans: Plan[] = [];
  for (const path of paths) {
    const [page = ''] = path.split('?');
    if (!known.includes(page)) throw new Error(`no page at ${page}; there are ${known.join(' ')}`);
    const name = path.slice(1).replace(/\W+/g, '-');
    const states =
      path === page ? await statesOf(path, firstOf) : [{ name: path, address: path, answers: 'true' as const }];
    plans.push({ name, states });
  }
  return plans;
};
