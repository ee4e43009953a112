import { manufacturers } from '@plomb/contract/devices/manufacturers';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App, ConfigProvider, Form, Input, Modal } from 'antd';
import { Suspense, useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { useNotices } from '../platform/notices.ts';
import { signedIn, useSession } from '../platform/session.ts';
import { hasUnsaved } from '../platform/unsaved.ts';
import { inEnglish } from '../testing/inEnglish.ts';
import { LeaveGuard } from './LeaveGuard.tsx';
import { PageContext } from './page.ts';
import { ResourcePage } from './ResourcePage.tsx';

interface Row {
  id: number;
  factoryCode: string;
  factoryName: string;
  create_time: string;
}
let rows: Row[];
const called: string[] = [];
/** the server stopped counting */
let uncounted: boolean;
/** it answers no list */
let failing: boolean;
let asked: { path: string; body: Record<string, unknown> }[];

/** A server of one table that refuses a code used twice. */
const serve = (path: string, body: Record<string, unknown>): [sign: string, desc: string, data: unknown] => {
  if (path === '/manufacturer/list') {
    if (failing) return ['fail', 'The shelf fell over', undefined];
    const found = rows.filter((r) => r.factoryName.includes(String(body.keyword ?? '')));
    if (uncounted) return ['success', '', { rows: found, total: 10_000, totalIsAtLeast: true }];
    return ['success', '', { rows: found, total: found.length }];
  }
  if (path === '/manufacturer/add') {
    if (rows.some((r) => r.factoryCode === body.factoryCode))
      return ['validation', 'The form information is wrong', { factoryCode: 'This code is taken' }];
    const id = rows.length + 1;
    const { factoryCode, factoryName } = body;
    rows = [...rows, { id, factoryCode: String(factoryCode), factoryName: String(factoryName), create_time: now }];
    return ['success', '', { id }];
  }
  const row = rows.find((r) => r.id === body.id);
  if (path === '/manufacturer/detail')
    return row ? ['success', '', { ...row, version: versionOf(row) }] : ['notFound', 'No data found', undefined];
  if (path === '/manufacturer/update') {
    if (row && versionOf(row) !== body.version)
      return ['conflict', 'Mei changed this record meanwhile', { version: 'Somebody else changed this' }];
    const { factoryCode, factoryName } = body as unknown as Row;
    rows = rows.map((r) => (r === row ? { ...r, factoryCode, factoryName } : r));
    return ['success', '', { id: body.id }];
  }
  if (path === '/manufacturer/delete') {
    rows = rows.filter((r) => !(body.ids as number[]).includes(r.id));
    return ['success', '', {}];
  }
  throw new Error(`nothing stands at ${path}`);
};
const versionOf = (row: Row): string => `${row.factoryCode} ${row.factoryName}`;
const now = '2026-11-21T12:00:00Z';

inEnglish();
beforeEach(() => {
  asked = [];
  uncounted = false;
  failing = false;
  rows = [
    { id: 1, factoryCode: 'JT', factoryName: 'Jointech', create_time: now },
    { id: 2, factoryCode: 'HHD', factoryName: 'Hhdlink', create_time: now },
  ];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url === '/config.json') return Response.json({ signSecret: 's', title: '', version: '0' });
    const body = JSON.parse(String(init.body)) as Record<string, unknown>;
    asked.push({ path: url, body });
    const [sign, desc, data] = serve(url, body);
    return Response.json({ verify: { sign, desc }, data });
  });
  const oper = { id: 1, oper_name: 'A', login_name: 'a', organization: { id: 1, org_name: 'O', logo: '' } };
  signedIn({ token: 't', publicKey: '', imageServerUrl: '', oper });
  const buttons = ['list', 'add', 'update', 'delete'].map((b) => ({ btn_code: b, action_url: `/manufacturer/${b}` }));
  const menu_name = { zh: '厂商', en: 'Manufacturers' };
  const menu = { id: 1, menu_code: 'manufacturer', menu_name, menu_url: '', menu_icon: '', hidden: false, remarks: '' };
  useSession.setState({ menus: [{ ...menu, sid: null, buttons }] });
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
    <LeaveGuard
      loses={(here, there) =>
        hasUnsaved(['/manufacturer']) && here.search !== there.search ? { path: '/manufacturer' } : null
      }
    />
    <ResourcePage
      of={manufacturers}
      noun="manufacturer"
      columns={[
        { title: 'Code', dataIndex: 'factoryCode', sorter: true },
        { title: 'Name', dataIndex: 'factoryName' },
      ]}
      name={(m) => m.factoryName}
      details={(m) => m.factoryCode}
      rowActions={(m) => [{ key: 'call', label: 'Call', run: () => called.push(m.factoryName) }]}
      search="Code or name"
      detail={(m) => (
        <>
          <p>Detail of {m.factoryName}</p>
          <input aria-label="Draft" />
        </>
      )}
      form={
        <>
          <Form.Item name="factoryCode" label="Code" rules={[{ required: true, message: 'Input cannot be empty' }]}>
            <Input />
          </Form.Item>
          <Form.Item name="factoryName" label="Name" rules={[{ required: true, message: 'Input cannot be empty' }]}>
            <Input />
          </Form.Item>
        </>
      }
      blank={{}}
      empty={{ title: 'No manufacturers yet', text: 'They would stand here.' }}
      consequence={(names) => `${names}: gone for good.`}
    />
  </PageContext>
);
let client: QueryClient;
const open = (address: string) => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter([{ path: '*', Component: Page }], { initialEntries: [address] });
  render(
    <ConfigProvider theme={{ token: { motion: false } }}>
      <App>
        <QueryClientProvider client={client}>
          <Suspense>
            <RouterProvider router={router} />
          </Suspense>
        </QueryClientProvider>
      </App>
    </ConfigProvider>,
  );
  return router;
};
it('says that there are more where they were not counted to the end', async () => {
  uncounted = true;
  open('/manufacturer');
  await screen.findByText('Jointech');
  expect(screen.getByText('More than 10,000')).toBeTruthy();
  expect(screen.getByText('1–20 of more than 10,000')).toBeTruthy();
});

it('says once that nothing could be loaded, and offers to add only where one sees what is there', async () => {
  failing = true;
  useNotices.setState({ shown: [] });
  open('/manufacturer');
  const failure = await screen.findByRole('alert');
  // as a message first, then in the place of the rows: at no time twice
  expect(useNotices.getState().shown).toMatchObject([{ text: 'The shelf fell over', milliseconds: 5000 }]);
  expect(failure.textContent).not.toContain('The shelf fell over');
  act(() => useNotices.setState({ shown: [] }));
  expect(failure.textContent).toContain('The shelf fell over');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Manufacturers');
  expect(screen.queryByRole('button', { name: /Add manufacturer/ })).toBeNull();
  failing = false;
  await userEvent.click(within(failure).getByRole('button'));
  await screen.findByText('Jointech');
  expect(screen.getByRole('button', { name: /Add manufacturer/ })).toBeTruthy();
});

const lists = () => asked.filter((a) => a.path === '/manufacturer/list').map((a) => a.body);

it('asks for what the address says, and says in the address what was asked', async () => {
  const router = open('/manufacturer?keyword=Joint&sort=-factoryCode&nonsense=1');
  await screen.findByText('Jointech');
  expect(screen.queryByText('Hhdlink')).toBeNull();
  expect(lists()[0]).toMatchObject({ keyword: 'Joint', sort: '-factoryCode' });
  expect(lists()[0]).not.toHaveProperty('nonsense');

  await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
  await screen.findByText('Hhdlink');
  expect(router.state.location.search).toBe('?sort=-factoryCode');
});

it('shows the rows of another filter as such until the answer comes, and counts none of them', async () => {
  open('/manufacturer');
  await screen.findByText('Jointech');
  const list = screen.getByText('Jointech').closest('section');
  expect(list?.getAttribute('aria-busy')).toBe('false');
  expect(screen.getByText('2 in total')).toBeTruthy();
  const answer = globalThis.fetch;
  let comes = (): void => {};
  const waits = new Promise<void>((resolve) => {
    comes = resolve;
  });
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url === '/manufacturer/list') await waits;
    return answer(url, init);
  });
  await userEvent.type(screen.getByPlaceholderText('Code or name'), 'Hhd{Enter}');
  await waitFor(() => expect(list?.getAttribute('aria-busy')).toBe('true'));
  expect(screen.getByText('Jointech')).toBeTruthy();
  expect(screen.queryByText('2 in total')).toBeNull();
  comes();
  await waitFor(() => expect(screen.queryByText('Jointech')).toBeNull());
  expect(list?.getAttribute('aria-busy')).toBe('false');
});

it('opens the record the address names, and closes it with Esc', async () => {
  const router = open('/manufacturer?id=2');
  await screen.findByText('Detail of Hhdlink');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText('Detail of Hhdlink')).toBeNull());
  expect(router.state.location.search).toBe('');
});

it('puts what the server refuses beside its field, takes the focus there, and saves at the second try', async () => {
  const router = open('/manufacturer');
  await userEvent.click(await screen.findByRole('button', { name: /Add manufacturer/ }));
  const form = await screen.findByRole('dialog');
  await userEvent.type(within(form).getByLabelText('Code'), 'JT');
  await userEvent.type(within(form).getByLabelText('Name'), 'Another');
  await userEvent.click(within(form).getByRole('button', { name: 'Save' }));

  await within(form).findByText('This code is taken');
  expect(within(form).getByText('1 field needs attention')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(within(form).getByLabelText('Code')));

  await userEvent.type(within(form).getByLabelText('Code'), '2');
  await userEvent.click(within(form).getByRole('button', { name: 'Save' }));
  await screen.findByText('Another');
  expect(rows.at(-1)).toMatchObject({ factoryCode: 'JT2', factoryName: 'Another' });
  // what was made is opened beside the list
  await waitFor(() => expect(router.state.location.search).toBe('?id=3'));
  await screen.findByText('Detail of Another');
});

it('does not lose what was typed without asking', async () => {
  const router = open('/manufacturer?edit=new');
  const form = await screen.findByRole('dialog');
  await userEvent.type(within(form).getByLabelText('Name'), 'Half typed');
  await userEvent.click(within(form).getByRole('button', { name: 'Cancel' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(router.state.location.search).toBe('?edit=new');
  expect((within(form).getByLabelText('Name') as HTMLInputElement).value).toBe('Half typed');

  await userEvent.click(within(form).getByRole('button', { name: 'Cancel' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Discard it' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

it('offers in the menu of a row what else can be done with it', async () => {
  open('/manufacturer');
  await userEvent.click(await screen.findByRole('button', { name: /Hhdlink/ }));
  const offered = await screen.findAllByRole('menuitem');
  expect(offered.map((item) => item.textContent)).toEqual(['Edit', 'Call', 'Delete…']);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Call' }));
  expect(called).toEqual(['Hhdlink']);
});

it('says what deleting means before it deletes', async () => {
  open('/manufacturer');
  await screen.findByText('Jointech');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Jointech' }));
  await userEvent.click(await screen.findByRole('button', { name: /Delete/ }));
  await screen.findByText('Jointech · JT: gone for good.');
  expect(rows).toHaveLength(2);
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(rows.map((r) => r.id)).toEqual([2]));
  await waitFor(() => expect(screen.queryByText('Jointech')).toBeNull());
});

it('asks for the number of records to be typed before many are deleted', async () => {
  rows = Array.from({ length: 25 }, (_, i) => ({
    id: i + 1,
    factoryCode: `F${i}`,
    factoryName: `N${i}`,
    create_time: now,
  }));
  open('/manufacturer');
  await screen.findByText('N3');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
  await userEvent.click(await screen.findByRole('button', { name: /Delete/ }));
  const dialog = await screen.findByRole('dialog');
  const sure = within(dialog).getByRole('button', { name: 'Delete' }) as HTMLButtonElement;
  expect(sure.disabled).toBe(true);
  await userEvent.type(within(dialog).getByLabelText(/type how many/), '24');
  expect(sure.disabled).toBe(true);
  await userEvent.clear(within(dialog).getByLabelText(/type how many/));
  await userEvent.type(within(dialog).getByLabelText(/type how many/), '25');
  await userEvent.click(sure);
  await waitFor(() => expect(rows).toEqual([]));
});

it('keeps a form open, and what is typed in it, when its record leaves the list', async () => {
  open('/manufacturer?edit=2');
  const form = await screen.findByRole('dialog');
  const field = await within(form).findByLabelText('Name');
  await userEvent.type(field, ' typed');
  rows = rows.filter((r) => r.id !== 2); // a colleague deleted it, or added one that pushes it to the next page
  await client.invalidateQueries();
  await waitFor(() => expect(screen.queryByText('Hhdlink')).toBeNull());
  expect((within(form).getByLabelText('Name') as HTMLInputElement).value).toBe('Hhdlink typed');
});

it('shows what a colleague saved meanwhile, and saves over it only when asked again', async () => {
  open('/manufacturer?edit=2');
  const form = await screen.findByRole('dialog');
  await userEvent.type(await within(form).findByLabelText('Code'), 'X');
  rows = rows.map((r) => (r.id === 2 ? { ...r, factoryName: 'Theirs' } : r));
  await userEvent.click(within(form).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(useNotices.getState().shown.at(-1)).toMatchObject({ text: 'Mei changed this record meanwhile' }),
  );
  act(() => useNotices.setState({ shown: [] }));
  await within(form).findByText('Mei changed this record meanwhile');
  await within(form).findByText('Meanwhile it was changed to “Theirs”');
  expect(rows.find((r) => r.id === 2)?.factoryCode).toBe('HHD');
  expect((within(form).getByLabelText('Code') as HTMLInputElement).value).toBe('HHDX');

  await userEvent.click(within(form).getByRole('button', { name: 'Take theirs' }));
  expect((within(form).getByLabelText('Name') as HTMLInputElement).value).toBe('Theirs');
  await userEvent.type(within(form).getByLabelText('Code'), 'Y');
  await userEvent.click(within(form).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(rows.find((r) => r.id === 2)).toMatchObject({ factoryCode: 'HHDY', factoryName: 'Theirs' }),
  );
});

it('puts nothing over a second change where theirs was taken', async () => {
  open('/manufacturer?edit=2');
  const form = await screen.findByRole('dialog');
  const save = () => userEvent.click(within(form).getByRole('button', { name: 'Save' }));
  await userEvent.type(await within(form).findByLabelText('Name'), ' mine');
  rows = rows.map((r) => (r.id === 2 ? { ...r, factoryName: 'Theirs' } : r));
  await save();
  await userEvent.click(await within(form).findByRole('button', { name: 'Take theirs' }));
  await userEvent.type(within(form).getByLabelText('Code'), 'Y');
  rows = rows.map((r) => (r.id === 2 ? { ...r, factoryName: 'Theirs again' } : r));
  await save();
  await within(form).findByText('Meanwhile it was changed to “Theirs again”');
  await save();
  await waitFor(() =>
    expect(rows.find((r) => r.id === 2)).toMatchObject({ factoryCode: 'HHDY', factoryName: 'Theirs again' }),
  );
});

it('puts nothing over what a colleague saved meanwhile where nothing was typed', async () => {
  open('/manufacturer?edit=2');
  const form = await screen.findByRole('dialog');
  await userEvent.type(await within(form).findByLabelText('Code'), 'X');
  rows = rows.map((r) => (r.id === 2 ? { ...r, factoryName: 'Theirs' } : r));
  await userEvent.click(within(form).getByRole('button', { name: 'Save' }));
  await within(form).findByText('Meanwhile it was changed to “Theirs”');
  await userEvent.click(within(form).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(rows.find((r) => r.id === 2)).toMatchObject({ factoryCode: 'HHDX', factoryName: 'Theirs' }),
  );
});

it('sends a form once, however fast it is submitted again', async () => {
  open('/manufacturer?edit=new');
  const form = await screen.findByRole('dialog');
  await userEvent.type(within(form).getByLabelText('Code'), 'ONE');
  await userEvent.type(within(form).getByLabelText('Name'), 'One');
  // two presses before anything is drawn anew
  const save = within(form).getByRole('button', { name: 'Save' });
  act(() => {
    save.click();
    save.click();
  });
  await screen.findByText('Detail of One');
  expect(asked.filter((a) => a.path === '/manufacturer/add')).toHaveLength(1);
});

it('is not closed while it is being saved: a refusal finds what was typed', async () => {
  const router = open('/manufacturer?edit=new');
  const form = await screen.findByRole('dialog');
  await userEvent.type(within(form).getByLabelText('Code'), 'ONE');
  await userEvent.type(within(form).getByLabelText('Name'), 'One');
  const answer = globalThis.fetch;
  let refuse = (): void => {};
  const refused = new Promise<Response>((resolve) => {
    refuse = () => resolve(Response.json({ verify: { sign: 'fail', desc: 'The table is full' } }));
  });
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    url === '/manufacturer/add' ? refused : answer(url, init),
  );
  await userEvent.click(within(form).getByRole('button', { name: 'Save' }));
  await userEvent.click(within(form).getByRole('button', { name: 'Cancel' }));
  await userEvent.click(within(form).getByRole('button', { name: 'Close' }));
  // nor does the browser's Back take it away unasked
  void router.navigate('/manufacturer');
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(router.state.location.search).toBe('?edit=new');
  refuse();
  const told = () => useNotices.getState().shown.filter(({ text }) => text === 'The table is full');
  // the reason in a message of 5 s, and in the form from when that leaves: at no time twice
  await within(form).findByText('Not saved.');
  expect(told()).toMatchObject([{ kind: 'error', milliseconds: 5000 }]);
  act(() => useNotices.setState({ shown: [] }));
  expect(within(form).getByText('Not saved. The table is full.')).toBeTruthy();
  expect((within(form).getByLabelText('Name') as HTMLInputElement).value).toBe('One');
});

it('says in the form why nothing was saved, and saves once it can', async () => {
  open('/manufacturer?edit=new');
  const form = await screen.findByRole('dialog');
  await userEvent.type(within(form).getByLabelText('Code'), 'ONE');
  await userEvent.type(within(form).getByLabelText('Name'), 'One');
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) =>
    url === '/manufacturer/add'
      ? Response.json({ verify: { sign: 'sessionTimeOut', desc: 'Your login status has expired' } })
      : answer(url, init),
  );
  useSession.setState({ expired: 'stayed' });
  await userEvent.click(within(form).getByRole('button', { name: 'Save' }));
  await within(form).findByText('Not saved. Your login status has expired.');
  expect(useSession.getState().expired).toBe('asking');

  vi.stubGlobal('fetch', answer);
  useSession.setState({ expired: 'no' });
  await userEvent.click(within(form).getByRole('button', { name: 'Save' }));
  await screen.findByText('Detail of One');
});

it('closes with Esc after a dialog was open somewhere and is closed again', async () => {
  const Once = () => {
    const [shown, show] = useState(true);
    return (
      <ConfigProvider theme={{ token: { motion: false } }}>
        <Modal open={shown} onCancel={() => show(false)} title="Expired" />
      </ConfigProvider>
    );
  };
  render(<Once />);
  const router = open('/manufacturer?id=2');
  await screen.findByText('Detail of Hhdlink');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

it('hides what the operator may not do', async () => {
  useSession.setState(({ menus }) => ({
    menus: (menus ?? []).map((m) => ({ ...m, buttons: m.buttons.filter((b) => b.btn_code === 'list') })),
  }));
  open('/manufacturer?id=1');
  await screen.findByText('Detail of Jointech');
  expect(screen.queryByRole('button', { name: /Add|Edit|Delete/ })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

it('says why a list did not load and loads it again', async () => {
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url === '/config.json') return answer(url, init);
    throw new TypeError('the line is dead');
  });
  open('/manufacturer');
  await screen.findByText('The list did not load');
  expect(useNotices.getState().shown.at(-1)).toMatchObject({
    text: expect.stringMatching('cannot be reached'),
    milliseconds: 2000,
  });
  act(() => useNotices.setState({ shown: [] }));
  expect(screen.getByText(/The server cannot be reached.*Nothing was changed/)).toBeTruthy();
  vi.stubGlobal('fetch', answer);
  await userEvent.click(screen.getByRole('button', { name: 'Load again' }));
  await screen.findByText('Jointech');
});

it('keeps what is typed beside one record from standing beside another', async () => {
  const router = open('/manufacturer?id=1');
  await screen.findByText('Detail of Jointech');
  const draft = (): HTMLInputElement => screen.getByLabelText('Draft');
  await userEvent.type(draft(), 'why');
  await router.navigate('/manufacturer?id=2');
  await screen.findByText('Detail of Hhdlink');
  expect(draft().value).toBe('');
});
