import { hhd } from '@plomb/protocols/hhd/messages';
import { Jt808Framer } from '@plomb/protocols/jt808/framer';
import { decodeFrame } from '@plomb/protocols/jt808/header';
import { millisOf } from '@plomb/protocols/jt808/time';
import { afterEach, describe, expect, it } from 'vitest';
import { Latencies } from './latencies.ts';
import { runLoad } from './load.ts';
import { LoadFrame } from './loadFrame.ts';
import { FakeHhdGateway } from './testing/fakeGateway.ts';

const now = Date.UTC(2026, 10, 20, 8, 15, 30);

describe('a load frame', () => {
  it('is a good frame for every serial, escapes included', () => {
    const frame = new LoadFrame('14802100001', { lon: 121.47, lat: 31.23 }, now);
    const out = Buffer.alloc(frame.room);
    let escaped = 0;
    for (let serial = 0; serial < 65_536; serial += 7) {
      const end = frame.write(out, 0, serial, now + serial * 1000);
      const contents: Buffer[] = [];
      const refused: string[] = [];
      const framer = new Jt808Framer({
        frame: (content) => contents.push(Buffer.from(content)),
        text: () => refused.push('text'),
        refused: (reason) => refused.push(reason),
      });
      framer.push(out.subarray(0, end));
      expect(refused).toEqual([]);
      const { header, body } = decodeFrame(contents[0]!);
      expect(header).toMatchObject({ id: 0x0200, serial, phone: '014802100001' });
      if (end - contents[0]!.length !== 3) escaped++;
      if (serial % 700 !== 0) continue;
      const message = hhd.decode(header.id, header.version, body);
      if (message.kind !== 'location') throw new Error(message.kind);
      expect(millisOf(message.body.time, 480)).toBe(now + serial * 1000);
      expect(message.body.latitude).toBeCloseTo(31.23 + (serial % 20_000) * 1e-5, 6);
      expect(message.body.longitude).toBe(121.47);
    }
    expect(escaped).toBeGreaterThan(10);
  });
});

describe('latencies', () => {
  it('have percentiles', () => {
    const latencies = new Latencies();
    for (let i = 1; i <= 1000; i++) latencies.add(i / 10);
    expect(latencies.percentiles()).toEqual({ p50: 50.1, p95: 95.1, p99: 99.1, max: 100 });
  });

  it('of nothing are nothing', () => {
    expect(new Latencies().percentiles()).toEqual({ p50: 0, p95: 0, p99: 0, max: 0 });
  });
});

describe('the load generator', () => {
  let gateway: FakeHhdGateway;
  afterEach(() => gateway.close());

  it('sends every report and counts every acknowledgement', async () => {
    gateway = new FakeHhdGateway();
    const port = await gateway.listen();
    const result = await runLoad({ host: '127.0.0.1', port, phones: ['14802100001'], window: 8, frames: 100 });
    expect(result).toMatchObject({ sent: 100, acknowledged: 100, refused: 0, lost: 0 });
    for (let serial = 0; serial < 100; serial++) expect((await gateway.any()).message.kind).toBe('location');
  });

  it('never has more on its way than its window, and tells of a lost connection', async () => {
    gateway = new FakeHhdGateway();
    gateway.acknowledges = false;
    const port = await gateway.listen();
    const running = runLoad({ host: '127.0.0.1', port, phones: ['14802100001'], window: 3, frames: 100 });
    for (let i = 0; i < 3; i++) await gateway.any();
    await gateway.drop();
    expect(await running).toMatchObject({ sent: 3, acknowledged: 0, lost: 1 });
  });

  it('rejects when nobody listens', async () => {
    gateway = new FakeHhdGateway();
    const port = await gateway.listen();
    await gateway.close();
    await expect(runLoad({ host: '127.0.0.1', port, phones: ['1'], window: 1, frames: 1 })).rejects.toThrow();
    await gateway.listen();
  });
});
