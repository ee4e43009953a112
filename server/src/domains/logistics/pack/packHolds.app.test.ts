import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { fileCalls } from '@plomb/contract/files/domain';
import { logisticsCalls } from '@plomb/contract/logistics/domain';
import { MOST_PACKS_A_DAY, PACK_LIMITS } from '@plomb/contract/logistics/packs';
import { physicalPermits } from '@plomb/contract/personal/physicalPermits';
import { field } from '@plomb/contract/seals/field';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import yauzl from 'yauzl';
import { maintainPartitions } from '../../../ingest/partitions.ts';
import { openFiles } from '../../../platform/files/files.ts';
import { openJobs } from '../../../platform/jobs/jobs.ts';
import { openLog } from '../../../platform/log.ts';
import { scoped } from '../../../platform/postgres/transaction.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { ago, buildBatches } from '../../../testing/batches.ts';
import { type BuiltDevice, buildDevice, buildOperator, buildOrganisation } from '../../../testing/build.ts';
import type { Caller } from '../../../testing/client.ts';
import { recordsOfLocks, tracksOfLocks } from '../../../tracksOfLocks.ts';
import { followWords } from '../words.ts';
import { packWorks } from './work.ts';

const { evidencePacks } = logisticsCalls;
let api: TestApi;
let batches: Awaited<ReturnType<typeof buildBatches>>;
let kept = 90;
beforeAll(async () => {
  api = await startApi();
  await maintainPartitions(api.owner, { now: Date.now(), retentionDays: 30 });
  batches = await buildBatches(api);
});
afterAll(() => api.stop());

const ask = (id: number) => ({ id, lang: 'en' as const, time_zone: 'UTC' });
const work = async (tracksOf = tracksOfLocks): Promise<void> => {
  const { platform } = api.pools;
  const log = openLog('silent');
  const files = openFiles({ platform, storage: api.storage, log, megabytes: () => 100 });
  const one = openJobs({
    ...{ pools: api.pools, log, ticked: physicalPermits, isMine: () => true },
    works: packWorks({
      ...{ platform, storage: api.storage, files, tracksOf, records: recordsOfLocks },
      keptDays: () => kept,
    }),
  });
  await one.turn();
  await one.settled();
};
const textOf = async (bytes: Buffer): Promise<string> => {
  const pdf = await getDocument({ data: new Uint8Array(bytes) }).promise;
  let text = '';
  for (let page = 1; page <= pdf.numPages; page++) {
    const { items } = await (await pdf.getPage(page)).getTextContent();
    text += items.map((item) => ('str' in item ? item.str : '')).join('');
  }
  return text;
};
const packOf = async (id: number, by: Caller = batches.calls, tracksOf = tracksOfLocks) => {
  await by.ok(evidencePacks.make, ask(id));
  await work(tracksOf);
  const pack = (await by.ok(evidencePacks.packs, { id })).rows[0]!;
  const { url } = await by.ok(fileCalls.files.link, { id: pack.file! });
  const { rawPayload } = await api.app.inject({ method: 'GET', url });
  const zip = await yauzl.fromBufferPromise(rawPayload, { lazyEntries: true });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    files.set(entry.fileName, Buffer.concat(chunks));
  }
  const rows = (table: string): string[] =>
    files.get(`csv/${table}.csv`)?.toString().trimEnd().split('\r\n').slice(1) ?? [];
  return {
    ...{ pack, rows, text: await textOf(files.get('report.pdf')!) },
    manifest: JSON.parse(files.get('manifest.json')!.toString()),
  };
};
const NOTHING_CUT = 'nothing was cut';
/** Each sealed an hour ago, and heard since. */
const withLocks = async (names: readonly string[]) => {
  const { planned, lockOf, says, reports } = batches;
  const locks: BuiltDevice[] = [];
  for (const _ of names) locks.push(await buildDevice(api.db, batches.org));
  const { id } = await planned(locks.map((lock, nth) => lockOf(lock, names[nth])));
  for (const lock of locks) {
    await says(lock, [0, 2], { ago: 60 });
    await reports(lock, 60, 0);
  }
  await followWords(api.db as never);
  return { id, locks };
};
const forced = async (lock: BuiltDevice, since = 20): Promise<void> => {
  await batches.says(lock, [2, 3], { ago: since, forced: true, place: { lat: 30, lon: 121.76 } });
  await followWords(api.db as never);
};

it('holds what every lock of the batch told, the fourth that was forced too', async () => {
  const { id, locks } = await withLocks(['a', 'b', 'c', 'd']);
  const last = locks.at(-1)!;
  await forced(last);
  const { pack, rows, text } = await packOf(id);
  expect(pack).toMatchObject({ verdict: 'breached', left_out: [], cut: [] });
  expect(rows('lock-words').filter((row) => row.includes(last.sn))).toHaveLength(2);
  expect(rows('positions').filter((row) => row.includes(last.sn)).length).toBeGreaterThan(50);
  for (const { sn } of locks) expect(text).toContain(sn);
});

it('holds what a lock did though its reports are past keeping, and says that they are', async () => {
  const { id, locks } = await withLocks(['a']);
  await forced(locks[0]!);
  kept = 0;
  const { rows, text, manifest } = await packOf(id).finally(() => {
    kept = 90;
  });
  expect(rows('lock-words')).toHaveLength(2);
  expect(rows('positions')).toEqual([]);
  expect(text).not.toContain(NOTHING_CUT);
  expect(text).toContain(`past keeping, or the lock is out of sight by now: ${locks[0]!.sn}`);
  expect(manifest.gone).toEqual([locks[0]!.sn]);
});

it('holds the word that breached before all others, and says that there are more than it holds', async () => {
  const { id, locks } = await withLocks(['a']);
  await forced(locks[0]!, 59);
  await api.owner.query(
    `insert into lock_event (device_id, org_id, device_time, receive_time, at, serial, hash, code, lst, ls_before, ls_after, fault, replay, quality,
       lat, lon, authenticated, counts, rang)
     select device_id, org_id, now() - make_interval(secs => n), now(), now() - make_interval(secs => n), n, n, 'x', 1, n % 2, (n + 1) % 2, 0, false,
       'direct', lat, lon, true, false, '{}' from lock_event, generate_series(1, $2::int) n where device_id = $1 and ls_after = 3`,
    [locks[0]!.id, PACK_LIMITS.rows + 1],
  );
  const { pack, rows, text } = await packOf(id);
  expect(pack.cut).toContain('events');
  expect(rows('lock-words')).toHaveLength(PACK_LIMITS.rows);
  expect(rows('lock-words')[0]).toContain('Abnormal');
  expect(text).not.toContain(NOTHING_CUT);
});

it('has words and alarms of locks without the right to tracks, for they ask another', async () => {
  const { id, locks } = await withLocks(['a']);
  await forced(locks[0]!);
  const some = ['logisticsBatch:list', 'logisticsBatch:pack', 'map:list', 'alarm:list'] as const;
  const by = await api.signedIn(await buildOperator(api.db, batches.org, [...some]));
  const { pack, rows, text } = await packOf(id, by);
  expect(pack.left_out).toEqual(['frames', 'positions']);
  expect(rows('lock-words')).toHaveLength(2);
  expect(text).toContain(locks[0]!.sn);
});

it('holds what rang of its seals and what readers could not do, with the place, the clocks and the photos of what was refused', async () => {
  const { onTheRoad, qr, told, calls, guard } = batches;
  const { id, at } = await onTheRoad([qr({ position: 'DOOR' })]);
  const read = await told('ZZ FORGED 7', { position: at[0], ...ago(30), lat: 30.0123 });
  expect(await calls.ok(field.patrol, read as never)).toMatchObject({ refusal: 'unknownSeal' });
  await api.owner.query(
    `insert into rfid_record (org_id, seal_id, number, result, expected, failures, at, device_time, counter, late, operator_id, oper_name,
       idempotency_key, asked, reason)
     select org_id, seal_id, number, 0, true, 1, now() - interval '10 minutes', now(), 1, false, operator_id, oper_name, 'k' || id, 'x', 'would not open'
     from batch_step where batch_id = $1 and step = 0`,
    [id],
  );
  const { rows, text, manifest } = await packOf(id);
  expect(rows('alarms')).toEqual([expect.stringContaining('ZZ FORGED 7')]);
  expect(rows('readers')).toEqual([expect.stringContaining('would not open')]);
  expect(rows('refused')).toEqual([expect.stringMatching(/30\.012300, 121\.8/)]);
  const [photo] = /P-\d{3}/.exec(rows('refused')[0]!)!;
  const step = rows('steps').find((row) => row.includes('ZZ FORGED 7'))!;
  expect(step).toContain(photo);
  expect(rows('reasons').find((row) => row.includes('ZZ FORGED 7'))).toBeDefined();
  // people by the names they sign in with: another may be called the same
  const login = `(${guard.loginName})`;
  expect(step).toContain(login);
  expect(text).toContain(login);
  expect(manifest).toMatchObject({ made_by_login: guard.loginName, made_by_id: guard.id });
});

it('tells of an alarm and of a time without evidence by both clocks, and of a second person by whose login', async () => {
  const { planned, lockOf, qr, says, reports, told, beside, calls, blank } = batches;
  const lock = await buildDevice(api.db, batches.org);
  const { id, at } = await planned([lockOf(lock, 'valves'), qr()]);
  await says(lock, [0, 2], { ago: 60 });
  await followWords(api.db as never);
  const number = await blank();
  await calls.ok(field.seal, await told(number, { position: at[1], ...ago(59) }));
  await reports(lock, 59, 45);
  await reports(lock, 15, 0);
  await forced(lock);
  // each came two minutes after it was told
  for (const table of ['lock_event', 'position'])
    await api.owner.query(
      `update ${table} set receive_time = device_time + interval '2 minutes' where device_id = $1 and device_time < now() - interval '5 minutes'`,
      [lock.id],
    );
  await api.owner.query(
    `insert into alarm (device_id, org_id, kind, severity, first_time, last_time, event_id)
     select device_id, org_id, 'illegal_unlock', 'critical', at, at, id from lock_event where device_id = $1 and ls_after = 3`,
    [lock.id],
  );
  const off = { lat: 30, lon: 121.3, reason: 'customs', ...ago(10), ...(await beside(field.unseal.path)) };
  expect(await calls.ok(field.unseal, await told(number, off))).toMatchObject({ outcome: 'done' });
  const { rows } = await packOf(id);
  const minutesBetween = (row: string | undefined): number[] => {
    const times = [...(row ?? '').matchAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g)].map(
      ([time]) => Date.parse(`${time}Z`) / 60_000,
    );
    // its moment, by the clock of the device, and when it came
    const [, ...clocks] = times;
    const half = clocks.length / 2;
    return clocks.slice(0, half).map((time, nth) => Math.round(clocks[half + nth]! - time));
  };
  expect(minutesBetween(rows('alarms').find((row) => row.includes(lock.sn)))).toEqual([2]);
  expect(minutesBetween(rows('gaps').find((row) => /nothing was heard/.test(row)))).toEqual([2, 2]);
  const opened = rows('steps').find((row) => row.includes('customs'))!;
  expect(opened).toContain(`with Operator ${batches.witness.loginName} (${batches.witness.loginName})`);
});

it('a photo of another organisation is seen by whoever sees the batch that it shows something of, and by no other right', async () => {
  const { id } = await batches.onTheRoad([batches.qr()]);
  const other = await batches.onTheRoad([batches.qr()]);
  const bytes = Buffer.from('as if it were a photo');
  const sum = createHash('sha256').update(bytes).digest('hex');
  const file = 'of-another-organisation1';
  await api.owner.query('insert into file_content (sha256, bytes) values ($1, $2)', [sum, bytes.length]);
  await api.storage.put(sum, Readable.from([bytes]));
  await api.owner.query(
    `insert into file (id, org_id, purpose, type, sha256, bytes) values ($1, $2, 'seal', 'image/jpeg', $3, $4)`,
    [file, await buildOrganisation(api.db), sum, bytes.length],
  );
  await api.owner.query(
    `insert into batch_step (org_id, batch_id, step, cause, source, at, photos) values ($1, $2, 5, 'reported', 'person', now(), $3)`,
    [batches.org, id, [file]],
  );
  const { photo } = logisticsCalls.journeys;
  const { url, bytes: length } = await batches.calls.ok(photo, { id, file });
  expect(length).toBe(bytes.length);
  expect((await api.app.inject({ method: 'GET', url })).rawPayload).toEqual(bytes);
  const stranger = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
  for (const refused of [
    await batches.calls.call(photo, { id: other.id, file }),
    await batches.calls.call(fileCalls.files.link, { id: file }),
    await stranger.call(photo, { id, file }),
  ])
    expect(refused.verify.sign).toBe('notFound');
  // nor does the database let anybody make a link that is not made so
  await expect(
    scoped(api.pools.app, [batches.org], (client) =>
      client.query(
        `insert into file_link (id_hash, file_id, thumb, operator_id, session_hash, expire_time, org_id)
         select sha256('x'), $1, false, id, '', now(), org_id from operator where org_id = $2 limit 1`,
        [file, batches.org],
      ),
    ),
  ).rejects.toThrow(/row-level security/);
});

it('is of one moment, whatever is told while it is put together', async () => {
  const { id } = await withLocks(['a']);
  const { rows } = await packOf(id, batches.calls, async (...asked) => {
    // when its plan is read already, and by what it was amended is not
    await api.owner.query(
      `insert into batch_amendment (org_id, batch_id, operator_id, oper_name, reason, before, after)
       select org_id, id, 1, 'Zhao', 'closed road', jsonb_build_object('destination', destination || '{"radius": 60}'), '{}' from logistics_batch where id = $1`,
      [id],
    );
    return tracksOfLocks(...asked);
  });
  expect(rows('amendments')).toEqual([]);
  expect(rows('reasons').filter((row) => row.includes('by one person alone'))).toEqual([]);
  expect((await batches.judged(id)).reasons).toContain('amended_alone');
});

it('names the photos of another organisation, and those that nobody finds any more', async () => {
  const { id } = await batches.onTheRoad([batches.qr()]);
  const other = await buildOrganisation(api.db);
  const sum = 'ab'.repeat(32);
  await api.owner.query('insert into file_content (sha256, bytes) values ($1, 1)', [sum]);
  await api.owner.query(
    `insert into file (id, org_id, purpose, type, sha256, bytes) values ('photo-of-another-org-123', $1, 'seal', 'image/jpeg', $2, 1)`,
    [other, sum],
  );
  await api.owner.query(
    `insert into batch_step (org_id, batch_id, step, cause, source, at, photos)
     values ($1, $2, 5, 'reported', 'person', now(), '{photo-of-another-org-123,nobody-has-this-photo-12}')`,
    [batches.org, id],
  );
  const { rows, text, manifest } = await packOf(id);
  expect(rows('photos').filter((row) => row.includes(sum))).toHaveLength(1);
  expect(rows('photos').filter((row) => row.includes('cannot be read any more'))).toHaveLength(1);
  expect(manifest.photos_missing).toBe(rows('photos').length);
  expect(text).toContain('The originals of these photos cannot be read any more: P-001');
  expect(text).not.toContain(NOTHING_CUT);
});

it('is one at a time for each person and batch, and some in a day', async () => {
  const { id } = await batches.onTheRoad([batches.qr()]);
  const calls = await api.signedIn(await buildOperator(api.db, batches.org));
  const asked = await Promise.all([1, 2, 3].map(() => calls.call(evidencePacks.make, ask(id))));
  const signs = asked.map(({ verify }) => verify.sign);
  expect(signs.filter((sign) => sign === 'conflict')).toHaveLength(2);
  await work();
  await api.owner.query(
    `insert into evidence_pack (org_id, batch_id, operator_id, oper_name, lang, time_zone) select org_id, batch_id, operator_id, oper_name, lang,
       time_zone from evidence_pack, generate_series(2, $2) where batch_id = $1`,
    [id, MOST_PACKS_A_DAY],
  );
  expect((await calls.call(evidencePacks.make, ask(id))).verify.sign).toBe('conflict');
});
