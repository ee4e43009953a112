import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aReport } from '../../ingest/testing/reports.ts';
import { openLog } from '../../platform/log.ts';
import type { Exclusive } from '../../platform/processes.ts';
import { openLine } from '../../testing/line.ts';
import { NatsServer, natsBinary } from '../../testing/natsServer.ts';
import { smallDisk } from '../../testing/smallDisk.ts';
import type { Bus, Store } from '../bus.ts';
import { openNatsBus } from './natsBus.ts';

type Missing = (ids: readonly string[]) => Promise<readonly string[]>;
const nats = await natsBinary();
if ('missing' in nats) console.warn(`Several processes over NATS are not tested: ${nats.missing}`);

describe.skipIf('missing' in nats)('the bus over a real nats-server', () => {
  let server: NatsServer;
  let nth = 0;
  let moment = 0;
  let open: { bus: Bus; works: Exclusive[] }[] = [];
  beforeAll(async () => {
    server = await NatsServer.start('path' in nats ? nats.path : '');
  });
  afterAll(() => server.drop());
  beforeEach(() => {
    nth++;
  });
  afterEach(async () => {
    for (const { works } of open) await Promise.all(works.map((work) => work.end()));
    for (const { bus } of open) await bus.close();
    open = [];
  });

  /** A process of this test's installation; `begin` and `end` take and give all that only one may do. */
  const enter = async (
    settings: { megabytes?: number; urls?: string; replicas?: number; isSure?: () => boolean; house?: string } = {},
  ) => {
    const works: Exclusive[] = [];
    let missing: Missing = async () => [];
    const bus = await openNatsBus({
      urls: settings.urls ?? server.url,
      house: settings.house ?? `test${nth}`,
      replicas: settings.replicas ?? 1,
      megabytes: settings.megabytes ?? 64,
      processes: {
        id: `process-${open.length}`,
        share: (work) => void works.push(work),
        isSure: settings.isSure ?? (() => true),
        clock: () => ++moment,
        suspectBy: (by) => {
          missing = by;
        },
      },
      passwords: {
        seal: (_, password) => Buffer.from(password).map((byte) => byte ^ 0xff),
        open: (_, sealed) =>
          Buffer.from(sealed)
            .map((byte) => byte ^ 0xff)
            .toString(),
      },
      log: openLog('silent'),
    });
    open.push({ bus, works });
    return {
      ...bus,
      missing: (ids: readonly string[]) => missing(ids),
      store(by: Store) {
        bus.reports.storeBy(by);
        for (const work of works) work.begin();
      },
      end: () => Promise.all(works.map((work) => work.end())),
    };
  };
  /** A store that notes what it is given, by device, and says when there is enough. */
  const noting = (fails: (serial: number) => boolean = () => false) => {
    const got = new Map<number, number[]>();
    let [count, enough] = [0, 0];
    let done = (): void => undefined;
    const store: Store = async ({ id }, { serial }) => {
      if (fails(serial)) throw new Error('no database');
      got.set(id, [...(got.get(id) ?? []), serial]);
      if (++count >= enough) done();
    };
    const has = (n: number) =>
      new Promise<void>((resolve) => {
        enough = n;
        done = resolve;
        if (count >= n) resolve();
      });
    return { got, store, has };
  };
  const serials = (n: number, from = 0) => Array.from({ length: n }, (_, i) => from + i);
  const submit = ({ reports }: Bus, device: number, all: readonly number[]) =>
    Promise.all(all.map((serial) => reports.submit({ id: device }, aReport({ serial }))));

  it('brings every report from one process to the other, those of a device in their order, once', async () => {
    const [gateway, ingest] = [await enter(), await enter()];
    const { got, store, has } = noting();
    ingest.store(store);
    const devices = serials(20, 1);
    await Promise.all(devices.map((device) => submit(gateway, device, serials(100))));
    await has(2000);
    expect([...got.keys()].sort((a, b) => a - b)).toEqual(devices);
    for (const device of devices) expect(got.get(device)).toEqual(serials(100));
  });

  it('keeps what is acknowledged while nobody stores, also when the server is killed', async () => {
    const gateway = await enter();
    await submit(gateway, 1, serials(300));
    await server.kill();
    await server.start();
    const ingest = await enter();
    const { got, store, has } = noting();
    ingest.store(store);
    await has(300);
    expect(got.get(1)).toEqual(serials(300));
  });

  it('whoever takes over is given all that is not stored, in order, and the former owner nothing more', async () => {
    const [gateway, former, next] = [await enter(), await enter(), await enter()];
    const stuck: number[] = [];
    const answers: (() => void)[] = [];
    const given = new Promise<void>((resolve) => {
      former.store((_, { serial }) => {
        stuck.push(serial);
        if (stuck.length === 50) resolve();
        return new Promise((answer) => answers.push(answer));
      });
    });
    await submit(gateway, 1, serials(50));
    await given;
    const { got, store, has } = noting();
    next.store(store);
    await has(50);
    await submit(gateway, 1, serials(50, 50));
    await has(100);
    expect(got.get(1)).toEqual(serials(100));
    expect(stuck).toEqual(serials(50));
    for (const answer of answers) answer();
  });

  it('brings a report that could not be stored again, and what came behind it, in order', async () => {
    const [gateway, ingest] = [await enter(), await enter()];
    let failures = 2;
    let isBroken = false;
    // as storing does it: of one device nothing is stored behind what was not
    const { got, store } = noting((serial) => {
      if (serial === 150) isBroken = failures-- > 0;
      return serial >= 150 && isBroken;
    });
    ingest.store(store);
    for (let from = 0; from < 300; from += 50) await submit(gateway, 1, serials(50, from));
    await expect.poll(() => got.get(1)?.at(-1), { timeout: 30_000 }).toBe(299);
    // what was stored beside the failed one comes twice: storing knows it by its time and number
    const last = got.get(1)!.lastIndexOf(150);
    expect(got.get(1)!.slice(last)).toEqual(serials(150, 150));
    expect(new Set(got.get(1))).toEqual(new Set(serials(300)));
    expect(failures).toBe(-1);
  });

  it('waits for a server that is away, and says that words may have been lost', async () => {
    const [gateway, api] = [await enter(), await enter()];
    const heard: string[] = [];
    const again = new Promise<void>((resolve) => {
      api.hear('resync', () => {
        heard.push('resync');
        resolve();
      });
    });
    await server.kill();
    await expect.poll(() => gateway.isConnected(), { timeout: 30_000 }).toBe(false);
    const sent = submit(gateway, 1, serials(10));
    gateway.tell('alarm', { id: 1 });
    await server.start();
    await sent;
    await again;
    expect(heard.length).toBeGreaterThan(0);
  });

  it('what was on its way to a process whose line broke comes again at once, and nothing overtakes it', async () => {
    const line = await openLine(server.url);
    const [gateway, ingest] = [await enter(), await enter({ urls: line.url })];
    const { got, store, has } = noting();
    ingest.store(store);
    await submit(gateway, 1, serials(50));
    await has(50);
    line.deafen();
    await submit(gateway, 1, serials(50, 50));
    line.cut();
    line.mend();
    await submit(gateway, 1, serials(50, 100));
    await expect.poll(() => got.get(1)?.at(-1), { timeout: 30_000 }).toBe(149);
    expect([...new Set(got.get(1))]).toEqual(serials(150));
    line.close();
  });

  it('a process whose words went into a line that was dead already says so when it is back', async () => {
    const line = await openLine(server.url);
    const [gateway, api] = [await enter({ urls: line.url }), await enter()];
    const heard: string[] = [];
    api.hear('resync', () => heard.push('resync'));
    api.hear('alarm', () => heard.push('alarm'));
    line.deafen();
    gateway.tell('alarm', { id: 1 });
    line.cut();
    line.mend();
    await expect.poll(() => heard, { timeout: 30_000 }).toContain('resync');
    line.close();
  });

  it('a process that slept through its turn tells of a lock to be read, and not what it was', async () => {
    let isSure = true;
    const [late, api] = [await enter({ isSure: () => isSure }), await enter()];
    const heard: unknown[] = [];
    api.hear('lock', (message) => heard.push(message));
    const read = new Promise((resolve) => api.hear('device', resolve));
    await api.reports.submit({ id: 1 }, aReport()); // by then the server knows who hears what
    // told before it slept, sent after it woke
    late.tell('lock', { orgId: 1, patch: { id: 7, velocity: 60 } });
    isSure = false;
    expect(await read).toEqual({ id: 7, left: [] });
    const other = new Promise((resolve) => api.hear('device', resolve));
    late.tell('lock', { orgId: 1, patch: { id: 8, velocity: 60 } });
    expect(await other).toEqual({ id: 8, left: [] });
    expect(heard).toEqual([]);
  });

  it('a process that is not sure of its turn does not take a partition back', async () => {
    let isSure = true;
    const [gateway, former, next] = [await enter(), await enter({ isSure: () => isSure }), await enter()];
    const old = noting();
    former.store(old.store);
    await submit(gateway, 1, serials(50));
    await old.has(50);
    isSure = false;
    const { got, store } = noting();
    next.store(store);
    // while the former's consumer is there still it may be given some; from when the next is given one it is gone
    let sent = 50;
    await expect
      .poll(
        async () => {
          await submit(gateway, 1, serials(1, sent++));
          return got.get(1)?.length ?? 0;
        },
        { timeout: 30_000 },
      )
      .toBeGreaterThan(0);
    const from = sent;
    for (let at = from; at < from + 100; at += 10) await submit(gateway, 1, serials(10, at));
    await expect.poll(() => got.get(1)?.at(-1), { timeout: 30_000 }).toBe(from + 99);
    expect(got.get(1)!.filter((serial) => serial >= from)).toEqual(serials(100, from));
    expect(old.got.get(1)!.filter((serial) => serial >= from)).toEqual([]);
    // and nothing is lost between the two
    const all = new Set([...old.got.get(1)!, ...got.get(1)!]);
    expect([...all].sort((a, b) => a - b)).toEqual(serials(from + 100));
  });

  it('knows whose connection is gone, and says it of nobody who is there', async () => {
    const line = await openLine(server.url);
    const [here] = [await enter(), await enter({ urls: line.url }), await enter()];
    expect(await here.missing(['process-1', 'process-2'])).toEqual([]);
    line.cut();
    await expect.poll(() => here.missing(['process-1', 'process-2']), { timeout: 30_000 }).toEqual(['process-1']);
    line.mend();
    await expect.poll(() => here.missing(['process-1', 'process-2']), { timeout: 30_000 }).toEqual([]);
    line.close();
  });

  it('a message that reads like reports and is none stops nothing behind it', async () => {
    const [gateway, ingest] = [await enter(), await enter()];
    const { got, store, has } = noting();
    await submit(gateway, 1, serials(1));
    await gateway.reports.submit({ id: 1 }, { ...aReport({ serial: 1 }), receiveTime: 'now' as unknown as number });
    await gateway.reports.submit({ id: 1 }, { ...aReport({ serial: 2 }), notUnderstood: null as unknown as [] });
    await submit(gateway, 1, serials(1, 3));
    ingest.store(store);
    await has(2);
    expect(got.get(1)).toEqual([0, 3]);
  });

  it('tells the others, and this process once; of locks the last of each, by organisation', async () => {
    const [here, there] = [await enter(), await enter()];
    const heard: unknown[] = [];
    const own: unknown[] = [];
    const done = new Promise<void>((resolve) => {
      there.hear('lock', (message) => heard.push(message) === 3 && resolve());
    });
    const hinted = new Promise<number>((resolve) => there.hear('hint', ({ deviceId }) => resolve(deviceId)));
    here.hear('lock', (message) => own.push(message));
    here.hear('hint', (message) => own.push(message));
    await there.reports.submit({ id: 1 }, aReport()); // by then the servers know who hears what
    await here.reports.submit({ id: 1 }, aReport());
    for (const velocity of [1, 2, 3]) here.tell('lock', { orgId: 1, patch: { id: 7, velocity } });
    here.tell('lock', { orgId: 1, patch: { id: 7, heading: 90 } });
    here.tell('lock', { orgId: 1, patch: { id: 8, velocity: 5 } });
    here.tell('lock', { orgId: 2, patch: { id: 9, velocity: 6 } });
    here.tell('hint', { deviceId: 7 });
    await done;
    expect(heard).toEqual(
      expect.arrayContaining([
        { orgId: 1, patch: { id: 7, velocity: 3, heading: 90 } },
        { orgId: 1, patch: { id: 8, velocity: 5 } },
        { orgId: 2, patch: { id: 9, velocity: 6 } },
      ]),
    );
    expect(await hinted).toBe(7);
    expect(own).toHaveLength(7);
  });

  it('says until when it has heard everything, and nothing of it while the line is broken', async () => {
    const line = await openLine(server.url);
    const [there, here] = [await enter(), await enter({ urls: line.url })];
    const heard: number[] = [];
    here.hear('alarm', ({ id }) => heard.push(id));
    expect(await here.heard()).toBe(moment);
    const told = Array.from({ length: 300 }, (_, at) => at + 1);
    for (let at = 0; at < told.length; at += 3) {
      for (const id of told.slice(at, at + 3)) there.tell('alarm', { id });
      await there.heard();
      await here.heard();
      expect(heard).toEqual(told.slice(0, at + 3));
    }
    line.deafen();
    const asked = here.heard();
    line.cut();
    expect(await asked).toBeNull();
    await expect.poll(() => here.isConnected()).toBe(false);
    expect(await here.heard()).toBeNull();
    line.mend();
    await expect.poll(() => here.heard(), { timeout: 30_000 }).not.toBeNull();
    line.close();
  });

  it('of two installations on the same servers neither hears the other', async () => {
    const [here, there] = [await enter(), await enter({ house: 'another' })];
    const heard: unknown[] = [];
    const own = noting();
    const strange = noting();
    here.store(own.store);
    there.store(strange.store);
    for (const subject of ['alarm', 'lock', 'resync', 'owner', 'hint'] as const)
      there.hear(subject, (message) => heard.push(message));
    await there.heard();
    here.tell('alarm', { id: 1 });
    here.tell('lock', { orgId: 1, patch: { id: 7 } });
    here.tell('resync', {});
    here.tell('owner', { deviceId: 7, gateway: 'a', epoch: 1 });
    here.tell('hint', { deviceId: 7 });
    await submit(here, 1, serials(50));
    await submit(there, 1, serials(50, 1000));
    await Promise.all([own.has(50), strange.has(50)]);
    await there.heard();
    expect(heard).toEqual([]);
    expect(own.got.get(1)).toEqual(serials(50));
    expect(strange.got.get(1)).toEqual(serials(50, 1000));
    // nor is one of the other taken for gone, or missed here
    expect(await here.missing(['process-1'])).toEqual(['process-1']);
  });

  it('takes no more reports than the stream has room for', async () => {
    const gateway = await enter({ megabytes: 1 });
    const large = aReport({ raw: new Uint8Array(200_000) });
    const sent = await Promise.allSettled(
      serials(10).map((serial) => gateway.reports.submit({ id: serial }, { ...large, serial })),
    );
    const kept = sent.filter(({ status }) => status === 'fulfilled').length;
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThanOrEqual(5);
    // where no report has room an empty message may still have some
    const little = () => gateway.reports.submit({ id: 1 }, aReport({ raw: new Uint8Array(0) }));
    do
      while (
        await little().then(
          () => true,
          () => false,
        )
      );
    while (await gateway.reports.isTaking());
    const ingest = await enter({ megabytes: 1 });
    ingest.store(noting().store);
    await expect.poll(() => gateway.reports.isTaking(), { timeout: 30_000 }).toBe(true);
  });

  it('a disk that is full acknowledges nothing, says so, and loses nothing of before', async (test) => {
    const disk = await smallDisk(32);
    if ('missing' in disk) return test.skip(disk.missing);
    const small = await NatsServer.start('path' in nats ? nats.path : '', [], join(disk.dir, 'streams'));
    const [gateway, ingest] = [
      await enter({ urls: small.url, megabytes: 16 }),
      await enter({ urls: small.url, megabytes: 16 }),
    ];
    const acknowledged: number[] = [];
    const report = async (serial: number) => {
      await gateway.reports.submit({ id: 1 }, aReport({ serial, raw: new Uint8Array(20_000) }));
      acknowledged.push(serial);
    };
    await Promise.all(serials(20).map(report));
    expect(await gateway.reports.isTaking()).toBe(true);
    await disk.fill();
    const refused = await Promise.allSettled(serials(200, 20).map(report));
    expect(refused.some(({ status }) => status === 'rejected')).toBe(true);
    expect(await gateway.reports.isTaking()).toBe(false);
    await disk.empty();
    await small.kill();
    await small.start();
    const { got, store } = noting();
    ingest.store(store);
    await expect.poll(() => gateway.reports.isTaking(), { timeout: 30_000 }).toBe(true);
    await report(1000);
    await expect.poll(() => got.get(1)?.at(-1), { timeout: 30_000 }).toBe(1000);
    expect(acknowledged.filter((serial) => !got.get(1)?.includes(serial))).toEqual([]);
    await ingest.end();
    for (const { bus } of open.splice(0)) await bus.close();
    await small.drop();
    await disk.drop();
  });

  it('on three servers, loses nothing when the one is killed that leads', { timeout: 120_000 }, async () => {
    const servers = await NatsServer.cluster('path' in nats ? nats.path : '', 3);
    const urls = servers.map(({ url }) => url).join();
    try {
      const [gateway, ingest] = [await enter({ urls, replicas: 3 }), await enter({ urls, replicas: 3 })];
      const { got, store } = noting();
      ingest.store(store);
      await submit(gateway, 1, serials(100));
      const leader = await servers[0]!.leader();
      const sending = submit(gateway, 1, serials(100, 100));
      await servers[leader]!.kill();
      // acknowledged, or refused and sent again by its lock
      const isSent = await sending.then(
        () => true,
        () => false,
      );
      if (!isSent) await submit(gateway, 1, serials(100, 100));
      await submit(gateway, 1, serials(100, 200));
      await expect.poll(() => got.get(1)?.at(-1), { timeout: 60_000 }).toBe(299);
      expect(new Set(got.get(1))).toEqual(new Set(serials(300)));
    } finally {
      for (const { works, bus } of open) {
        await Promise.all(works.map((work) => work.end()));
        await bus.close();
      }
      open = [];
      await Promise.all(servers.map((one) => one.drop()));
    }
  });

  it('ends at whatever moment of its beginning it is told to', async () => {
    const ingest = await enter();
    ingest.store(async () => undefined);
    for (let moments = 0; moments < 120; moments += 3) {
      for (let i = 0; i < moments; i++) await new Promise(setImmediate);
      await ingest.end();
      for (const work of open[0]!.works) work.begin();
    }
  });

  it('leaves no password in clear on the disk of the server', async () => {
    const [gateway, ingest] = [await enter(), await enter()];
    await gateway.reports.submit(
      { id: 1 },
      aReport({ unlockPassword: '90817263', raw: Buffer.from('the frame itself') }),
    );
    const files = await readdir(server.dir, { recursive: true, withFileTypes: true });
    const bytes = Buffer.concat(
      await Promise.all(files.filter((one) => one.isFile()).map((one) => readFile(join(one.parentPath, one.name)))),
    );
    expect(bytes.includes('the frame itself')).toBe(true);
    expect(bytes.includes('90817263')).toBe(false);
    const told = new Promise((resolve) => ingest.store(async (_, report) => resolve(report.unlockPassword)));
    expect(await told).toBe('90817263');
  });
});
