import { jobCalls } from '@plomb/contract/jobs/domain';
import type { Job } from '@plomb/contract/jobs/jobs';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { useNotices } from '../../platform/notices.ts';
import { type FakeServer, fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { JobCentre } from './JobCentre.tsx';

const { jobs } = jobCalls;
const job = (change: Partial<Job>): Job => ({
  id: 7,
  kind: 'import_run',
  state: 'running',
  subject: 'locks.csv',
  subject_id: 3,
  done: 500,
  total: 10_000,
  failure: '',
  file: null,
  file_bytes: null,
  create_time: '2026-11-22T08:00:00.000Z',
  start_time: '2026-11-22T08:00:00.000Z',
  end_time: null,
  ...change,
});
let server: FakeServer;
let mine: Job[];

inEnglish();
beforeEach(() => {
  mine = [job({})];
  server = fakeServer();
  server.on(jobs.list.path, () => ({ data: { rows: mine } }));
  server.on(jobs.cancel.path, () => {
    mine = [job({ state: 'cancelled', end_time: '2026-11-22T08:01:00.000Z' })];
    return { data: {} };
  });
  useNotices.setState({ shown: [] });
  signInWith(jobs.list);
});

it('shows how far a job is, where it belongs, and ends it', async () => {
  const user = userEvent.setup();
  showPage(<JobCentre />, '/dashboard');
  await user.click(await screen.findByRole('button', { name: '1 job under way' }));
  const list = await screen.findByRole('region', { name: 'Own jobs' });
  expect(within(list).getByRole('progressbar')).toHaveProperty('value', 500);
  expect(list.textContent).toContain('500 / 10,000');
  expect(within(list).getByRole('link', { name: 'Open locks.csv' }).getAttribute('href')).toBe('/import?file=3');
  await user.click(within(list).getByRole('button', { name: 'Cancel locks.csv' }));
  await waitFor(() => expect(within(list).queryByRole('progressbar')).toBeNull());
  expect(server.asked.find(({ path }) => path === jobs.cancel.path)?.body).toMatchObject({ id: 7 });
});

it('says when a job is over, and why it failed', async () => {
  showPage(<JobCentre />, '/dashboard');
  await screen.findByRole('button', { name: '1 job under way' });
  mine = [job({ state: 'failed', failure: 'No permission', end_time: '2026-11-22T08:01:00.000Z' })];
  await screen.findByRole('button', { name: 'Own jobs, none under way' }, { timeout: 20_000 });
  const words = () => useNotices.getState().shown.map(({ text }) => text);
  await waitFor(() => expect(words()).toEqual([expect.stringMatching(/failed: locks\.csv\. No permission$/)]));
});

it('says of a job that is not begun that it waits, and not how much of nothing is done', async () => {
  mine = [job({ state: 'queued', done: 0, total: 0, start_time: null })];
  showPage(<JobCentre />, '/dashboard');
  await userEvent.setup().click(await screen.findByRole('button', { name: '1 job under way' }));
  const list = await screen.findByRole('region', { name: 'Own jobs' });
  expect(within(list).getByText('Queued')).toBeTruthy();
  expect(within(list).queryByRole('progressbar')).toBeNull();
  expect(within(list).getByRole('button', { name: 'Cancel locks.csv' })).toBeTruthy();
});

it('is not there for whoever began nothing', async () => {
  mine = [];
  showPage(<JobCentre />, '/dashboard');
  await waitFor(() => expect(server.count(jobs.list.path)).toBeGreaterThan(0));
  expect(screen.queryByRole('button')).toBeNull();
});
