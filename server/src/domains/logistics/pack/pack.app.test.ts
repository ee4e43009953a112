import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { calls as all } from '@plomb/contract/calls';
import { fileCalls } from '@plomb/contract/files/domain';
import { logisticsCalls } from '@plomb/contract/logistics/domain';
import { checkPack } from '@plomb/contract/logistics/packCheck';
import { MOST_PACKS } from '@plomb/contract/logistics/packs';
import { physicalPermits } from '@plomb/contract/personal/physicalPermits';
import { sealCalls } from '@plomb/contract/seals/domain';
import { field } from '@plomb/contract/seals/field';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import yauzl from 'yauzl';
import { maintainPartitions } from '../../../ingest/partitions.ts';
import { openFiles } from '../../../platform/files/files.ts';
import { openJobs } from '../../../platform/jobs/jobs.ts';
import { openLog } from '../../../platform/log.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { type BuiltDevice, buildDevice, buildOperator, buildOrganisation } from '../../../testing/build.ts';
import type { Caller } from '../../../testing/client.ts';
import { recordsOfLocks, tracksOfLocks } from '../../../tracksOfLocks.ts';
import { dropUnmade, packWorks } from './work.ts';

const { evidencePacks, logisticsBatches, vehicles } = logisticsCalls;
const { jobs, ledger } = all;
const kept = 90;
let api: TestApi;
let org: number;
let caller: Caller;
let lock: BuiltDevice;
let batch: number;
let number: string;
let photo: string;

const work = async (isMine: () => boolean = () => true): Promise<void> => {
  const { platform } = api.pools;
  const log = openLog('silent');
  const one = openJobs({
    ...{ pools: api.pools, log, ticked: physicalPermits, isMine },
    works: packWorks({
      ...{ platform, storage: api.storage, tracksOf: tracksOfLocks, records: recordsOfLocks, keptDays: () => kept },
      files: openFiles({ platform, storage: api.storage, log, megabytes: () => 100 }),
    }),
  });
  await one.turn();
  await one.settled();
};
const report = (minutes: number, lon: number, serial: number) =>
  api.owner.query(
    `insert into position (device_id, org_id, device_time, receive_time, serial, part, hash, msg_type, report_reson, fault, lat, lon, velocity, lock_status, authenticated, raw, replay)
     values ($1, $2, now() - make_interval(mins => $3), now() - make_interval(mins => $3), $4, 0, 1, 1, 0, 0, 30, $5, 60, 2, true, '\\x7e0102', false)`,
    [lock.id, org, minutes, serial, lon],
  );

beforeAll(async () => {
  api = await startApi();
  await maintainPartitions(api.owner, { now: Date.now(), retentionDays: 90 });
  org = await buildOrganisation(api.db);
  const operator = await buildOperator(api.db, org);
  caller = await api.signedIn(operator);
  lock = await buildDevice(api.db, org);
  const made = { kind_name: 'bolt', iso_class: 'H', maker: 'M', certificate: '', reusable: false } as const;
  const kind = (await caller.ok(sealCalls.sealKinds.add, made)).id;
  await caller.ok(sealCalls.qrSeals.add, {
    kind_id: kind,
    holder_id: operator.id,
    prefix: 'NB 447',
    first: 1,
    count: 1,
  });
  number = 'NB 447 001';
  await api.owner.query("update seal set create_time = now() - interval '1 day'");
  const vehicle = await caller.ok(vehicles.add, { plate: '浙B·3F911', enterprise: '宁波港集运' });
  const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString();
  const position = {
    process_name: '',
    number: '',
    photos_asked: [],
    openers: [],
    open_stops: [],
    second_person: false,
  };
  ({ id: batch } = await caller.ok(logisticsBatches.add, {
    ...{ vehicle_id: vehicle.id, carrier: '宁波港集运', driver: '孙磊', plan_start: hours(-2), plan_end: hours(4) },
    start: { address: '北仑港三号门', lat: 30, lon: 121.8, radius: 500 },
    end: { address: '下沙综保区', lat: 30, lon: 121, radius: 500 },
    destination: { address: '下沙综保区', lat: 30, lon: 121, radius: 500 },
    stops: [],
    positions: [
      { ...position, position: '后门', medium: 'qr', device_id: null },
      { ...position, position: '罐口', medium: 'lock', device_id: lock.id },
    ],
  } as never));
  // a picture whose bytes lie in the storage
  const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#557799' } })
    .jpeg()
    .toBuffer();
  const files = openFiles({
    platform: api.pools.platform,
    storage: api.storage,
    log: openLog('silent'),
    megabytes: () => 100,
  });
  const { Upload } = await import('@plomb/contract/files/images');
  async function* parts() {
    yield bytes;
  }
  const by = { id: operator.id, orgId: org, orgIds: [org] } as never;
  const laid = await files.layPicture(new Upload(bytes.length, parts), { side: 2048, thumb: 320 }, by);
  photo = await files.add({ client: api.owner as never, operator: by }, 'seal', laid);
  const { rows } = await api.owner.query<{ id: number }>(
    'select id from batch_position where batch_id = $1 order by nth',
    [batch],
  );
  await api.owner.query("update logistics_batch set create_time = now() - interval '2 hours' where id = $1", [batch]);
  const done = await caller.ok(field.seal, {
    ...{ medium: 'qr', read: number, key: randomUUID(), time: hours(-1), counter: 1, lat: 30, lon: 121.8, accuracy: 5 },
    ...{ photos: [photo], position: rows[0]!.id },
  } as never);
  expect(done).toMatchObject({ outcome: 'done' });
  await api.owner.query(
    `insert into lock_event (device_id, org_id, device_time, receive_time, at, serial, hash, code, lst, ls_before, ls_after, fault, replay,
       quality, lat, lon, authenticated, counts, rang)
     select device_id, org_id, device_time, receive_time, device_time, serial, hash, 1, 2, 0, 2, 0, false, 'direct', lat, lon, true, true, '{}' from
       (values ($1::bigint, $2::bigint, now() - interval '60 minutes', now(), 1, 1, 30.0, 121.8)) v(device_id, org_id, device_time, receive_time, serial, hash, lat, lon)`,
    [lock.id, org],
  );
  // the frame that the word came by
  await api.owner.query(
    `insert into position (device_id, org_id, device_time, receive_time, serial, part, hash, msg_type, report_reson, fault, lat, lon, velocity, lock_status, authenticated, raw, replay)
     select device_id, org_id, device_time, receive_time, serial, 0, hash, 1, 0, 0, lat, lon, 0, 2, true, '\\x7e0103', false from lock_event where device_id = $1`,
    [lock.id],
  );
  const { followWords } = await import('../words.ts');
  await followWords(api.db as never);
  for (const [minutes, lon, serial] of [
    [55, 121.79, 2],
    [20, 121.5, 3],
    [19, 121.49, 4],
  ] as const)
    await report(minutes, lon, serial);
});
afterAll(() => api.stop());

const asked = (lang: 'zh' | 'en' = 'zh') => ({ id: batch, lang, time_zone: 'Asia/Shanghai' });
const packs = async (by = caller) => (await by.ok(evidencePacks.packs, { id: batch })).rows;
const zipped = async (file: string, by = caller): Promise<Buffer> => {
  const { url } = await by.ok(fileCalls.files.link, { id: file });
  return (await api.app.inject({ method: 'GET', url })).rawPayload;
};
const unzipped = async (file: string, by = caller): Promise<Map<string, Buffer>> => {
  const zip = await yauzl.fromBufferPromise(await zipped(file, by), { lazyEntries: true });
  const found = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    found.set(entry.fileName, Buffer.concat(chunks));
  }
  return found;
};
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const textOf = async (bytes: Buffer): Promise<string> => {
  const pdf = await getDocument({ data: new Uint8Array(bytes) }).promise;
  const pages: string[] = [];
  for (let page = 1; page <= pdf.numPages; page++) {
    const { items } = await (await pdf.getPage(page)).getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(''));
  }
  return pages.join('\n');
};
const make = async (lang: 'zh' | 'en' = 'zh', by = caller) => {
  await by.ok(evidencePacks.make, asked(lang));
  await work();
  const { rows } = await api.db.query('select state, failure from job order by id desc limit 1');
  expect(rows).toEqual([{ state: 'done', failure: '' }]);
  return (await packs(by))[0]!;
};

it('is a zip whose manifest names every file by its sum, and whose own sum is on record', async () => {
  const pack = await make();
  expect(pack).toMatchObject({ state: 'done', verdict: 'gap', left_out: [], cut: [] });
  const files = await unzipped(pack.file!);
  expect(sha256(files.get('manifest.json')!)).toBe(pack.manifest_sha256);
  const manifest = JSON.parse(files.get('manifest.json')!.toString()) as {
    files: { name: string; bytes: number; sha256: string }[];
  };
  expect(new Set(manifest.files.map(({ name }) => name))).toEqual(
    new Set([...files.keys()].filter((name) => name !== 'manifest.json')),
  );
  for (const { name, bytes, sha256: sum } of manifest.files)
    expect([name, files.get(name)!.length, sha256(files.get(name)!)]).toEqual([name, bytes, sum]);
  expect(files.size).toBe(pack.files);
  expect(files.get('SHA256SUMS')!.toString()).toContain(`${sha256(files.get('data.json')!)}  data.json\n`);
  // of the zone that people read nothing is in what programs do
  const { records } = JSON.parse(files.get('data.json')!.toString()) as {
    records: Record<'device' | 'came', string>[];
  };
  const clocks = records.flatMap(({ device, came }) => [device, came]).flatMap((times) => times.split(' – '));
  expect(clocks.filter(Boolean).length).toBeGreaterThan(0);
  for (const time of clocks.filter(Boolean)) expect(time).toBe(new Date(time).toISOString());
  // that it was made is a fact
  const { rows } = await caller.ok(ledger.list, { group: ['batch'] } as never);
  expect(rows.filter(({ fact }) => fact === 'batch.packed')).toMatchObject([{ rests_on: [pack.manifest_sha256] }]);
});

it('is held against its manifest, file by file, as the console does it', async () => {
  const [pack] = await packs();
  const { manifest, same, ...rest } = await checkPack(new Blob([new Uint8Array(await zipped(pack!.file!))]));
  expect({ manifest, same }).toEqual({ manifest: pack!.manifest_sha256, same: pack!.files - 1 });
  expect(rest).toEqual({ differ: [], missing: [], alien: [] });
});

it('that was forged is found out by what CHECK.txt says, whatever SHA256SUMS was made to say', async () => {
  const files = await unzipped((await packs())[0]!.file!);
  const folder = await mkdtemp(join(tmpdir(), 'pack-'));
  const run = async (command: string): Promise<string> => {
    const shell = promisify(execFile)('sh', ['-c', command], { cwd: folder, env: { ...process.env, LC_ALL: 'C' } });
    return shell.then(
      ({ stdout }) => stdout,
      (error: { stdout: string }) => `failed ${error.stdout}`,
    );
  };
  try {
    for (const [name, bytes] of files) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), bytes);
    }
    const told = [
      ...files
        .get('CHECK.txt')!
        .toString()
        .matchAll(/^ {5}((?:grep|sha256sum|find).*?)(?: {3}.*)?$/gm),
    ].map(([, command]) => command!);
    const [listed, own, all, alien] = told as [string, string, string, string];
    const [, sum] = /([0-9a-f]{64})/.exec(await run(own))!;
    expect(await run(listed)).toContain(`"sha256": "${sum}"`);
    expect(await run(all)).not.toMatch(/failed|FAILED/);
    expect(await run(alien)).toBe('SHA256SUMS\nmanifest.json\n');
    // a table is written anew, another put in, and the sums made to fit
    await writeFile(join(folder, 'csv/steps.csv'), 'nothing happened');
    await writeFile(join(folder, 'csv/extra.csv'), 'nor here');
    expect(await run(alien)).toBe('SHA256SUMS\ncsv/extra.csv\nmanifest.json\n');
    await writeFile(
      join(folder, 'SHA256SUMS'),
      await run(
        "find . -type f ! -name SHA256SUMS ! -name manifest.json | cut -c3- | tr '\\n' '\\0' | xargs -0 sha256sum",
      ),
    );
    expect(await run(all)).not.toMatch(/failed|FAILED/);
    const [, forged] = /([0-9a-f]{64})/.exec(await run(own))!;
    expect(await run(listed)).not.toContain(forged);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('says all of it in its report: names in Chinese, the reasons by the numbers of their records, the pages', async () => {
  const files = await unzipped((await packs())[0]!.file!);
  const text = await textOf(files.get('报告.pdf')!);
  for (const said of [
    '批次证据包',
    '浙B·3F911',
    '宁波港集运',
    '孙磊',
    '北仑港三号门',
    '下沙综保区',
    '后门',
    '罐口',
    number,
    lock.sn,
  ])
    expect(text).toContain(said);
  expect(text).toContain('电子锁失联，没有证据');
  // beside the verdict stands what it rests on, and nothing that was not so
  expect(text).toContain('电子锁失联，没有证据。');
  expect(text).toMatch(/E-00\d/);
  expect(text).toMatch(/第 1 页，共 \d 页/);
  expect(text).toContain('Asia/Shanghai (UTC+08:00)');
});

it('writes the photos of a record right below its number, with no empty line between', async () => {
  const files = await unzipped((await packs())[0]!.file!);
  const pdf = await getDocument({ data: new Uint8Array(files.get('报告.pdf')!) }).promise;
  const below: number[] = [];
  for (let page = 1; page <= pdf.numPages; page++) {
    const { items } = await (await pdf.getPage(page)).getTextContent();
    const numbers = items.flatMap((one) => ('str' in one && /^[EP]-\d+$/.test(one.str) ? [one] : []));
    for (const [nth, one] of numbers.entries())
      if (one.str === 'P-001' && numbers[nth - 1]?.transform[4] === one.transform[4])
        below.push(numbers[nth - 1]!.transform[5] - one.transform[5]);
  }
  expect(below).toHaveLength(1);
  // a line of 8.5 points
  expect(below[0]).toBeLessThan(15);
});

it('has the photos as they are kept, and the frames that the words of the lock rest on', async () => {
  const files = await unzipped((await packs())[0]!.file!);
  const { rows } = await api.owner.query<{ sha256: string }>('select sha256 from file where id = $1', [photo]);
  expect(sha256(files.get('photos/P-001.jpg')!)).toBe(rows[0]!.sha256);
  const frames = JSON.parse(files.get('frames.json')!.toString()) as { sha256: string; of: string }[];
  const sums = frames.map((one) => one.sha256);
  expect(sums).toContain(sha256(Buffer.from('7e0103', 'hex')));
  // and those between which nothing was heard
  expect(sums.filter((one) => one === sha256(Buffer.from('7e0102', 'hex'))).length).toBeGreaterThanOrEqual(2);
  expect(files.get('csv/steps.csv')!.toString()).toMatch(/"时间 Asia\/Shanghai \(UTC\+08:00\)"/);
  expect(files.get('csv/positions.csv')!.toString().trimEnd().split('\r\n')).toHaveLength(1 + 4);
});

it('of whoever may see less has less in it, and says so', async () => {
  const some = await buildOperator(api.db, org, ['logisticsBatch:list', 'logisticsBatch:pack']);
  const by = await api.signedIn(some);
  const pack = await make('en', by);
  expect(pack.left_out).toEqual(['frames', 'positions', 'events', 'orders', 'alarms']);
  const files = await unzipped(pack.file!, by);
  expect([...files.keys()].filter((name) => /frames|positions|lock-words|alarms|orders/.test(name))).toEqual([]);
  expect(await textOf(files.get('report.pdf')!)).toContain('whoever made it may not see these: Raw frames');
  // who made it and its sum are told to others, its file is not
  const [seen] = await packs();
  expect(seen).toMatchObject({
    manifest_sha256: pack.manifest_sha256,
    oper_name: `Operator ${some.loginName}`,
    file: null,
    job_id: null,
  });
});

it('goes on where a process died, and ends when it is cancelled without a trace on record', async () => {
  const { id } = await caller.ok(evidencePacks.make, asked());
  let parts = 0;
  await work(() => ++parts < 3);
  await api.db.query('update job set next_time = now() where id = $1', [id]);
  await work();
  const job = (await caller.ok(jobs.list, {})).rows.find((one) => one.id === id)!;
  expect([job.state, job.done, job.total]).toEqual(['done', 4, 4]);

  const before = (await packs()).filter(({ made_time }) => made_time).length;
  const other = await caller.ok(evidencePacks.make, asked());
  await caller.ok(jobs.cancel, { id: other.id });
  await work();
  expect((await packs())[0]).toMatchObject({ state: 'cancelled', made_time: null, manifest_sha256: '' });
  await api.db.query('delete from job where id = $1', [other.id]);
  await dropUnmade(api.pools.platform);
  expect((await packs()).filter(({ made_time }) => made_time).length).toBe(before);
  expect(await packs()).toHaveLength(before);
});

it('stays on record as it was made, whatever becomes of its job', async () => {
  const [pack] = await packs();
  for (const change of ['update evidence_pack set files = files + 1', 'delete from evidence_pack'])
    await expect(api.owner.query(`${change} where id = $1`, [pack!.id])).rejects.toThrow(/stays on record/);
});

it('of a batch of another organisation is as unknown', async () => {
  const stranger = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
  expect((await stranger.post(evidencePacks.make.path, asked())).verify.sign).toBe('notFound');
  expect((await stranger.post(evidencePacks.packs.path, { id: batch })).verify.sign).toBe('notFound');
});

it('is known by its sum, however many were made after it', async () => {
  const pack = (await packs()).find(({ made_time }) => made_time)!;
  await api.owner.query(
    `insert into evidence_pack (org_id, batch_id, operator_id, oper_name, lang, time_zone, made_time, as_of, verdict, manifest_sha256)
     select org_id, batch_id, operator_id, oper_name, lang, time_zone, made_time, as_of, verdict, encode(sha256(n::text::bytea), 'hex')
     from evidence_pack, generate_series(1, $2) n where id = $1`,
    [pack.id, MOST_PACKS],
  );
  expect((await packs()).map(({ id }) => id)).not.toContain(pack.id);
  const found = await caller.ok(evidencePacks.packs, { id: batch, sum: pack.manifest_sha256 });
  expect(found.rows).toMatchObject([{ id: pack.id, oper_name: pack.oper_name }]);
  expect((await caller.ok(evidencePacks.packs, { id: batch, sum: '0'.repeat(64) })).rows).toEqual([]);
});
