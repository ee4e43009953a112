import { call, Id } from '@plomb/contract/kit/call';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button } from 'antd';
import { use } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { useNotices } from '../platform/notices.ts';
import { fakeServer } from '../testing/fakeServer.ts';
import { inEnglish } from '../testing/inEnglish.ts';
import { showPage, signInWith } from '../testing/showPage.tsx';
import { RecordsPage } from './RecordsPage.tsx';

const title = { zh: '', en: '' };
const LogRow = z.object({ id: Id, what: z.string() });
/** A log whose lines say less than each of them read by itself. */
const log = {
  list: call({
    path: '/log/list',
    title,
    permit: 'log:list',
    business: null,
    input: z.object({ keyword: z.string().optional(), before: Id.optional(), size: z.int().default(20) }),
    output: z.object({ rows: z.array(LogRow), more: z.boolean() }),
  }),
  detail: call({
    path: '/log/detail',
    title,
    permit: 'log:list',
    business: null,
    input: z.object({ id: Id }),
    output: LogRow.extend({ body: z.string() }),
  }),
};
let server: ReturnType<typeof fakeServer>;
const line = (id: number) => ({ id, what: `Deed ${id}` });

inEnglish();
beforeEach(() => {
  server = fakeServer();
  server.on('/log/list', ({ before = 121, size }) => {
    const top = Number(before) - 1;
    const rows = Array.from({ length: Math.min(Number(size), top) }, (_, at) => line(top - at));
    return { data: { rows, more: top > Number(size) } };
  });
  server.on('/log/detail', ({ id }) =>
    Number(id) > 500 ? { sign: 'notFound' } : { data: { ...line(Number(id)), body: `Body of ${id}` } },
  );
  signInWith(log.list);
});

it('keeps the list and the focus on its row while what a record needs is on its way', async () => {
  const user = userEvent.setup();
  const never = new Promise<string>(() => undefined);
  const Detail = () => use(never);
  const words = { search: 'What', filters: null, empty: { title: 'None', text: '' } };
  showPage(
    <RecordsPage
      {...words}
      of={log}
      columns={[{ title: 'What', dataIndex: 'what' }]}
      name={(_, id) => `Line ${id}`}
      count={() => null}
      every={false}
      detail={() => <Detail />}
    />,
    '/log',
  );
  const row = (await screen.findByText('Deed 120')).closest('tr')!;
  row.focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('complementary', { name: 'Line 120' });
  await waitFor(() => expect(server.count('/log/detail')).toBe(1));
  expect(await screen.findByRole('row', { name: 'Deed 120' })).toBe(document.activeElement);
});

const done: number[][] = [];
const Page = () => (
  <RecordsPage
    of={log}
    columns={[{ title: 'What', dataIndex: 'what' }]}
    name={(record, id) => record?.what ?? `Line ${id}`}
    count={(first) => first && `${first.rows.length} at once`}
    filters={null}
    every={false}
    asked={{ order: 'newest' }}
    search="What"
    detail={(record) => (
      <>
        <p>{record.body}</p>
        <input aria-label="Remark" />
      </>
    )}
    footer={(record) => <Button>Answer {record.what}</Button>}
    batch={{
      name: (row) => row.what,
      actions: ({ ids, clear }) => (
        <Button
          onClick={() => {
            done.push(ids);
            clear();
          }}
        >
          Do it
        </Button>
      ),
    }}
    empty={{ title: 'Nothing', text: 'Deeds would stand here.' }}
  />
);
const listed = () => server.asked.filter(({ path }) => path === '/log/list').map(({ body }) => body);

it('reads on by cursor, with what the page asks besides the address', async () => {
  showPage(<Page />, '/log?keyword=a');
  await screen.findByText('Deed 120');
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByText('Deed 70');
  expect(listed()).toMatchObject([
    { keyword: 'a', order: 'newest' },
    { keyword: 'a', order: 'newest', before: 71 },
  ]);
  expect(screen.getByText('50 at once')).toBeTruthy();
});

it('shows of an open record what only its own call tells, wherever it stands', async () => {
  showPage(<Page />, '/log?id=3');
  await screen.findByText('Body of 3');
  expect(screen.getByRole('button', { name: 'Answer Deed 3' })).toBeTruthy();
  expect(server.asked.filter(({ path }) => path === '/log/detail').map(({ body }) => body.id)).toEqual([3]);
});

it('says that nothing could be loaded, and that there is no more of it for now', async () => {
  useNotices.setState({ shown: [] });
  server.on('/log/list', () => 'broken');
  showPage(<Page />, '/log');
  const failure = await screen.findByRole('alert');
  expect(useNotices.getState().shown).toHaveLength(1);
  act(() => useNotices.setState({ shown: [] }));
  server.on('/log/list', ({ before }) => (before ? 'broken' : { data: { rows: [line(120)], more: true } }));
  await userEvent.click(within(failure).getByRole('button'));
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(useNotices.getState().shown).toHaveLength(1));
  expect(screen.getByText('Deed 120')).toBeTruthy();
});

it('keeps an open record, and what is typed beside it, until the record itself is gone', async () => {
  showPage(<Page />, '/log?id=3');
  await userEvent.type(await screen.findByLabelText('Remark'), 'half a sentence');
  const readAgain = async (times: number) => {
    window.dispatchEvent(new Event('visibilitychange')); // somebody comes back to the window
    await waitFor(() => expect(server.count('/log/detail')).toBe(times));
  };
  // each is answered before the next is asked
  for (const [at, sign] of (['sessionTimeOut', 'tooMany', 'unavailable', 'notFound'] as const).entries()) {
    server.on('/log/detail', () => ({ sign }));
    if (at > 0) expect((screen.getByLabelText('Remark') as HTMLInputElement).value).toBe('half a sentence');
    await readAgain(at + 2);
  }
  await waitFor(() => expect(screen.queryByLabelText('Remark')).toBeNull());
  expect(within(screen.getByRole('complementary')).getByRole('alert')).toBeTruthy();
});

it('says that a record is none', async () => {
  showPage(<Page />, '/log?id=501');
  await waitFor(() => expect(within(screen.getByRole('complementary')).getByRole('alert')).toBeTruthy());
});

it('does something with several', async () => {
  showPage(<Page />, '/log');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Deed 120' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Deed 118' }));
  await userEvent.click(screen.getByRole('button', { name: 'Do it' }));
  expect(done).toEqual([[120, 118]]);
  expect(screen.queryByText('2 selected')).toBeNull();
});
