import { calls } from '@plomb/contract/calls';
import { fileCalls } from '@plomb/contract/files/domain';
import { jobs as jobCalls } from '@plomb/contract/jobs/jobs';
import { channels } from '@plomb/contract/messages/channels';
import { physicalPermits } from '@plomb/contract/personal/physicalPermits';
import { afterAll, beforeAll, expect, it } from 'vitest';
import yauzl from 'yauzl';
import { maintainPartitions } from '../../ingest/partitions.ts';
import { openContacts } from '../../people/contacts.ts';
import { openVerificationCodes } from '../../people/verificationCodes.ts';
import { collectFiles } from '../../platform/files/collect.ts';
import { openFiles } from '../../platform/files/files.ts';
import { openJobs } from '../../platform/jobs/jobs.ts';
import { openLog } from '../../platform/log.ts';
import { openContent } from '../../platform/messages/outbox.ts';
import { adminPassword, startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltOperator, buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { alarmsById } from '../alarms/queries.ts';
import { dropExports, exportWorks } from './exporting.ts';

const { locationRecords, alertRecords, changeRecords, jobs } = calls;
const ROWS = 25_000;
let api: TestApi;
let operator: BuiltOperator;
let caller: Caller;
beforeAll(async () => {
  api = await startApi();
  await maintainPartitions(api.owner, { now: Date.now(), retentionDays: 30 });
  const org = await buildOrganisation(api.db);
  operator = await buildOperator(api.db, org);
  caller = await api.signedIn(operator);
  const other = await buildOrganisation(api.db);
  for (const [of, many] of [
    [org, ROWS],
    [other, 10],
  ] as const) {
    const lock = await buildDevice(api.db, of);
    await api.db.query(
      `insert into position (device_id, device_time, serial, hash, org_id, receive_time, msg_type, replay, lon, lat, lock_status, fault,
         report_reson, raw)
       select $1, now() - n * interval '3 seconds', n % 60000, n, $2, now() - n * interval '3 seconds', 0, false, 121.5, 31.2, 2, 0, '=1+1', '\\x00'
         from generate_series(1, $3) n`,
      [lock.id, of, many],
    );
  }
});
afterAll(() => api.stop());

const work = async (isMine: () => boolean = () => true): Promise<void> => {
  const { platform, readers } = api.pools;
  const log = openLog('silent');
  const one = openJobs({
    ...{ pools: api.pools, log, ticked: physicalPermits, isMine },
    works: exportWorks({
      ...{ readers, storage: api.storage, vault: api.vault, alarmsById, origin: 'https://locks.example' },
      files: openFiles({ platform, storage: api.storage, log, megabytes: () => 100 }),
      contacts: openContacts(platform, api.vault, openVerificationCodes(platform, api.vault)),
    }),
  });
  await one.turn();
  await one.settled();
};
const columns = [
  { field: 'device_time', title: '时间' },
  { field: 'lock_status', title: 'State', words: { 2: 'Sealed' } },
  { field: 'report_reson', title: 'Reason' },
  { field: 'place', title: '地点' },
];
const asked = () => ({ from: new Date(Date.now() - 24 * 3_600_000).toISOString(), columns, timeZone: 'Asia/Shanghai' });
const jobOf = async (id: number) => (await caller.ok(jobs.list, {})).rows.find((job) => job.id === id)!;
const linesOf = async (file: string, by = caller): Promise<string[]> => {
  const { url } = await by.ok(fileCalls.files.link, { id: file });
  const { rawPayload, headers } = await api.app.inject({ method: 'GET', url });
  expect(headers['content-disposition']).toMatch(/\.zip"$/);
  const zip = await yauzl.fromBufferPromise(rawPayload, { lazyEntries: true });
  const chunks: Buffer[] = [];
  for await (const entry of zip.eachEntry())
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString().trimEnd().split('\r\n');
};

it('writes all records of a time to one file, goes on where a process died, and mails whoever began it', async () => {
  const admin = await api.signedIn({ loginName: 'admin', password: adminPassword });
  await admin.ok(channels.updateMail, {
    ...{ enabled: true, host: '127.0.0.1', port: 25, security: 'none', user_name: '' },
    ...{ from_address: 'locks@port.example', from_name: '' },
  });
  // whoever has no confirmed address is not promised a mail
  const unaddressed = await caller.ok(locationRecords.export, asked());
  expect(unaddressed.mailed).toBe(false);
  await caller.ok(jobCalls.cancel, { id: unaddressed.id });
  await api.db.query(
    "insert into contact (operator_id, channel, address, recipient, lang) values ($1, 'mail', $2, 'x', 'zh')",
    [operator.id, api.vault.seal('contact', `operator ${operator.id}`, Buffer.from('who@port.example'))],
  );
  // nor is anybody, while no mail server is in use
  await api.db.query('update message_channel set enabled = false');
  const unsent = await caller.ok(locationRecords.export, asked());
  expect(unsent.mailed).toBe(false);
  await caller.ok(jobCalls.cancel, { id: unsent.id });
  await api.db.query('update message_channel set enabled = true');
  const { id, mailed } = await caller.ok(locationRecords.export, asked());
  expect(mailed).toBe(true);
  expect(await jobOf(id)).toMatchObject({ kind: 'export_locations', state: 'queued', file: null });

  let parts = 0;
  await work(() => ++parts < 4); // the process that does the jobs dies
  const half = await jobOf(id);
  expect([half.state, half.total]).toEqual(['running', ROWS]);
  expect(half.done).toBeGreaterThan(0);
  expect(half.done).toBeLessThan(ROWS);
  // what it wrote until now is kept, however long nobody went on
  await api.owner.query("update file_content set free_time = now() - interval '3 days' where free_time is not null");
  await collectFiles(api.pools.platform, api.storage);
  await api.db.query('update job set next_time = now() where id = $1', [id]);
  await work();
  const job = await jobOf(id);
  expect(job).toMatchObject({ state: 'done', done: ROWS, total: ROWS });

  const lines = await linesOf(job.file!);
  expect(lines).toHaveLength(ROWS + 1);
  expect(lines[0]).toBe('\uFEFF"时间","State","Reason","地点"');
  // in the language of whoever began it
  expect(lines[1]).toMatch(/,"[^"]*Shanghai"$/);
  // newest first, each once; what a spreadsheet would take for a formula is none
  const times = lines.slice(1).map((line) => line.slice(1, 20));
  expect(times).toEqual(times.toSorted().reverse());
  expect(new Set(times).size).toBe(ROWS);
  expect(lines[1]).toContain(`"Sealed","'=1+1",`);

  const { rows } = await api.db.query<{ address_hash: Buffer; content: Buffer }>(
    "select address_hash, content from message where purpose = 'export'",
  );
  const mail = openContent(api.vault, rows[0]!.address_hash, rows[0]!.content);
  expect(mail).toMatchObject({ address: 'who@port.example', subject: '导出完成：设备位置记录' });
  expect(mail.text).toContain('25,000');
});

it('shows its file to nobody else, and drops it after some days', async () => {
  const { id } = await caller.ok(changeRecords.export, {
    ...{ from: asked().from, timeZone: 'UTC' },
    columns: [{ field: 'at', title: 'Time' }],
  });
  await work();
  const { file } = await jobOf(id);
  expect(await linesOf(file!)).toEqual(['\uFEFF"Time"']);
  const stranger = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
  expect((await stranger.post(fileCalls.files.link.path, { id: file })).verify.sign).toBe('notFound');
  expect((await stranger.ok(jobs.list, {})).rows).toEqual([]);

  await dropExports(api.db);
  expect((await jobOf(id)).file).toBe(file);
  await api.db.query("update job set end_time = end_time - interval '8 days'");
  await dropExports(api.db);
  const { rows } = await api.db.query('select from file_use where file_id = $1', [file]);
  expect(rows).toEqual([]);
  const kept = await api.db.query('select file from job where id = $1', [id]);
  expect(kept.rows).toEqual([{ file: null }]);
});

it('gives its file only to who may still export the records that it holds', async () => {
  const held = await buildOperator(api.db, await buildOrganisation(api.db));
  const who = await api.signedIn(held);
  const { id } = await who.ok(changeRecords.export, {
    ...{ from: asked().from, timeZone: 'UTC' },
    columns: [{ field: 'at', title: 'Time' }],
  });
  await work();
  const { file } = (await who.ok(jobs.list, {})).rows.find((job) => job.id === id)!;
  const { url } = await who.ok(fileCalls.files.link, { id: file! });
  const ofRole = `role_id = (select role_id from operator where id = $1) and button_id =
    (select b.id from button b join menu m on m.id = b.menu_id where m.menu_code || ':' || b.btn_code = $2)`;
  await api.db.query(`delete from role_button where ${ofRole}`, [held.id, 'changeRecord:export']);
  const others = await api.db.query(`select from role_button where ${ofRole}`, [held.id, 'locationRecord:export']);
  expect(others.rowCount).toBe(1);
  expect((await api.app.inject({ method: 'GET', url })).statusCode).toBe(404);
  // rights are read every two seconds, and of a new session at once
  const later = await api.signedIn(held);
  const answers = await Promise.all(
    [file!, 'A'.repeat(24)].map(async (one) => (await later.post(fileCalls.files.link.path, { id: one })).verify),
  );
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]?.sign).toBe('notFound');
});

it('ends when it is cancelled, and leaves no file', async () => {
  const { id } = await caller.ok(locationRecords.export, asked());
  let parts = 0;
  await work(() => ++parts < 4);
  await caller.ok(jobCalls.cancel, { id });
  await work();
  expect(await jobOf(id)).toMatchObject({ state: 'cancelled', file: null });
});

it('says of an alarm by a card how that stood to its rule', async () => {
  const org = await buildOrganisation(api.db);
  const reader = await api.signedIn(await buildOperator(api.db, org));
  const lock = await buildDevice(api.db, org);
  await api.db.query(
    `with e as (insert into lock_event (device_id, org_id, device_time, receive_time, at, serial, hash, code, lst, ls_before, ls_after, fault, replay, quality, swipe)
       select id, org_id, now(), now(), now(), 1, 1, '1', 1, 1, 0, 0, false, 'direct', $2 from device where id = $1 returning *)
     insert into alarm (device_id, org_id, kind, severity, first_time, last_time, event_id)
       select device_id, org_id, 'card_outside_area', 'warning', at, at, id from e`,
    [lock.id, { verdict: 'outside', doubt: 'untold', rule_id: 1, rule_name: 'Yard', area: '' }],
  );
  await api.db.query(
    `insert into alarm (device_id, org_id, kind, severity, first_time, last_time)
       select id, org_id, 'low_battery', 'info', now() - interval '1 hour', now() from device where id = $1`,
    [lock.id],
  );
  const { rows } = await reader.ok(alertRecords.list, {});
  expect(rows.map(({ swipe_verdict }) => swipe_verdict)).toEqual(['outside', null]);
  const words = { outside: 'Outside its areas' };
  const { id } = await reader.ok(alertRecords.export, {
    ...asked(),
    columns: ['kind', 'swipe_verdict', 'swipe_doubt', 'swipe_rule'].map((field) => ({ field, title: field, words })),
  });
  await work();
  const job = (await reader.ok(jobs.list, {})).rows.find((one) => one.id === id)!;
  expect((await linesOf(job.file!, reader)).slice(1)).toEqual([
    '"card_outside_area","Outside its areas","untold","Yard"',
    '"low_battery",,,""',
  ]);
});
