import { calls } from '@plomb/contract/calls';
import { errors } from '@plomb/contract/errors';
import type { Call, InputOf } from '@plomb/contract/kit/call';
import { sealPassword } from '@plomb/contract/session/sealedPassword';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashOf } from '../../platform/access.ts';
import { newApiKey } from '../../platform/apiKeys.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltOperator, buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller, Reply } from '../../testing/client.ts';
import { advanceRollouts } from '../firmware/advance.ts';
import { mailOf } from './mails.ts';

const { approvals, approvalRules, firmwareRollouts, resumeApprovals, session } = calls;
let api: TestApi;
let top: number;
let org: number;
let askerIs: BuiltOperator;
let deciderIs: BuiltOperator;
let asker: Caller;
let decider: Caller;
let stranger: Caller;
let press = 0;

beforeAll(async () => {
  api = await startApi();
  top = await buildOrganisation(api.db);
  org = await buildOrganisation(api.db, top);
  askerIs = await buildOperator(api.db, org);
  deciderIs = await buildOperator(api.db, top);
  asker = await api.signedIn(askerIs);
  decider = await api.signedIn(deciderIs);
  stranger = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
  // on a slow machine the tests take longer than a proof holds
  await api.db.query("update param set param_text = '3600' where param_name = 'fresh_proof_seconds'");
  await api.params.refresh();
});
afterAll(() => api.stop());
beforeEach(() => decider.ok(approvalRules.set, { org_id: top, kind: 'firmware_resume', needed: true }));

/** A roll-out whose canary failed at one of two locks, and that stopped by itself. */
const stopped = async (locksOf = org): Promise<number> => {
  const locks = [await buildDevice(api.db, locksOf), await buildDevice(api.db, locksOf)];
  await api.db.query(
    'update device set device_type_id = (select device_type_id from device where id = $1) where id = $2',
    [locks[0]!.id, locks[1]!.id],
  );
  const { rows } = await api.owner.query<{ id: number }>(
    `with c as (insert into file_content (sha256, bytes) values (encode(sha256(convert_to($2, 'UTF8')), 'hex'), 1) returning sha256),
       f as (insert into file (id, org_id, purpose, type, sha256, bytes)
         select rpad($2, 24, 'x'), $1, 'firmware', 'application/octet-stream', sha256, 1 from c returning id),
       v as (insert into firmware (org_id, device_type_id, firmware_version, firmware_path, state)
         select $1, (select device_type_id from device where id = $3), $2, f.id, 'published' from f returning id)
     insert into firmware_rollout (org_id, firmware_id, operator_id, oper_name, login_name, state, canary, wave_size, hours, start_time, deadline)
       select $1, v.id, $4, 'x', 'x', 'stopped', 2, 5, 72, now(), now() + interval '3 days' from v returning id`,
    [org, `resume-${++press}`, locks[0]!.id, askerIs.id],
  );
  const { id } = rows[0]!;
  for (const [nth, { id: device, sn }] of locks.entries())
    await api.db.query(
      `insert into firmware_issue (rollout_id, device_id, org_id, sn, firmware_id, firmware_version, wave, state, cause)
       select $1, $2, $3, $4, firmware_id, '2', 0, $5, $6 from firmware_rollout where id = $1`,
      [id, device, locksOf, sn, ...(nth === 0 ? ['failed', 'refused'] : ['created', null])],
    );
  await api.db.query("insert into firmware_rollout_step (rollout_id, org_id, step) values ($1, $2, 'stop')", [id, org]);
  return id;
};
const request = (id: number) => ({ id, reason: 'the cable was loose', idempotency_key: `resume-${++press}` });
const ask = (id: number) => asker.ok(resumeApprovals.ask, request(id));
const sealedFor = async (by: Caller, path: string, password: string) =>
  sealPassword(await by.ok(session.key, {}), path, password);
const approve = async (id: number, by = decider, { password } = deciderIs): Promise<Reply> =>
  by.call(approvals.approve, { id, password: await sealedFor(by, approvals.approve.path, password) });
const present = async (id: number, { loginName, password }: BuiltOperator): Promise<Reply> =>
  asker.call(resumeApprovals.present, {
    ...request(id),
    login_name: loginName,
    password: await sealedFor(asker, resumeApprovals.present.path, password),
  });
const detail = (id: number) => asker.ok(firmwareRollouts.detail, { id });
const said = ({ verify }: Reply) => (verify.sign === 'success' ? 'success' : verify.desc);
const refused = async <C extends Call>(by: Caller, call: C, body: InputOf<C>) => said(await by.call(call, body));

describe('where a roll-out that stopped by itself goes on by two', () => {
  it('nobody resumes it alone, whatever writes it', async () => {
    const id = await stopped();
    expect(await detail(id)).toMatchObject({ by_two: true, minutes: 15, asked: [] });
    expect(await refused(asker, firmwareRollouts.resume, { id, reason: 'goes on' })).toBe(errors.resumeByTwo.en);
    const forced = () => api.db.query("update firmware_rollout set state = 'running' where id = $1", [id]);
    await expect(forced()).rejects.toMatchObject({ constraint: 'resume_by_two' });
    expect((await detail(id)).state).toBe('stopped');
    // ending it takes one
    await asker.ok(firmwareRollouts.end, { id, reason: 'a better one comes' });
  });

  it('nobody takes what failed away from whoever decides, by trying it again', async () => {
    const id = await stopped();
    const again = () => refused(asker, firmwareRollouts.again, { id, reason: 'a new cable' });
    expect(await again()).toBe(errors.resumeByTwo.en);
    const asked = await ask(id);
    expect(await again()).toBe(errors.resumeByTwo.en);
    const { rollout } = await decider.ok(approvals.detail, { id: asked.id });
    expect(rollout!.failed).toEqual([{ cause: 'refused', count: 1, numbers: [expect.any(String)] }]);
    // once it goes on they get their try
    expect(said(await approve(asked.id))).toBe('success');
    expect(await again()).toBe('success');
  });

  it('it goes on in the name of who asked, with both names and the failures seen', async () => {
    const id = await stopped();
    const asked = await ask(id);
    expect(asked).toMatchObject({
      ...{ kind: 'firmware_resume', device_id: null, state: 'waiting', reason: 'the cable was loose', lock: null },
      firmware_version: expect.stringMatching(/^resume-/),
      rollout: { id, state: 'stopped', wave: 0, total: 2, success: 0, open: 1 },
    });
    expect(asked.rollout!.failed).toEqual([{ cause: 'refused', count: 1, numbers: [expect.any(String)] }]);
    expect((await detail(id)).asked).toEqual([expect.objectContaining({ id: asked.id, own: true })]);
    expect(said(await approve(asked.id))).toBe('success');
    await advanceRollouts(api.db);
    const one = await detail(id);
    expect(one).toMatchObject({ state: 'running', asked: [], by_two: false });
    expect(one.steps[0]).toMatchObject({
      ...{ step: 'resume', oper_name: expect.any(String), reason: 'the cable was loose' },
      approver_name: expect.stringContaining(`(${deciderIs.loginName})`),
    });
    const { rows } = await api.db.query(
      'select operator_id, approval_id, accepted from firmware_rollout where id = $1',
      [id],
    );
    expect(rows).toEqual([{ operator_id: askerIs.id, approval_id: asked.id, accepted: 1 }]);
  });

  it('whoever asks has just proved who it is, also with a second person beside', async () => {
    const id = await stopped();
    const proved = (when: string) =>
      api.db.query(`update session set confirm_time = ${when} where operator_id = $1`, [askerIs.id]);
    await proved("now() - interval '1 day'");
    const asked = await asker.call(resumeApprovals.ask, request(id));
    expect([asked.verify.sign, (await present(id, deciderIs)).verify.sign]).toEqual(['confirmNeeded', 'confirmNeeded']);
    await proved('now()');
    expect(await detail(id)).toMatchObject({ state: 'stopped', asked: [] });
  });

  it('who asked never decides, and no key does', async () => {
    const id = await stopped();
    const asked = await ask(id);
    expect(said(await approve(asked.id, asker, askerIs))).toBe(errors.approvalOwn.en);
    expect(said(await present(id, askerIs))).toBe(errors.approvalOwn.en);
    expect((await detail(id)).state).toBe('stopped');
  });

  it('is read and taken back by who asked, who needs neither the map nor the menu of approvals for it', async () => {
    const rights = ['firmwareRollout:list', 'firmwareRollout:add', 'firmwareRollout:resume'];
    const plain = await api.signedIn(await buildOperator(api.db, org, rights));
    const { id } = await plain.ok(resumeApprovals.ask, request(await stopped()));
    expect((await plain.ok(approvals.own, {})).rows).toMatchObject([{ id, own: true, state: 'waiting' }]);
    expect((await stranger.ok(approvals.own, {})).rows).toEqual([]);
    expect((await stranger.call(approvals.withdraw, { id })).verify.sign).toBe('notFound');
    expect(await plain.ok(approvals.withdraw, { id })).toMatchObject({ state: 'withdrawn' });
  });

  it('a second person approves it beside who asks', async () => {
    const id = await stopped();
    await ask(id);
    expect(said(await present(id, { ...deciderIs, password: 'wrong' }))).toBe(errors.approverWrong.en);
    expect(said(await present(id, deciderIs))).toBe('success');
    expect(await detail(id)).toMatchObject({ state: 'running', asked: [] });
  });

  it('is declined in words, and stays stopped', async () => {
    const id = await stopped();
    const asked = await ask(id);
    expect(await decider.ok(approvals.decline, { id: asked.id, remark: 'not yet' })).toMatchObject({
      state: 'declined',
    });
    expect((await detail(id)).state).toBe('stopped');
  });

  it('the word of whose locks get it counts as that of whose roll-out it is', async () => {
    await decider.ok(approvalRules.set, { org_id: top, kind: 'firmware_resume', needed: false });
    const below = await buildOrganisation(api.db, org);
    const [free, bound] = [await stopped(), await stopped(below)];
    await api.db.query("insert into approval_rule (org_id, kind) values ($1, 'firmware_resume')", [below]);
    expect([(await detail(free)).by_two, (await detail(bound)).by_two]).toEqual([false, true]);
    expect(await refused(asker, firmwareRollouts.resume, { id: bound, reason: 'goes on' })).toBe(errors.resumeByTwo.en);
    expect(await refused(asker, resumeApprovals.ask, request(free))).toBe(errors.approvalNotNeeded.en);
    expect(await refused(asker, firmwareRollouts.resume, { id: free, reason: 'goes on' })).toBe('success');
  });

  it('is asked for by who may resume and begin one, of one that stopped, and by nobody who does not see it', async () => {
    const id = await stopped();
    expect((await stranger.call(resumeApprovals.ask, request(id))).verify.sign).toBe('notFound');
    const less = await api.signedIn(
      await buildOperator(api.db, org, ['firmwareRollout:list', 'firmwareRollout:resume']),
    );
    expect((await less.call(resumeApprovals.ask, request(id))).verify.sign).toBe('noPermission');
    await asker.ok(firmwareRollouts.end, { id, reason: 'a better one comes' });
    expect(await refused(asker, resumeApprovals.ask, request(id))).toBe(errors.firmwareStep.en);
  });

  it.each([
    [
      'it was ended',
      errors.firmwareStep.en,
      (id: number) => asker.ok(firmwareRollouts.end, { id, reason: 'not today' }),
    ],
    [
      'it stopped once more since',
      errors.firmwareStep.en,
      (id: number) =>
        api.db.query("insert into firmware_rollout_step (rollout_id, org_id, step) values ($1, $2, 'stop')", [id, org]),
    ],
    [
      'who asked may begin none any more',
      errors.approvalAsker.en,
      (id: number) =>
        api.db.query(
          `delete from role_button where role_id = (select role_id from operator where id = (select operator_id from approval where rollout_id = $1))
             and button_id in (select b.id from button b join menu m on m.id = b.menu_id where m.menu_code = 'firmwareRollout' and b.btn_code = 'add')`,
          [id],
        ),
    ],
  ] as const)('is not approved where %s', async (_, words, deed) => {
    const id = await stopped();
    const other = await api.signedIn(await buildOperator(api.db, org));
    const asked = await other.ok(resumeApprovals.ask, request(id));
    await deed(id);
    expect(said(await approve(asked.id))).toBe(words);
    const { rows } = await api.db.query('select state from approval where id = $1', [asked.id]);
    expect(rows).toEqual([{ state: 'waiting' }]);
  });

  it('that was asked for by an API key is the key’s, and none once that is revoked', async () => {
    const key = newApiKey();
    const { rows } = await api.db.query<{ id: number }>(
      `insert into api_key (operator_id, key_name, key_hash, hint, scope, expire_time, physical)
       values ($1, 'program', $2, 'x', '{firmwareRollout:add,firmwareRollout:resume}', now() + interval '1 day', true) returning id`,
      [askerIs.id, hashOf(key)],
    );
    const byKey = async (id: number): Promise<Reply<{ id: number }>> => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const payload = JSON.stringify(request(id));
      return (await api.app.inject({ method: 'POST', url: resumeApprovals.ask.path, headers, payload })).json();
    };
    const [one, other] = [await stopped(), await stopped()];
    const [first, second] = [await byKey(one), await byKey(other)];
    expect(said(await approve(first.data.id))).toBe('success');
    const { rows: of } = await api.db.query('select api_key_id from firmware_rollout where id = $1', [one]);
    expect(of).toEqual([{ api_key_id: rows[0]!.id }]);
    await api.db.query('update api_key set revoke_time = now() where id = $1', [rows[0]!.id]);
    expect(said(await approve(second.data.id))).toBe(errors.approvalAsker.en);
    await advanceRollouts(api.db);
    expect((await detail(one)).steps[0]).toMatchObject({ step: 'pause', reason: 'key' });
  });

  it('two who approve at once have one end', async () => {
    const id = await stopped();
    const asked = await ask(id);
    const secondIs = await buildOperator(api.db, top);
    const second = await api.signedIn(secondIs);
    const both = await Promise.all([approve(asked.id), approve(asked.id, second, secondIs)]);
    expect(both.map(said).toSorted()).toEqual(['success', errors.approvalEnded.en].toSorted());
    expect((await detail(id)).steps.filter(({ step }) => step === 'resume')).toHaveLength(1);
  });

  it('its mail speaks of the roll-out', () => {
    const asked = {
      ...{ id: 7, kind: 'firmware_resume' as const, orgId: 1, asker: { id: 1, operName: 'Lin', loginName: 'lin' } },
      ...{ what: { zh: '继续固件升级 #3', en: 'Resume a roll-out #3' }, said: { zh: '', en: '' }, minutes: 15 },
    };
    expect(mailOf('en', asked, '').text).toContain('the roll-out stays as it is');
    expect(mailOf('zh', asked, '').text).toContain('升级保持停止');
  });
});
