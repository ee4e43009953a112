import { manufacturers } from '@plomb/contract/devices/manufacturers';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App, ConfigProvider } from 'antd';
import { Suspense } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadScreenPreferences } from '../platform/screenPreferences.ts';
import { signedIn, useSession } from '../platform/session.ts';
import { inEnglish } from '../testing/inEnglish.ts';
import { PageContext } from './page.ts';
import { ResourcePage } from './ResourcePage.tsx';

// the table library takes its time to draw

interface Row {
  id: number;
  factoryCode: string;
  factoryName: string;
  org_id: number;
  org_name: string;
  shared: boolean;
  create_time: string;
}
let rows: Row[];
let kept: Record<string, unknown>;
let asked: { path: string; body: Record<string, unknown> }[];
/** in use: the database refuses to delete it, and whatever is deleted with it */
let needed: number;

const serve = (path: string, body: Record<string, unknown>): [sign: string, desc: string, data: unknown] => {
  if (path === '/oper/preference/find') return ['success', '', { preferences: kept }];
  if (path === '/oper/preference/update') {
    kept = { ...kept, [String(body.name)]: body.value };
    return ['success', '', {}];
  }
  if (path === '/manufacturer/list') {
    const { page = 1, size = 20 } = body as { page?: number; size?: number };
    return ['success', '', { rows: rows.slice((page - 1) * size, page * size), total: rows.length }];
  }
  if (path === '/manufacturer/delete') {
    const ids = body.ids as number[];
    if (ids.includes(needed)) return ['conflict', 'Still in use, it cannot be deleted', {}];
    rows = rows.filter((r) => !ids.includes(r.id));
    return ['success', '', {}];
  }
  throw new Error(`nothing stands at ${path}`);
};

inEnglish();
beforeEach(async () => {
  localStorage.clear();
  asked = [];
  kept = {};
  needed = 0;
  rows = Array.from({ length: 230 }, (_, i) => ({
    id: i + 1,
    factoryCode: `M${i + 1}`,
    factoryName: `Maker ${i + 1}`,
    org_id: 1,
    org_name: 'O',
    shared: false,
    create_time: '2026-11-21T12:00:00Z',
  }));
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url === '/config.json') return Response.json({ signSecret: 's', title: '', version: '0' });
    const body = JSON.parse(String(init.body)) as Record<string, unknown>;
    asked.push({ path: url, body });
    const [sign, desc, data] = serve(url, body);
    return Response.json({ verify: { sign, desc }, data });
  });
  const oper = { id: 1, oper_name: 'A', login_name: 'a', organization: { id: 1, org_name: 'O', logo: '' } };
  signedIn({ token: 't', publicKey: '', imageServerUrl: '', oper });
  const buttons = ['list', 'update', 'delete'].map((b) => ({ btn_code: b, action_url: `/manufacturer/${b}` }));
  const menu_name = { zh: '厂商', en: 'Manufacturers' };
  const menu = { id: 1, menu_code: 'manufacturer', menu_name, menu_url: '', menu_icon: '', hidden: false, remarks: '' };
  useSession.setState({ menus: [{ ...menu, sid: null, buttons }] });
});
afterEach(async () => {
  cleanup();
  await loadScreenPreferences(null);
  vi.unstubAllGlobals();
});

const Page = () => (
  <PageContext
    value={{
      path: '/manufacturer',
      title: { zh: '厂商', en: 'Manufacturers' },
      trail: [],
      active: true,
      kept: true,
      entitle: () => {},
    }}
  >
    <ResourcePage
      of={manufacturers}
      noun="manufacturer"
      columns={[
        { title: 'Code', dataIndex: 'factoryCode', sorter: true, width: 120 },
        { title: 'Name', dataIndex: 'factoryName', width: 200 },
        { title: 'Made', dataIndex: 'create_time', width: 180, optional: true },
      ]}
      name={(m) => m.factoryName}
      search="Code or name"
      detail={(m) => <p>Detail of {m.factoryName}</p>}
      form={null}
      blank={{}}
      empty={{ title: 'No manufacturers yet', text: 'They would stand here.' }}
      consequence={(names) => `${names}: gone for good.`}
    />
  </PageContext>
);
const open = async (address: string, first = 'M1') => {
  const router = createMemoryRouter([{ path: '*', Component: Page }], { initialEntries: [address] });
  render(
    <ConfigProvider theme={{ token: { motion: false } }}>
      <App>
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <Suspense>
            <RouterProvider router={router} />
          </Suspense>
        </QueryClientProvider>
      </App>
    </ConfigProvider>,
  );
  await screen.findByText(first);
  return router;
};
const headings = () =>
  screen.getAllByRole('columnheader').flatMap((h) => (/^(Actions)?$/.test(h.textContent) ? [] : [h.textContent]));
const rowNamed = (name: string): HTMLElement => screen.getByText(name).closest('tr') as HTMLElement;
const tick = async (name: string): Promise<void> => userEvent.click(within(rowNamed(name)).getByRole('checkbox'));

it('keeps a selection over pages, and says where it stands', async () => {
  await open('/manufacturer');
  await tick('M1');
  await tick('M3');
  expect(screen.getByText('2 selected')).toBeTruthy();
  await userEvent.click(screen.getByTitle('2'));
  await screen.findByText('M21');
  await tick('M21');
  expect(screen.getByText('3 selected')).toBeTruthy();
  expect(screen.getByText(/1 on this page, 2 elsewhere/)).toBeTruthy();

  await userEvent.click(screen.getByRole('button', { name: 'Select all 230 matching' }));
  await screen.findByText('230 selected');
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(screen.queryByText(/selected/)).toBeNull();
});

it('deletes many in parts, names what a refusal holds, and finds the one that is in use', async () => {
  needed = 150;
  await open('/manufacturer');
  await tick('M1');
  await userEvent.click(screen.getByRole('button', { name: 'Select all 230 matching' }));
  await screen.findByText('230 selected');
  await userEvent.click(screen.getByRole('button', { name: /^delete Delete|^Delete$/ }));
  await screen.findByText(/Maker 1, Maker 2, Maker 3, Maker 4, Maker 5 …: gone for good/);
  const question = screen.getAllByRole('dialog').at(-1) as HTMLElement;
  await userEvent.type(within(question).getByLabelText('To delete 230 records, type how many.'), '230');
  await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));

  await screen.findByText('130 records done');
  expect(screen.getByText('100 records refused: Still in use, it cannot be deleted')).toBeTruthy();
  expect(asked.filter((a) => a.path === '/manufacturer/delete').map((a) => (a.body.ids as number[]).length)).toEqual([
    100, 100, 30,
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Try these one by one' }));
  await screen.findByText('229 records done', {}, { timeout: 5000 });
  expect(screen.getByText('1 record refused: Still in use, it cannot be deleted')).toBeTruthy();
  const result = screen.getAllByRole('dialog').at(-1) as HTMLElement;
  expect(within(result).getByText('Maker 150')).toBeTruthy();
  expect(rows.map((r) => r.id)).toEqual([150]);
});

it('walks the rows with the keyboard: arrows, space selects, Enter opens, Esc closes', async () => {
  const router = await open('/manufacturer');
  rowNamed('M1').focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
  expect(document.activeElement).toBe(rowNamed('M2'));
  await userEvent.keyboard(' ');
  expect(screen.getByText('1 selected')).toBeTruthy();
  await userEvent.keyboard('{End}');
  expect(document.activeElement).toBe(rowNamed('M20'));
  await userEvent.keyboard('{Enter}');
  await screen.findByText('Detail of Maker 20');
  expect(router.state.location.search).toBe('?id=20');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText('Detail of Maker 20')).toBeNull());
  expect(rowNamed('M20').className).toContain('row-last');
  await userEvent.keyboard('/');
  expect(document.activeElement).toBe(screen.getByLabelText('Code or name'));
});

it('has one row in the tab order', async () => {
  await open('/manufacturer');
  await waitFor(() => expect(rowNamed('M1').tabIndex).toBe(0));
  rowNamed('M4').focus();
  const inOrder = screen.getAllByRole('row').filter((row) => row.tabIndex === 0);
  expect(inOrder).toEqual([rowNamed('M4')]);
});

it('shows, orders, pins and sizes columns by keyboard, and remembers them for the person', async () => {
  await open('/manufacturer');
  expect(headings()).toEqual(['Code', 'Name']);
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
  expect(((await screen.findByRole('checkbox', { name: 'Code' })) as HTMLInputElement).disabled).toBe(true);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Made' }));
  expect(headings()).toEqual(['Code', 'Name', 'Made']);
  screen.getByRole('button', { name: 'Move Made' }).focus();
  await userEvent.keyboard('{ArrowUp}');
  expect(headings()).toEqual(['Code', 'Made', 'Name']);
  await userEvent.click(screen.getByRole('button', { name: 'Pin Name to the left' }));
  expect(headings()).toEqual(['Code', 'Name', 'Made']);

  screen.getByRole('separator', { name: 'Width of Name' }).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{Shift>}{ArrowRight}{/Shift}');
  expect(screen.getByRole('separator', { name: 'Width of Name' }).getAttribute('aria-valuenow')).toBe('270');
  await waitFor(
    () =>
      expect(kept['table.manufacturer']).toMatchObject({
        columns: [
          { id: 'factoryCode', pinned: true },
          { id: 'factoryName', pinned: true, width: 270 },
          { id: 'create_time', shown: true },
        ],
      }),
    { timeout: 3000 },
  );

  await userEvent.click(within(screen.getByRole('region', { name: 'Columns' })).getByRole('button', { name: 'Reset' }));
  expect(headings()).toEqual(['Code', 'Name']);
});

it('a heading is drawn to another place by the mouse, and a press that does not move sorts', async () => {
  const shown = ['factoryCode', 'create_time', 'factoryName'].map((id) => ({ id, shown: true, pinned: false }));
  kept = { 'table.manufacturer': { columns: shown, density: 'usual', size: null } };
  const router = await open('/manufacturer');
  await waitFor(() => expect(headings()).toEqual(['Code', 'Made', 'Name']));
  const [, made, name] = screen.getAllByRole('columnheader').filter((h) => h.textContent !== '');
  const stand = (th: HTMLElement, left: number) =>
    vi.spyOn(th, 'getBoundingClientRect').mockReturnValue(new DOMRect(left, 0, 100, 40));
  stand(made!, 100);
  stand(name!, 200);
  fireEvent.pointerDown(name!, { pointerId: 1, button: 0, clientX: 250 });
  fireEvent.pointerMove(window, { pointerId: 1, clientX: 247 });
  expect(name!.dataset.held).toBeUndefined();
  fireEvent.pointerMove(window, { pointerId: 1, clientX: 130 });
  expect(made!.dataset.drop).toBe('before');
  fireEvent.keyDown(window, { key: 'Escape' });
  expect(made!.dataset.drop).toBeUndefined();
  fireEvent.pointerUp(window, { pointerId: 1, clientX: 130 });
  expect(headings()).toEqual(['Code', 'Made', 'Name']);

  fireEvent.pointerDown(name!, { pointerId: 1, button: 0, clientX: 250 });
  fireEvent.pointerMove(window, { pointerId: 1, clientX: 20 });
  fireEvent.pointerUp(window, { pointerId: 1, clientX: 20 });
  fireEvent.click(name!);
  expect(headings()).toEqual(['Code', 'Name', 'Made']);
  expect(router.state.location.search).toBe('');
});

it('remembers how many rows a page has', async () => {
  kept = { 'table.manufacturer': { columns: [], density: 'compact', size: 50 } };
  await open('/manufacturer');
  await screen.findByText('M50');
  expect(document.querySelector('.list-scroll')?.getAttribute('data-density')).toBe('compact');
  expect(screen.getByText('1–50 of 230')).toBeTruthy();
});

it('keeps a view: filters, order and columns under a name', async () => {
  const router = await open('/manufacturer?keyword=a&sort=-factoryCode&page=2&id=3', 'M21');
  await userEvent.click(screen.getByRole('button', { name: /Views/ }));
  await userEvent.click(await screen.findByText('Save as a view…'));
  await userEvent.type(await screen.findByLabelText('Name of the view'), 'Night shift{Enter}');
  await screen.findByRole('button', { name: /View: Night shift/ });

  await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
  await screen.findByRole('button', { name: /Views/ });
  await userEvent.click(screen.getByRole('button', { name: /Views/ }));
  await userEvent.click(await screen.findByText('Night shift'));
  await waitFor(() => expect(router.state.location.search).toBe('?keyword=a&sort=-factoryCode'));
});
