import { type MenuRow, menus } from '@plomb/contract/system/menus/menus';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Form, Input, Modal } from 'antd';
import { beforeEach, expect, it } from 'vitest';
import { type Answer, fakeServer } from '../testing/fakeServer.ts';
import { inEnglish } from '../testing/inEnglish.ts';
import { showPage, signInWith } from '../testing/showPage.tsx';
import type { Query } from './list/listQuery.ts';
import { TreePage } from './TreePage.tsx';
import { type Placed, treeOf } from './tree.ts';

const menu = (id: number, sid: number | null, en: string) => ({
  id,
  sid,
  menuCode: `m${id}`,
  menuName: { zh: en, en },
  menuUrl: '0',
  menuIcon: '',
  status: 1 as const,
  hidden: false,
  remarks: '1',
  needed: id === 1,
  roles: 0,
  buttons: [],
  version: `v${id}`,
});
let rows: ReturnType<typeof menu>[];
let server: ReturnType<typeof fakeServer>;
const answered = (data: unknown): Answer => ({ data });

inEnglish();
beforeEach(() => {
  rows = [menu(1, null, 'System'), menu(2, 1, 'Roles'), menu(3, 2, 'Grants'), menu(4, null, 'Reports')];
  server = fakeServer();
  server.on('/menu/list', ({ keyword }) => {
    const found = rows.filter((row) => row.menuName.en.includes(String(keyword ?? '')));
    return answered({ rows: found, total: found.length, editable: true });
  });
  server.on('/menu/update', () => answered({ id: 2 }));
  server.on('/menu/delete', ({ ids }) => {
    rows = rows.filter((row) => !(ids as number[]).includes(row.id));
    return answered({});
  });
  const { list, add, update, delete: remove } = menus;
  signInWith(list, add, update, remove);
});

type Branch = MenuRow & Placed;
const grow = (all: readonly MenuRow[]): Branch[] =>
  treeOf<MenuRow, object>(
    all,
    (row) => row.sid,
    () => ({}),
  );
const found =
  ({ keyword }: Query) =>
  (row: Branch): boolean =>
    row.menuName.en.includes(String(keyword ?? ''));
const Page = ({ local = false }: { local?: boolean }) => (
  <TreePage
    of={menus}
    noun="menu"
    grow={grow}
    {...(local ? { found } : {})}
    columns={() => [{ title: 'Menu', dataIndex: 'menuCode', render: (_, row) => row.menuName.en }]}
    name={(row) => row.menuName.en}
    search="Name"
    detail={(row, { tree }) => (
      <p>
        Detail of {row.menuName.en} among {tree.length}
      </p>
    )}
    form={() => (
      <>
        <Form.Item name="menuCode" label="Code">
          <Input />
        </Form.Item>
        <Form.Item name="sid" label="Below">
          <Input />
        </Form.Item>
      </>
    )}
    blank={(above) => (above ? { sid: above.id } : {})}
    changed={async () => {}}
    addBelow="Add below"
    deleting={(row) => ({ title: `Delete ${row.menuName.en}?`, consequence: 'Gone for good.' })}
    allows={(action, row) => !(action === 'delete' && row?.needed)}
    empty={{ title: 'No menus', text: 'They would stand here.' }}
  />
);
const names = () => screen.getAllByRole('row').flatMap((row) => within(row).queryAllByRole('link'));
const shown = () => names().map((link) => link.textContent);

it('folds what stands below one, and all at once', async () => {
  showPage(<Page />, '/menu');
  await userEvent.click(await screen.findByRole('button', { name: 'Fold Roles' }));
  expect(shown()).toEqual(['System', 'Roles', 'Reports']);
  await userEvent.click(screen.getByRole('button', { name: 'Unfold Roles' }));
  expect(shown()).toEqual(['System', 'Roles', 'Grants', 'Reports']);
  await userEvent.click(screen.getByRole('button', { name: 'Fold all' }));
  expect(shown()).toEqual(['System', 'Reports']);
});

it('held still is not read anew when somebody comes back to the window', async () => {
  showPage(<Page />, '/menu');
  await userEvent.click(await screen.findByRole('button', { name: 'Pause updating' }));
  rows = [menu(1, null, 'Another')];
  window.dispatchEvent(new Event('visibilitychange'));
  await userEvent.click(screen.getByRole('button', { name: 'Fold Roles' }));
  expect(shown()).toEqual(['System', 'Roles', 'Reports']);
  expect(server.count('/menu/list')).toBe(1);
});

it('shows an open record that the server leaves out of what it finds', async () => {
  showPage(<Page />, '/menu?id=2&keyword=Reports');
  await screen.findByText(/^Detail of Roles/);
  expect(shown()).toEqual(['Reports']);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('finds here, with what stands above, or asks the server to', async () => {
  showPage(<Page local />, '/menu?keyword=Grants');
  await waitFor(() => expect(shown()).toEqual(['System', 'Roles', 'Grants']));
  expect(server.asked.find(({ path }) => path === '/menu/list')?.body).not.toHaveProperty('keyword');
});

it('asks the server to find where it cannot be found here', async () => {
  showPage(<Page />, '/menu?keyword=Grants');
  await waitFor(() => expect(shown()).toEqual(['Grants']));
  expect(server.asked.find(({ path }) => path === '/menu/list')?.body).toMatchObject({ keyword: 'Grants' });
});

it('starts a new one below the one that is open', async () => {
  const router = showPage(<Page />, '/menu?id=2');
  await screen.findByText('Detail of Roles among 4');
  await userEvent.click(screen.getByRole('button', { name: 'Add below' }));
  expect(router.state.location.search).toBe('?id=2&edit=new');
  const form = await screen.findByRole('dialog');
  expect(within(form).getByLabelText<HTMLInputElement>('Below').value).toBe('2');
});

it('shows what was made, and its form is gone', async () => {
  server.on('/menu/add', ({ menuCode }) => {
    rows = [...rows, { ...menu(5, 2, 'Notes'), menuCode: String(menuCode) }];
    return answered({ id: 5 });
  });
  const router = showPage(<Page local />, '/menu?edit=new');
  const form = await screen.findByRole('dialog');
  await userEvent.type(within(form).getByLabelText('Code'), 'notes');
  await userEvent.click(within(form).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(router.state.location.search).toBe('?id=5'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.type(screen.getByRole('searchbox'), 'Grants');
  await waitFor(() => expect(router.state.location.search).toBe('?id=5&keyword=Grants'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('edits one as it is by now, not as the list had it, and says which version that was', async () => {
  showPage(<Page />, '/menu?id=2');
  await screen.findByText('Detail of Roles among 4');
  rows = rows.map((row) => (row.id === 2 ? { ...row, menuCode: 'changed', version: 'v2b' } : row));
  await userEvent.click(screen.getByRole('button', { name: /Edit/ }));
  const form = await screen.findByRole('dialog');
  const code = await within(form).findByLabelText<HTMLInputElement>('Code');
  expect(code.value).toBe('changed');
  await userEvent.type(code, '2');
  await userEvent.click(within(form).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.asked.find(({ path }) => path === '/menu/update')?.body).toMatchObject({
      id: 2,
      menuCode: 'changed2',
      version: 'v2b',
    }),
  );
});

it('asks before one goes, and does not offer it where it cannot go', async () => {
  showPage(<Page />, '/menu?id=4');
  await screen.findByText('Detail of Reports among 4');
  await userEvent.click(screen.getByRole('button', { name: 'Delete…' }));
  const question = await screen.findByRole('dialog', { name: /Delete Reports/ });
  await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(rows.map((row) => row.id)).toEqual([1, 2, 3]));
  Modal.destroyAll();
});

it('says nothing of deleting what is needed', async () => {
  showPage(<Page />, '/menu?id=1');
  await screen.findByText('Detail of System among 4');
  expect(screen.queryByRole('button', { name: 'Delete…' })).toBeNull();
});
