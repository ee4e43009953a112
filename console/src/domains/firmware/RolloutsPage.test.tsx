import { resumeApprovals } from '@plomb/contract/approvals/approvals';
import { firmwareCalls } from '@plomb/contract/firmware/domain';
import type { RolloutDetail } from '@plomb/contract/firmware/rollouts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { keepUnknown } from '../../lock/unknownNumbers.ts';
import { type FakeServer, fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { RolloutsPage } from './RolloutsPage.tsx';

const { firmwareRollouts: of, firmwareIssues } = firmwareCalls;
const draft: RolloutDetail = {
  id: 4,
  firmware_id: 2,
  firmware_version: 'G-2.5',
  device_type_name: 'G-300',
  state: 'draft',
  total: 7,
  refused: 1,
  success: 0,
  failed: 0,
  open: 6,
  canary: 5,
  wave_size: 50,
  hours: 72,
  deadline: null,
  reason: '',
  oper_name: 'Demo',
  login_name: 'demo',
  create_time: '2026-11-22T08:00:00.000Z',
  start_time: null,
  end_time: null,
  sha256: 'a'.repeat(64),
  wave: 0,
  waves: [
    { wave: 0, counts: [{ state: 'created', count: 5 }] },
    { wave: 1, counts: [{ state: 'created', count: 1 }] },
  ],
  counts: [{ state: 'created', count: 6 }],
  refusals: [{ refusal: 'sameVersion', count: 1, numbers: ['14802100009'] }],
  waits: [{ wait: 'battery', count: 2, numbers: ['14802100007', '14802100008'] }],
  steps: [],
  failures: [],
  by_two: false,
  minutes: 15,
  asked: [],
};
const stopped: RolloutDetail = {
  ...draft,
  state: 'stopped',
  failed: 1,
  success: 4,
  open: 1,
  start_time: draft.create_time,
  deadline: draft.create_time,
  waves: [
    {
      wave: 0,
      counts: [
        { state: 'success', count: 4 },
        { state: 'failed', count: 1 },
      ],
    },
    { wave: 1, counts: [{ state: 'created', count: 1 }] },
  ],
  counts: [
    { state: 'created', count: 1 },
    { state: 'success', count: 4 },
    { state: 'failed', count: 1 },
  ],
  steps: [
    { step: 'stop', oper_name: '', approver_name: '', reason: '', at: draft.create_time },
    { step: 'start', oper_name: 'Demo', approver_name: '', reason: 'new release', at: draft.create_time },
  ],
};
let server: FakeServer;
let one: RolloutDetail;
const bodyOf = (path: string) => server.asked.findLast((asked) => asked.path === path)?.body;

inEnglish();
beforeEach(() => {
  one = draft;
  server = fakeServer();
  signInWith(...Object.values(of), firmwareIssues.list);
  server.on(of.detail.path, () => ({ data: one }));
  server.on(of.start.path, () => ({ data: {} }));
  server.on(of.resume.path, () => ({ data: {} }));
  server.on(of.prepare.path, () => ({ data: { id: 4, unknown: [] } }));
  server.on(of.options.path, () => ({
    data: {
      firmware: [{ id: 2, firmware_version: 'G-2.5', device_type_name: 'G-300', devices: 7 }],
      organisations: [{ id: 1, org_name: 'Port' }],
    },
  }));
  server.on(firmwareIssues.list.path, () => ({ data: { rows: [], more: false } }));
});

describe('a roll-out', () => {
  it('is prepared with what was chosen, and nothing before a version is', async () => {
    const user = userEvent.setup();
    showPage(<RolloutsPage />, '/firmwareRollout?work=new&firmware=2');
    expect(await screen.findByText('7 devices of this type in all')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Preview' }));
    await waitFor(() =>
      expect(bodyOf(of.prepare.path)).toMatchObject({
        ...{ firmware_id: 2, of: { by: 'type', org_id: null }, canary: 5, wave_size: 50, hours: 72 },
      }),
    );
  });

  it('says who gets it, who waits and who does not, and begins when a reason and the number are typed', async () => {
    const user = userEvent.setup();
    showPage(<RolloutsPage />, '/firmwareRollout?work=4');
    const begin = await screen.findByRole('button', { name: 'Begin with 6 locks' });
    expect(screen.getByText('It runs this version already')).toBeTruthy();
    expect(screen.getByText('Battery unknown or too low')).toBeTruthy();
    await user.click(begin);
    expect(screen.getByText('Say why, in four characters at least')).toBeTruthy();
    await user.type(screen.getByLabelText('Reason'), 'new release');
    await user.type(screen.getByLabelText('Type 6 to confirm'), '5');
    await user.click(begin);
    expect(screen.getByText('That is not the number')).toBeTruthy();
    expect(bodyOf(of.start.path)).toBeUndefined();
    await user.clear(screen.getByLabelText('Type 6 to confirm'));
    await user.type(screen.getByLabelText('Type 6 to confirm'), '6');
    await user.click(begin);
    await waitFor(() => expect(bodyOf(of.start.path)).toMatchObject({ id: 4, count: 6, reason: 'new release' }));
  });

  it('that stopped by itself says so, leads to its locks by six tiles, and is resumed with a reason', async () => {
    one = stopped;
    const user = userEvent.setup();
    showPage(<RolloutsPage />, '/firmwareRollout?work=4');
    expect(await screen.findByText(/Stopped by itself at .*: locks failed in Canary\./)).toBeTruthy();
    const tiles = within(screen.getByRole('region', { name: 'How it stands' })).getAllByRole('link');
    expect(tiles.map((tile) => tile.getAttribute('href'))).toEqual([
      '/firmwareIssue?rollout_id=4&issue_status=created,queued',
      '/firmwareIssue?rollout_id=4&issue_status=sending',
      '/firmwareIssue?rollout_id=4&issue_status=verifying',
      '/firmwareIssue?rollout_id=4&issue_status=success',
      '/firmwareIssue?rollout_id=4&issue_status=failed,timed_out',
      '/firmwareIssue?rollout_id=4&issue_status=cancelled',
    ]);
    expect(screen.getByText('4 succeeded, 1 failed, 0 open · none may fail')).toBeTruthy();
    expect(screen.getByText('Held')).toBeTruthy();
    const resume = screen.getByRole('button', { name: 'Resume…' });
    // something failed: it is nothing that the page leads on to
    expect(resume.className).not.toContain('primary');
    await user.click(resume);
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Resume' }));
    expect(bodyOf(of.resume.path)).toBeUndefined();
    await user.type(within(dialog).getByLabelText('Reason'), 'cable was loose');
    await user.click(within(dialog).getByRole('button', { name: 'Resume' }));
    await waitFor(() => expect(bodyOf(of.resume.path)).toMatchObject({ id: 4, reason: 'cable was loose' }));
  });

  it('that goes on by two says what failed, and asks a second person', async () => {
    one = { ...stopped, by_two: true, failures: [{ cause: 'refused', count: 1, numbers: ['14802100003'] }] };
    const { ask } = resumeApprovals;
    server.on(ask.path, () => ({ data: { state: 'waiting' } }));
    const user = userEvent.setup();
    showPage(<RolloutsPage />, '/firmwareRollout?work=4');
    expect(await screen.findByText(/It goes on when a second person approves that\./)).toBeTruthy();
    // whoever decides reads what failed: no try again takes it away
    expect(screen.queryByRole('button', { name: 'Try failed locks again…' })).toBeNull();
    expect(within(screen.getByRole('region', { name: 'What failed' })).getByText('The lock refused it')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Resume…' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Send the request' }));
    expect(bodyOf(ask.path)).toBeUndefined();
    await user.type(within(dialog).getByLabelText('Reason'), 'cable was loose');
    one = {
      ...one,
      asked: [{ id: 9, oper_name: 'Demo', login_name: 'demo', expire_time: draft.create_time, own: true }],
    };
    // the line of the reason sends it, as in every other step
    await user.type(within(dialog).getByLabelText('Reason'), '{Enter}');
    await waitFor(() => expect(bodyOf(ask.path)).toMatchObject({ id: 4, reason: 'cable was loose' }));
    expect(await screen.findByText(/^You asked that it goes on/)).toBeTruthy();
  });

  it('under way says what each lock is asked, and how many of the wave may fail', async () => {
    one = stopped;
    showPage(<RolloutsPage />, '/firmwareRollout?work=4');
    expect(await screen.findByText(/online, 40% battery or more, not sealed/)).toBeTruthy();
    expect(screen.getByText('4 succeeded, 1 failed, 0 open · none may fail')).toBeTruthy();
    expect(screen.getByText('Held')).toBeTruthy();
  });

  it.each([
    ['right', /^Paused by itself at .*: whoever began it may do so no more\./],
    ['key', /^Paused by itself at .*: the API key it was begun by/],
  ])('that paused by itself says why: %s', async (reason, words) => {
    const pause = { step: 'pause' as const, oper_name: '', approver_name: '', reason, at: draft.create_time };
    one = { ...stopped, state: 'paused', steps: [pause, ...stopped.steps] };
    showPage(<RolloutsPage />, '/firmwareRollout?work=4');
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('that is paused is resumed with words that are true of it', async () => {
    one = { ...stopped, state: 'paused' };
    const user = userEvent.setup();
    showPage(<RolloutsPage />, '/firmwareRollout?work=4');
    await user.click(await screen.findByRole('button', { name: 'Resume…' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('It goes on. Locks that failed while it was paused may stop it.')).toBeTruthy();
    expect(within(dialog).queryByText(/do not stop it again/)).toBeNull();
  });

  it('that stopped, with no lock under way, shows what somebody else asks for meanwhile', async () => {
    one = { ...stopped, open: 0, by_two: true };
    showPage(<RolloutsPage />, '/firmwareRollout?work=4');
    expect(await screen.findByText(/It goes on when a second person approves that\./)).toBeTruthy();
    one = {
      ...one,
      asked: [{ id: 9, oper_name: 'Wang', login_name: 'wang', expire_time: draft.create_time, own: false }],
    };
    expect(
      await screen.findByText(/^Wang \(wang\) asked that it goes on/, undefined, { timeout: 20_000 }),
    ).toBeTruthy();
  });

  it('says which pasted numbers are none of the caller’s devices, also after a reload', async () => {
    keepUnknown('rollout', 4, ['99999999']);
    showPage(<RolloutsPage />, '/firmwareRollout?work=4');
    expect(await screen.findByText('99999999')).toBeTruthy();
    sessionStorage.clear();
  });

  it('is ended in a dialog that says what that means, with a reason, and by no slip of the hand', async () => {
    one = stopped;
    server.on(of.end.path, () => {
      one = { ...stopped, state: 'ended', end_time: draft.create_time };
      return { data: {} };
    });
    const user = userEvent.setup();
    showPage(<RolloutsPage />, '/firmwareRollout?work=4');
    await user.click(await screen.findByRole('button', { name: 'End…' }));
    const dialog = await screen.findByRole('dialog', { name: 'End this roll-out?' });
    expect(within(dialog).getByText('Locks that wait are not upgraded. It cannot be resumed.')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'End it' }));
    expect(within(dialog).getByText('Say why, in four characters at least')).toBeTruthy();
    expect(bodyOf(of.end.path)).toBeUndefined();
    await user.type(within(dialog).getByLabelText('Reason'), 'a better one comes');
    await user.click(within(dialog).getByRole('button', { name: 'End it' }));
    await waitFor(() => expect(bodyOf(of.end.path)).toMatchObject({ id: 4, reason: 'a better one comes' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'End…' })).toBeNull());
  });

  it('is resumed by who may begin one', async () => {
    one = stopped;
    signInWith(of.list, of.detail, of.resume, of.end);
    showPage(<RolloutsPage />, '/firmwareRollout?work=4');
    expect(await screen.findByRole('button', { name: 'End…' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Resume…' })).toBeNull();
  });
});
