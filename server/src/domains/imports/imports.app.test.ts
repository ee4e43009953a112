import { calls } from '@plomb/contract/calls';
import type { ImportField } from '@plomb/contract/imports/importFields';
import type { ImportDetail } from '@plomb/contract/imports/imports';
import { physicalPermits } from '@plomb/contract/personal/physicalPermits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openJobs } from '../../platform/jobs/jobs.ts';
import { openLog } from '../../platform/log.ts';
import { forgetOld } from '../../retention/forget.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import {
  type BuiltOperator,
  buildDevice,
  buildDeviceType,
  buildOperator,
  buildOrganisation,
} from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { workbookOf } from '../../testing/zip.ts';
import { BLOCK, importWorks } from './work.ts';

const { imports, jobs } = calls;
let api: TestApi;
let org: number;
let below: number;
let typeId: number;
let typeCode: string;
let who: BuiltOperator;
let caller: Caller;
let belowName: string;

const told: number[] = [];
const shown: (readonly number[] | null)[] = [];
/** A process that does the jobs. */
const doer = (isMine = () => true) =>
  openJobs({
    pools: api.pools,
    log: openLog('silent'),
    ticked: physicalPermits,
    works: importWorks({
      storage: api.storage,
      came: (ids) => void told.push(...ids),
      shown: (ids) => void shown.push(ids),
    }),
    isMine,
  });
/** Does everything there is to do. */
const work = async (): Promise<void> => {
  const one = doer();
  await one.turn();
  await one.settled();
};

const upload = (by: Caller, bytes: string | Uint8Array, name = 'locks.csv') =>
  by.upload(imports.upload, { import_type: 'device', name }, { bytes, name });
const detail = (id: number): Promise<ImportDetail> => caller.ok(imports.detail, { id });
const mappingOf = ({ columns }: ImportDetail): (ImportField | null)[] => columns.map(({ field }) => field);
/** Sends a file and tries it without writing. */
const checked = async (file: string | Uint8Array, said: object = {}): Promise<ImportDetail> => {
  const { id } = (await upload(caller, file)).data;
  const one = await detail(id);
  const mapping = mappingOf(one);
  await caller.ok(imports.check, { id, mapping, org_id: org, device_type_id: typeId, manufacturer_id: null, ...said });
  await work();
  return detail(id);
};
const ran = async (id: number): Promise<ImportDetail> => {
  await caller.ok(imports.run, { id });
  await work();
  return detail(id);
};
const faults = (id: number) => caller.ok(imports.faults, { id });
const failedOf = async (by: Caller, id: number) => {
  const columns = ['c0', 'c1', 'errors'].map((field) => ({ field, title: field }));
  const { url } = await by.ok(imports.failed, { id, columns, format: 'csv', timeZone: 'UTC' });
  return api.app.inject({ method: 'GET', url, headers: { authorization: by.token } });
};
const counts = ({ state, total, done, added, same, bad }: ImportDetail) => ({ state, total, done, added, same, bad });

const tryAgain = (id: number) =>
  caller.post(imports.check.path, {
    id,
    mapping: ['sn', 'device_name'],
    org_id: org,
    device_type_id: typeId,
    manufacturer_id: null,
  });
/** A file with one right row and one wrong one, of which a dry run was begun. */
const tried = async () => {
  const all = numbers(1);
  const { id } = (await upload(caller, `${lines(all)}\n12,a`)).data;
  await tryAgain(id);
  return { id, all };
};
const away = 'The storage of files is unavailable for the moment, please try again';
const written = 'Rows of this file were written, and its record stays: send the file again';
/** Ends a job as one whose file was away through all of its tries. */
const fail = async (id: number): Promise<void> => {
  await api.db.query('update job set attempts = 20 where id = $1', [id]);
  const one = openJobs({
    pools: api.pools,
    log: openLog('silent'),
    ticked: physicalPermits,
    works: importWorks({
      storage: { ...api.storage, get: () => Promise.reject(new Error('away')) },
      came: () => {},
      shown: () => {},
    }),
    isMine: () => true,
  });
  await one.turn();
  await one.settled();
};

let serial = 500_000_000_000;
const numbers = (n: number): string[] => Array.from({ length: n }, () => String(++serial));
const lines = (all: readonly string[], more = ''): string =>
  ['序列号,名称', ...all.map((sn) => `${sn},锁 ${sn}${more}`)].join('\n');
const inFleet = async (all: readonly string[]): Promise<number> =>
  (await api.db.query('select from device where sn = any($1)', [all])).rowCount ?? 0;

beforeAll(async () => {
  api = await startApi();
  org = await buildOrganisation(api.db);
  below = await buildOrganisation(api.db, org);
  typeId = await buildDeviceType(api.db);
  who = await buildOperator(api.db, org);
  caller = await api.signedIn(who);
  const named = await api.db.query<{ device_type: string; org_name: string }>(
    'select device_type, org_name from device_type t, organisation o where t.id = $1 and o.id = $2',
    [typeId, below],
  );
  typeCode = named.rows[0]!.device_type;
  belowName = named.rows[0]!.org_name;
});
afterAll(() => api.stop());

describe('an import', () => {
  it('says what would come of it, writes just that, and nothing when it is sent again', async () => {
    const all = numbers(3);
    const file = lines(all);
    const tried = await checked(file);
    expect(counts(tried)).toEqual({ state: 'checked', total: 3, done: 3, added: 3, same: 0, bad: 0 });
    expect(await inFleet(all)).toBe(0);

    expect(counts(await ran(tried.id))).toEqual({ state: 'done', total: 3, done: 3, added: 3, same: 0, bad: 0 });
    const { rows } = await api.db.query('select sn, device_name, org_id, device_type_id from device where sn = $1', [
      all[0],
    ]);
    expect(rows).toEqual([{ sn: all[0], device_name: `锁 ${all[0]}`, org_id: org, device_type_id: typeId }]);
    expect(told).toHaveLength(3);
    expect(shown).toEqual([told]);

    expect(counts(await ran((await checked(file)).id))).toMatchObject({ state: 'done', added: 0, same: 3, bad: 0 });
    expect(await inFleet(all)).toBe(3);
  });

  it('reads types, makers and organisations by their names, and names a lock by its number', async () => {
    const [a, b] = numbers(2) as [string, string];
    const tried = await checked(
      `锁号;型号;单位\n${a.slice(0, 4)} ${a.slice(4)};${typeCode.toUpperCase()};${belowName}\n${b};;`,
    );
    expect(counts(tried)).toMatchObject({ added: 2, bad: 0 });
    await ran(tried.id);
    const { rows } = await api.db.query('select sn, device_name, org_id from device where sn = any($1) order by sn', [
      [a, b],
    ]);
    expect(rows).toEqual([
      { sn: a, device_name: a, org_id: below },
      { sn: b, device_name: b, org_id: org },
    ]);
  });

  it('names every wrong cell by its row and column, and keeps those rows out', async () => {
    const [good, twice, there] = numbers(3) as [string, string, string];
    const foreign = await buildDevice(api.db, await buildOrganisation(api.db));
    await ran((await checked(lines([there]))).id);
    const tried = await checked(
      [
        'Serial number,Name,Device type,Organisation,Note',
        `${good},a,${typeCode},,x`,
        `12,a,,,x`,
        `${twice},a,,,x`,
        `${twice},a,,,x`,
        `${there},another name,,,x`,
        `${foreign.sn},a,,,x`,
        `8.6E+11,a,,,x`,
        `=A1,a,,,x`,
        `${numbers(1)[0]},${'n'.repeat(61)},no such type,nobody,x`,
        `,a,,,x`,
      ].join('\n'),
    );
    expect(counts(tried)).toMatchObject({ total: 10, added: 2, same: 0, bad: 8 });
    const found = await faults(tried.id);
    expect(found.total).toBe(8);
    const said = found.rows.map(({ row, errors }) => [row, ...errors.map((e) => `${e.column}: ${e.words}`)]);
    expect(said).toEqual([
      [3, '0: The serial number has 4-20 digits; a few have letters a to f'],
      [5, '0: Twice in the file: the same number as row 4'],
      [6, `0: Devices cannot be added twice: it is there as 锁 ${there}`],
      [7, '0: The device exists already'],
      [8, '0: A spreadsheet has rounded this number: format the column as text and enter it anew'],
      [9, '0: This is a formula, put its value here'],
      [10, '2: There is no such device type', '1: This is too long', '3: None of your organisations is called so'],
      [11, '0: Input cannot be empty'],
    ]);
    expect(found.counts).toContainEqual({
      code: 'importNumberTwice',
      words: 'Twice in the file: the same number as row …',
      count: 1,
    });
    const only = await caller.ok(imports.faults, { id: tried.id, code: 'importNoType' });
    expect(only).toMatchObject({ total: 1, rows: [{ row: 10 }] });
    expect(counts(await ran(tried.id))).toMatchObject({ added: 2, bad: 8 });
    expect(await inFleet([good, twice])).toBe(2);
  });

  it('gives the failed rows back as a file that is mended and imported like the first', async () => {
    const [a, b] = numbers(2) as [string, string];
    const tried = await checked(`锁号,备注2\n${a},x\n12,"=1+1"`);
    await ran(tried.id);
    const columns = [
      { field: 'row', title: '行' },
      { field: 'c0', title: '锁号' },
      { field: 'c1', title: '备注2' },
      { field: 'errors', title: '错误' },
    ];
    const file = await caller.ok(imports.failed, { id: tried.id, columns, format: 'csv', timeZone: 'UTC' });
    const fetched = await api.app.inject({ method: 'GET', url: file.url, headers: { authorization: caller.token } });
    expect(fetched.body).toBe(
      `\uFEFF"行","锁号","备注2","错误"\r\n"3","12","'=1+1","The serial number has 4-20 digits; a few have letters a to f"\r\n`,
    );
    const mended = await checked(fetched.body.replace('"12"', `"${b}"`));
    expect(mended.columns.map(({ field }) => field)).toEqual([null, 'sn', null, null]);
    expect(counts(await ran(mended.id))).toMatchObject({ added: 1, bad: 0 });
    expect(await inFleet([a, b])).toBe(2);
  });

  it('takes 10,000 devices of which 100 are wrong, and those once they are mended', async () => {
    const all = numbers(10_000);
    const isWrong = (at: number): boolean => at % 100 === 42;
    const sheet = (cells: readonly (readonly string[])[]): Buffer =>
      workbookOf(
        `<sheet>${cells.map((row) => `<row>${row.map((text) => `<c t="str"><v>${text}</v></c>`).join('')}</row>`).join('')}</sheet>`,
      );
    const rowOf = (sn: string, at: number): string[] => [isWrong(at) ? `${sn}O` : sn, `lock ${at}`, typeCode];
    const tried = await checked(sheet([['sn', 'name', 'type'], ...all.map(rowOf)]), { device_type_id: null });
    expect(counts(tried)).toMatchObject({ total: 10_000, added: 9900, same: 0, bad: 100 });
    shown.length = 0;
    expect(counts(await ran(tried.id))).toMatchObject({ state: 'done', added: 9900, bad: 100 });
    // so many are not told one by one
    expect(shown).toEqual([null]);

    const columns = ['c0', 'c1', 'c2', 'errors'].map((field) => ({ field, title: field }));
    const file = await caller.ok(imports.failed, { id: tried.id, columns, format: 'csv', timeZone: 'UTC' });
    const { body } = await api.app.inject({ method: 'GET', url: file.url, headers: { authorization: caller.token } });
    const mended = body.replaceAll(/(\d)O"/g, '$1"');
    const mapping = ['sn', 'device_name', 'device_type', null];
    expect(counts(await ran((await checked(mended, { mapping, device_type_id: null })).id))).toMatchObject({
      state: 'done',
      added: 100,
      bad: 0,
    });
    expect(await inFleet(all)).toBe(10_000);
    // the whole file once more, as it was sent
    const again = await checked(sheet([['sn', 'name', 'type'], ...all.map(rowOf)]), { device_type_id: null });
    expect(counts(again)).toMatchObject({ added: 0, same: 9900, bad: 100 });
  });

  it('remembers for the organisation which field a heading means', async () => {
    const file = `一号,二号\n${numbers(1)[0]},lorry`;
    const first = await checked(file, { mapping: ['sn', 'subject'] });
    expect(first.columns.map(({ basis }) => basis)).toEqual(['hand', 'hand']);
    const again = await detail((await upload(caller, file)).data.id);
    expect(again.columns.map(({ field, basis }) => `${field} ${basis}`)).toEqual(['sn before', 'subject before']);
    const other = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
    const { id } = (await upload(other, file)).data;
    expect((await other.ok(imports.detail, { id })).columns.map(({ field }) => field)).toEqual([null, null]);
  });

  it.each([
    ['a column for the numbers', { mapping: [null, 'device_name'] }, { mapping: 'Choose the column of the numbers' }],
    ['as many columns as the file has', { mapping: ['sn'] }, { mapping: 'The file has another number of columns' }],
    ['a field once', { mapping: ['sn', 'sn'] }, { mapping: 'A field is filled by one column' }],
    ['a type there is', { device_type_id: 999_999_999 }, { device_type_id: 'This is none of the choices' }],
  ])('asks for %s', async (_, said, data) => {
    const { id } = (await upload(caller, lines(numbers(1)))).data;
    const asked = { id, mapping: ['sn', 'device_name'], org_id: org, device_type_id: typeId, manufacturer_id: null };
    expect(await caller.post(imports.check.path, { ...asked, ...said })).toMatchObject({
      verify: { sign: 'validation' },
      data,
    });
  });

  it('is written after it was tried, and not by two at once', async () => {
    const { id } = (await upload(caller, lines(numbers(1)))).data;
    expect((await caller.post(imports.run.path, { id })).verify.desc).toBe('Try it without writing first');
    const asked = { id, mapping: ['sn', 'device_name'], org_id: org, device_type_id: typeId, manufacturer_id: null };
    const both = await Promise.all([caller.post(imports.check.path, asked), caller.post(imports.check.path, asked)]);
    expect(both.map(({ verify }) => verify.sign).toSorted()).toEqual(['conflict', 'success']);
    await work();
  });

  it('a dry run that failed or was stopped is none: the file is tried again, and nothing of it is written before', async () => {
    const { id, all } = await tried();
    await fail((await detail(id)).job_id!);
    expect(await detail(id)).toMatchObject({ state: 'uploaded', failure: away, added: 0, bad: 0 });
    expect(await caller.ok(imports.faults, { id })).toMatchObject({ rows: [], total: 0, counts: [] });
    expect((await caller.post(imports.run.path, { id })).verify.desc).toBe('Try it without writing first');
    await tryAgain(id);
    await caller.ok(jobs.cancel, { id: (await detail(id)).job_id! });
    expect(await detail(id)).toMatchObject({ state: 'uploaded', failure: '', added: 0, bad: 0 });
    expect((await caller.post(imports.run.path, { id })).verify.desc).toBe('Try it without writing first');
    await work();
    expect(await inFleet(all)).toBe(0);
    await tryAgain(id);
    await work();
    expect(counts(await ran(id))).toMatchObject({ state: 'done', added: 1, bad: 1 });
  });

  it('keeps what came of it: one that was written is neither tried nor written anew', async () => {
    const done = await ran((await checked(`${lines(numbers(2))}\n12,a`)).id);
    expect((await tryAgain(done.id)).verify.desc).toBe(written);
    expect((await caller.post(imports.run.path, { id: done.id })).verify.desc).toBe(written);
    await work();
    expect(await detail(done.id)).toEqual(done);
    expect((await faults(done.id)).total).toBe(1);
  });

  it('that wrote nothing before it failed may have its columns changed', async () => {
    const { id, all } = await tried();
    await work();
    await caller.ok(imports.run, { id });
    await fail((await detail(id)).job_id!);
    expect(await detail(id)).toMatchObject({ state: 'failed', failure: away, done: 0, added: 0 });
    expect((await tryAgain(id)).verify.sign).toBe('success');
    await work();
    expect(counts(await ran(id))).toMatchObject({ state: 'done', added: 1, bad: 1 });
    expect(await inFleet(all)).toBe(1);
  });

  it('refuses what is no such file in words, and keeps nothing of it', async () => {
    const before = await api.db.query('select count(*) as n from import');
    const png = Buffer.from('89504e470d0a1a0a0000000d', 'hex');
    expect((await upload(caller, png, 'locks.xlsx')).verify.desc).toBe('Only xlsx or csv files are taken here');
    expect((await upload(caller, '序列号\n')).verify.desc).toBe('The file has no rows to import');
    expect((await upload(caller, Buffer.alloc(21 * 1024 * 1024, 'a'))).verify.desc).toBe(
      'The file is larger than 20 MB',
    );
    expect((await api.db.query('select count(*) as n from import')).rows).toEqual(before.rows);
  });
});

describe('a job', () => {
  const begun = async (n: number, more = '') => {
    const all = numbers(n);
    const tried = await checked(`${lines(all)}${more}`);
    const { job_id } = await caller.ok(imports.run, { id: tried.id });
    return { all, id: tried.id, job_id };
  };
  const jobOf = async (id: number) => (await caller.ok(jobs.list, {})).rows.find((job) => job.id === id);

  it('goes on where it was when whoever did it is gone, and does no part twice', async () => {
    const { all, id, job_id } = await begun(3 * BLOCK);
    let turns = 0;
    // asked before the job, and before each part: gone after the first
    const first = doer(() => ++turns <= 2);
    await first.turn();
    await first.settled();
    expect(await jobOf(job_id)).toMatchObject({ state: 'running', done: BLOCK, total: 3 * BLOCK });
    expect(await inFleet(all)).toBe(BLOCK);
    await api.db.query('update job set next_time = now() where id = $1', [job_id]);
    // two that both think it is theirs
    const two = [doer(), doer()];
    for (const one of two) await one.turn();
    for (const one of two) await one.settled();
    expect(counts(await detail(id))).toMatchObject({
      state: 'done',
      done: 3 * BLOCK,
      added: 3 * BLOCK,
      same: 0,
      bad: 0,
    });
    expect(await inFleet(all)).toBe(3 * BLOCK);
  });

  it('ends when its operator says so; what is done stays on its record, and it goes on from there', async () => {
    const { all, id, job_id } = await begun(2 * BLOCK, '\n12,a');
    let turns = 0;
    const one = doer(() => ++turns <= 2);
    await one.turn();
    await one.settled();
    await caller.ok(jobs.cancel, { id: job_id });
    await work();
    expect(await jobOf(job_id)).toMatchObject({ state: 'cancelled', done: BLOCK });
    expect(await inFleet(all)).toBe(BLOCK);
    expect((await detail(id)).state).toBe('cancelled');
    expect((await caller.post(jobs.cancel.path, { id: job_id })).verify.desc).toBe('The job is over already');
    expect((await tryAgain(id)).verify.desc).toBe(written);
    expect(counts(await detail(id))).toMatchObject({ state: 'cancelled', done: BLOCK, added: BLOCK });
    expect(counts(await ran(id))).toMatchObject({
      state: 'done',
      done: 2 * BLOCK + 1,
      added: 2 * BLOCK,
      same: 0,
      bad: 1,
    });
    expect(await inFleet(all)).toBe(2 * BLOCK);
  });

  it('is its operator’s alone', async () => {
    const { job_id } = await begun(1);
    const colleague = await api.signedIn(await buildOperator(api.db, org));
    expect((await colleague.ok(jobs.list, {})).rows).toEqual([]);
    expect((await colleague.post(jobs.cancel.path, { id: job_id })).verify.sign).toBe('notFound');
    await work();
  });

  it('is done in the name of its operator, as far as that reaches at the moment', async () => {
    const leaving = await buildOperator(api.db, org);
    const by = await api.signedIn(leaving);
    const all = numbers(1);
    const { id } = (await upload(by, lines(all))).data;
    const asked = { id, mapping: ['sn', 'device_name'], org_id: org, device_type_id: typeId, manufacturer_id: null };
    await by.ok(imports.check, asked as never);
    await work();
    await by.ok(imports.run, { id });
    await api.db.query('update operator set status = 2 where id = $1', [leaving.id]);
    await work();
    expect(await detail(id)).toMatchObject({ state: 'failed', failure: 'Whoever began it may not do it any more' });
    expect(await inFleet(all)).toBe(0);
  });

  it.each([
    ['is revoked', 'revoke_time = now()', 'The API key that began it was revoked or has expired'],
    ['has run out', 'expire_time = now()', 'The API key that began it was revoked or has expired'],
    ['may it no more', "scope = '{device:list}'", 'Whoever began it may not do it any more'],
  ])('begun by a key ends when that %s, though its operator may go on', async (_, change, failure) => {
    const { all, id } = await begun(2 * BLOCK);
    const { id: key } = await caller.ok(calls.apiKeys.add, {
      key_name: 'Warehouse',
      scope: ['import:add', 'import:list'],
      expire_time: new Date(Date.now() + 86_400_000).toISOString(),
      physical: false,
      addresses: [],
    });
    await api.db.query('update job set api_key_id = $1 where id = (select job_id from import where id = $2)', [
      key,
      id,
    ]);
    let turns = 0;
    const one = doer(() => ++turns <= 2);
    await one.turn();
    await one.settled();
    expect(await inFleet(all)).toBe(BLOCK);
    await api.db.query(`update api_key set ${change} where id = $1`, [key]);
    await api.db.query('update job set next_time = now() where subject_id = $1', [id]);
    await work();
    expect(await detail(id)).toMatchObject({ state: 'failed', failure });
    expect(await inFleet(all)).toBe(BLOCK);
  });

  it('waits for a storage that is away, and fails with a reason when that does not come back', async () => {
    const { job_id, all } = await begun(1);
    const away = openJobs({
      pools: api.pools,
      log: openLog('silent'),
      ticked: physicalPermits,
      works: importWorks({
        storage: { ...api.storage, get: () => Promise.reject(new Error('away')) },
        came: () => {},
        shown: () => {},
      }),
      isMine: () => true,
    });
    const turn = async () => {
      await api.db.query('update job set next_time = now() where id = $1', [job_id]);
      await away.turn();
      await away.settled();
    };
    await turn();
    expect(await jobOf(job_id)).toMatchObject({ state: 'running', done: 0 });
    await api.db.query('update job set attempts = 20 where id = $1', [job_id]);
    await turn();
    expect(await jobOf(job_id)).toMatchObject({
      state: 'failed',
      failure: 'The storage of files is unavailable for the moment, please try again',
    });
    expect(await inFleet(all)).toBe(0);
  });
});

describe('what an import shows', () => {
  it('is a record: whose, of what, what came of it, and the file', async () => {
    const all = numbers(1);
    const done = await ran((await checked(lines(all))).id);
    const { rows } = await caller.ok(imports.list, {});
    expect(rows[0]).toMatchObject({
      id: done.id,
      import_type: 'device',
      name: 'locks.csv',
      state: 'done',
      added: 1,
      encoding: 'utf-8',
    });
    const link = await caller.ok(calls.files.link, { id: rows[0]!.path! });
    const file = await api.app.inject({ method: 'GET', url: link.url });
    expect(file.body).toBe(lines(all));
  });

  it('stays out of the sight of others, its rows and its file with it', async () => {
    const one = await checked('序列号\n12');
    const other = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
    expect((await other.ok(imports.list, {})).rows).toEqual([]);
    for (const path of [imports.detail.path, imports.faults.path, imports.run.path])
      expect((await other.post(path, { id: one.id })).verify.sign).toBe('notFound');
    const below_ = await api.signedIn(await buildOperator(api.db, below));
    expect((await below_.ok(imports.list, {})).rows).toEqual([]);
  });

  it('stays the sender’s whichever organisation its devices go to: none beside it sees a row, whoever tried it', async () => {
    const beside = await buildOrganisation(api.db, org);
    const secret = await buildDevice(api.db, beside);
    const asked = (said: object) => ({ mapping: ['sn', 'org_name', 'device_name'], device_type_id: typeId, ...said });
    const one = await checked(`序列号,单位,名称\n${secret.sn},,a\n12,${belowName},a`, asked({ org_id: below }));
    const reader = await api.signedIn(await buildOperator(api.db, below));
    expect((await reader.ok(imports.list, {})).rows).toEqual([]);
    for (const path of [imports.detail.path, imports.faults.path])
      expect((await reader.post(path, { id: one.id })).verify.sign).toBe('notFound');
    expect((await failedOf(reader, one.id)).json()).toMatchObject({ verify: { sign: 'notFound' } });

    expect((await caller.ok(imports.list, {})).rows[0]).toMatchObject({ id: one.id, org_name: belowName, bad: 2 });
    expect(one).toMatchObject({ org_id: below });
    expect((await faults(one.id)).rows[0]?.errors[0]?.words).toContain(`as Lock ${secret.sn}`);
    expect((await failedOf(caller, one.id)).body).toContain(secret.sn);
  });

  it('says of a device only what its reader sees, also when somebody above has tried it', async () => {
    const beside = await buildOrganisation(api.db, org);
    const [secret, retired] = [await buildDevice(api.db, beside), await buildDevice(api.db, beside)];
    await api.db.query('update device set retired_time = now(), status = 2 where id = $1', [retired.id]);
    const reader = await api.signedIn(await buildOperator(api.db, below));
    const free = numbers(1)[0];
    const { id } = (await upload(reader, `序列号,名称\n${secret.sn},a\n${retired.sn},a\n${free},a`)).data;
    const asked = { id, mapping: ['sn', 'device_name'], org_id: beside, device_type_id: typeId, manufacturer_id: null };
    await caller.ok(imports.check, asked as never);
    await work();
    const words = async (by: Caller) =>
      (await by.ok(imports.faults, { id })).rows.map(({ errors }) => errors.map((e) => e.words).join());
    const exists = 'The device exists already';
    expect(await words(caller)).toEqual([
      `Devices cannot be added twice: it is there as Lock ${secret.sn}`,
      'The device is retired, reinstate it first',
    ]);
    expect(await words(reader)).toEqual([exists, exists]);
    const told = await reader.ok(imports.faults, { id, code: 'deviceSnExists' });
    expect(told).toMatchObject({ total: 2, counts: [{ code: 'deviceSnExists', words: exists, count: 2 }] });
    expect((await reader.ok(imports.faults, { id, code: 'importExists' })).rows).toEqual([]);
    expect((await failedOf(reader, id)).body).not.toContain(`Lock ${secret.sn}`);
    // nor which organisation it is that they do not see; nothing can go there
    expect(await reader.ok(imports.detail, { id })).toMatchObject({ state: 'checked', org_id: null, org_name: '' });
    await reader.ok(imports.run, { id });
    await work();
    expect(await reader.ok(imports.detail, { id })).toMatchObject({ state: 'done', added: 0, bad: 3 });
    expect((await words(reader))[2]).toBe('Input cannot be empty');
  });

  it('hands its file to those only who may see imports', async () => {
    const { path } = await checked(lines(numbers(1)));
    const other = await api.signedIn(await buildOperator(api.db, org, ['device:list']));
    expect((await other.post(calls.files.link.path, { id: path })).verify.sign).toBe('notFound');
  });

  it('that was never imported says when it goes, and is discarded by whoever may import', async () => {
    const tried = await checked(lines(numbers(1)));
    expect(Date.parse(tried.expire_time!) - Date.parse(tried.create_time)).toBeGreaterThanOrEqual(86_400_000);
    const reader = await api.signedIn(await buildOperator(api.db, org, ['import:list']));
    expect((await reader.post(imports.discard.path, { id: tried.id })).verify.sign).toBe('noPermission');
    await caller.ok(imports.discard, { id: tried.id });
    expect((await caller.post(imports.detail.path, { id: tried.id })).verify.sign).toBe('notFound');
    expect((await api.db.query('select from file_use where file_id = $1', [tried.path])).rowCount).toBe(0);
    expect((await caller.post(imports.discard.path, { id: tried.id })).verify.sign).toBe('notFound');
  });

  it('is not discarded while it is under way, nor once something was written', async () => {
    const { id } = (await upload(caller, lines(numbers(1)))).data;
    await tryAgain(id);
    expect((await caller.post(imports.discard.path, { id })).verify.desc).toBe(
      'This file is being tried or imported already',
    );
    await work();
    const done = await ran(id);
    expect(done.expire_time).toBeNull();
    expect((await caller.post(imports.discard.path, { id })).verify.desc).toBe(
      'Rows of this file were written, and its record stays',
    );
  });

  const days = (n: number) => (name: string) => (name === 'upload_days' || name === 'quarantine_days' ? n : 1000);
  const kept = async (id: number): Promise<'whole' | 'record' | 'gone'> => {
    const { rows } = await api.db.query('select file from import where id = $1', [id]);
    return rows[0] ? (rows[0].file ? 'whole' : 'record') : 'gone';
  };
  const forget = (n: number) => forgetOld(api.pools.platform, { days: days(n), now: Date.now() + 10 * 86_400_000 });

  it('that nobody imported goes after its days, with its file; one that is under way or younger stays', async () => {
    const sent = (await upload(caller, lines(numbers(1)))).data.id;
    const tried_ = await checked(lines(numbers(1)));
    const { id: underWay } = (await upload(caller, lines(numbers(1)))).data;
    await tryAgain(underWay);
    const all = async () => Promise.all([sent, tried_.id, underWay].map(kept));
    await forget(11);
    expect(await all()).toEqual(['whole', 'whole', 'whole']);
    await forget(9);
    expect(await all()).toEqual(['gone', 'gone', 'whole']);
    expect((await api.db.query('select from file_use where file_id = $1', [tried_.path])).rowCount).toBe(0);
    await work();
  });

  it('is a record without its file after the days of that, and says so when it is to go on', async () => {
    const file = `${lines(numbers(1))}\n12,a`;
    const done = await ran((await checked(file)).id);
    const { id, all } = await tried();
    await work();
    await caller.ok(imports.run, { id });
    await caller.ok(jobs.cancel, { id: (await detail(id)).job_id! });
    await forget(11);
    expect([await kept(done.id), await kept(id)]).toEqual(['whole', 'whole']);
    await forget(9);
    expect([await kept(done.id), await kept(id)]).toEqual(['record', 'record']);
    expect(await detail(done.id)).toEqual({ ...done, path: null });
    expect((await faults(done.id)).total).toBe(1);
    expect((await api.db.query('select from file_use where file_id = $1', [done.path])).rowCount).toBe(0);
    expect((await caller.post(imports.run.path, { id })).verify.desc).toBe(
      'This file is kept no longer: send it again',
    );
    expect(await inFleet(all)).toBe(0);
  });

  it('lets its file go when it goes itself', async () => {
    const { id, path } = await checked(lines(numbers(1)));
    const uses = () => api.db.query('select used_by from file_use where file_id = $1', [path]);
    expect((await uses()).rows).toEqual([{ used_by: `import ${id}` }]);
    await api.db.query('delete from import where id = $1', [id]);
    expect((await uses()).rows).toEqual([]);
  });

  it('needs the button', async () => {
    const reader = await api.signedIn(await buildOperator(api.db, org, ['import:list']));
    expect((await upload(reader, lines(numbers(1)))).verify.sign).toBe('noPermission');
    expect((await reader.ok(imports.list, {})).rows.length).toBeGreaterThan(0);
  });
});
