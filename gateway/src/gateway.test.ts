import { hhd } from '@plomb/protocols/hhd/messages';
import { encodeFrame, encodeFrames } from '@plomb/protocols/jt808/encode';
import { afterEach, describe, expect, it } from 'vitest';
import type { Limits } from './kit/limits.ts';
import { corpusFrame, heartbeat, hhdFrame, location, registration, report, subLockFrame } from './testing/frames.ts';
import { openTestGateway, type TestGateway, until } from './testing/gateway.ts';
import { hhdLock, networkLock, oldJtLock, otherHhd } from './testing/ports.ts';

const phone = '013900000001';
const jtFrame = corpusFrame('jt701d_realtime_locked');

let test: TestGateway;
const open = async (limits: Partial<Limits> = {}) => {
  test = await openTestGateway(limits);
  return test;
};
afterEach(() => test.close());
const closedBy = (reason: string) => until(() => test.gateway.stats().closed[reason] === 1);

describe('a JT/T 808 lock', () => {
  it('registers, authenticates with its code, beats, and logs out', async () => {
    await open();
    const device = await test.connect();
    device.send(registration(phone, 1));
    await device.until((d) => d.messages.length === 1);
    const reply = device.messages[0]!.message;
    if (reply.kind !== 'registrationReply') throw new Error('no reply to the registration');
    expect(reply.body).toMatchObject({ serial: 1, result: 0 });
    device.send(
      hhdFrame(phone, 2, { kind: 'authentication', body: { code: reply.body.code, imei: '', software: '' } }),
      hhdFrame(phone, 3, { kind: 'authentication', body: { code: 'guessed', imei: '', software: '' } }),
      heartbeat(phone, 4),
      hhdFrame(phone, 5, { kind: 'logout', body: new Uint8Array() }),
    );
    await device.closed();
    expect(device.acks).toEqual([
      [2, 0],
      [3, 1],
      [4, 0],
      [5, 0],
    ]);
    await closedBy('logout');
    expect(test.connections.told).toEqual(['+1', '-1']);
  });

  it('is told of as present while it beats, every half minute at most, and not beside its reports', async () => {
    await open();
    const device = await test.connect();
    const say = async (frame: Buffer) => {
      const before = device.acks.length;
      device.send(frame);
      await device.until((d) => d.acks.length === before + 1);
    };
    await say(heartbeat(phone, 1));
    test.pass(20_000);
    await say(heartbeat(phone, 2));
    test.pass(10_000);
    await say(report(phone, 3));
    test.pass(29_000);
    await say(heartbeat(phone, 4));
    expect(test.connections.told).toEqual(['+1']);
    test.pass(1_000);
    await say(heartbeat(phone, 5));
    await say(heartbeat(phone, 6));
    expect(test.connections.told).toEqual(['+1', '.1']);
  });

  it('is answered in its own edition, with the very digits of its phone', async () => {
    await open();
    const device = await test.connect();
    device.send(corpusFrame('hhd_0200_2019_header'));
    await device.until((d) => d.acks.length === 1);
    expect(device.messages[0]!.header).toMatchObject({ version: 2019, phone: '00000000013900000001' });
  });

  it('is acknowledged only after its report is durable, once and in order', async () => {
    await open();
    test.sink.isManual = true;
    const device = await test.connect();
    device.send(report(phone, 1), report(phone, 2), report(phone, 3), heartbeat(phone, 9));
    await until(() => test.sink.pending.length === 3);
    const [first, second, third] = test.sink.pending;
    second!.store();
    await device.until((d) => d.acks.length === 1);
    expect(device.acks).toEqual([[9, 0]]);
    first!.store();
    await device.until((d) => d.acks.length === 3);
    third!.store();
    await device.until((d) => d.acks.length === 4);
    expect(device.acks.map(([serial]) => serial)).toEqual([9, 1, 2, 3]);
    expect(test.gateway.stats()).toMatchObject({ reports: 3, acknowledged: 3, unstored: 0 });
  });

  it('comes again after a lost report, with that one and all behind it in their order', async () => {
    await open();
    test.sink.isManual = true;
    const device = await test.connect();
    device.send(report(phone, 1), report(phone, 2), report(phone, 3));
    await until(() => test.sink.pending.length === 3);
    const [first, second, third] = test.sink.pending;
    third!.store();
    second!.refuse();
    await device.closed();
    first!.store();
    await closedBy('not stored');
    expect(device.acks).toEqual([]);
    test.sink.isManual = false;
    const again = await test.connect();
    again.send(report(phone, 1), report(phone, 2), report(phone, 3), heartbeat(phone, 4));
    await again.until((d) => d.acks.length === 4);
    expect(again.acks.filter(([serial]) => serial < 4).map(([serial]) => serial)).toEqual([1, 2, 3]);
    expect(test.gateway.stats()).toMatchObject({ acknowledged: 3, unstored: 1 });
  });

  it('is told nothing more on its connection after a lost report, not even of what was stored', async () => {
    await open();
    test.sink.isManual = true;
    const device = await test.connect();
    device.send(report(phone, 1), report(phone, 2));
    await until(() => test.sink.pending.length === 2);
    test.sink.pending[0]!.refuse();
    test.sink.pending[1]!.store();
    await device.closed();
    expect(device.received).toHaveLength(0);
    expect(test.gateway.stats().acknowledged).toBe(0);
  });

  it('has a batch acknowledged when all its reports are durable', async () => {
    await open();
    test.sink.isManual = true;
    const device = await test.connect();
    device.send(corpusFrame('0704_blind_2_items'), heartbeat(phone, 1));
    await until(() => test.sink.pending.length === 2);
    test.sink.pending[1]!.store();
    await device.until((d) => d.acks.length === 1);
    test.sink.pending[0]!.store();
    await device.until((d) => d.acks.length === 2);
    expect(device.acks).toEqual([
      [1, 0],
      [301, 0],
    ]);
  });

  it('has a batch forgotten when one of its reports could not be stored', async () => {
    await open();
    test.sink.isManual = true;
    const device = await test.connect();
    device.send(corpusFrame('0704_blind_2_items'));
    await until(() => test.sink.pending.length === 2);
    test.sink.pending[0]!.refuse();
    test.sink.pending[1]!.store();
    await device.closed();
    expect(device.acks).toEqual([]);
  });

  it('sends a long message in parts and is asked for the missing one', async () => {
    await open();
    const locations = Array.from({ length: 40 }, (_, i) => location({ time: `2611200800${`${i}`.padStart(2, '0')}` }));
    const body = hhd.encode({ kind: 'batch', body: { kind: 1, locations } }, 2013);
    const [one, two, three] = encodeFrames({ id: 0x0704, version: 2013, phone, serial: 20 }, body, 500);
    const device = await test.connect();
    test.sink.isManual = true;
    device.send(one!, three!, heartbeat(phone, 30));
    await device.until((d) => d.acks.length === 1);
    test.pass(6000);
    await device.until((d) => d.messages.length === 2);
    expect(device.messages[1]!.message).toEqual({
      kind: 'platformResend',
      body: { firstSerial: 20, indexes: [2] },
    });
    test.pass(1000);
    device.send(two!);
    await until(() => test.sink.pending.length === 40);
    expect(device.acks).toEqual([[30, 0]]);
    for (const one of test.sink.pending) one.store();
    await device.until((d) => d.acks.length === 4);
    expect(device.acks).toEqual([
      [30, 0],
      [20, 0],
      [21, 0],
      [22, 0],
    ]);
    expect(device.messages).toHaveLength(5);
  });

  it('is told to stop sending a message that is too long, and what came of it is kept', async () => {
    await open();
    const frames = encodeFrames({ id: 0x0704, version: 2013, phone, serial: 100 }, Buffer.alloc(300_000));
    expect(frames).toHaveLength(294);
    const device = await test.connect();
    device.send(...frames.slice(0, 3));
    await device.until((d) => d.acks.length === 3);
    expect(device.acks.toSorted(([a], [b]) => a - b)).toEqual([
      [100, 3],
      [101, 3],
      [102, 3],
    ]);
    expect(test.notUnderstood.kept).toMatchObject([
      { what: '0704', reason: 'too_long_message', raw: frames[0]!.subarray(0, 64) },
    ]);
  });

  it('has its good locations stored when others of the batch are spoilt', async () => {
    await open();
    const body = hhd.encode(
      { kind: 'batch', body: { kind: 1, locations: [location(), Buffer.from('spoilt'), location()], stated: 1 } },
      2013,
    );
    const device = await test.connect();
    device.send(encodeFrame({ id: 0x0704, version: 2013, phone, serial: 5 }, body));
    await device.until((d) => d.acks.length === 1);
    expect(device.acks).toEqual([[5, 0]]);
    expect(test.sink.reports).toHaveLength(2);
    expect(test.notUnderstood.kept).toMatchObject([
      { what: '0704/location', reason: 'malformed_item', raw: Buffer.from('spoilt') },
      { what: '0704', reason: 'malformed_message' },
    ]);
  });

  it('may have letters in its number', async () => {
    await open();
    test.directory.devices.set('4f07788ef676', { ...hhdLock, id: 9, sn: '4f07788ef676' });
    const device = await test.connect();
    device.send(report('4f07788ef676', 1));
    await device.until((d) => d.acks.length === 1);
    expect(device.messages[0]!.header.phone).toBe('4f07788ef676');
    expect(test.sink.reports[0]!.sn).toBe('4f07788ef676');
  });

  it('has what its maker adds to a heartbeat kept once', async () => {
    await open();
    const device = await test.connect();
    const beat = (serial: number) => hhdFrame(phone, serial, { kind: 'heartbeat', body: Buffer.of(0x64, 0x1f) });
    device.send(beat(1), beat(2), heartbeat(phone, 3));
    await device.until((d) => d.acks.length === 3);
    expect(test.notUnderstood.kept).toMatchObject([{ what: '0002', reason: 'trailing_bytes', raw: beat(1) }]);
  });

  it('registers with a body too short for its layout', async () => {
    await open();
    const device = await test.connect();
    device.send(encodeFrame({ id: 0x0100, version: 2013, phone, serial: 9 }, Buffer.from('short')));
    await device.until((d) => d.messages.length === 1);
    expect(device.messages[0]!.message).toMatchObject({ kind: 'registrationReply', body: { serial: 9, result: 0 } });
    expect(test.notUnderstood.kept).toMatchObject([{ what: '0100', reason: 'malformed_message' }]);
  });

  it.each([
    ['0104', 'unused_message'],
    ['0107', 'unused_message'],
    ['0900', 'unused_message'],
    ['0702', 'unknown_message'],
    ['0801', 'unknown_message'],
    ['6006', 'unknown_message'],
  ])('is acknowledged for %s once it is kept', async (what, reason) => {
    await open();
    test.notUnderstood.isAway = true;
    const frame = encodeFrame({ id: Number.parseInt(what, 16), version: 2013, phone, serial: 7 }, Buffer.alloc(80));
    const before = await test.connect();
    before.send(frame);
    await before.closed();
    expect(before.acks).toEqual([]);
    test.notUnderstood.isAway = false;
    const device = await test.connect();
    device.send(frame);
    await device.until((d) => d.acks.length === 1);
    expect(device.acks).toEqual([[7, 0]]);
    expect(test.notUnderstood.kept).toMatchObject([{ device: hhdLock, what, reason, raw: frame }]);
  });

  it('is told what it said wrong and what is encrypted, which is kept', async () => {
    await open();
    const device = await test.connect();
    const send = (id: number, serial: number, of = {}) =>
      device.send(encodeFrame({ id, version: 2013, phone, serial, ...of }, Buffer.alloc(5)));
    send(0x0200, 1);
    send(0x0200, 3, { encryption: 1 });
    send(0x0200, 4, { part: { total: 2, index: 3 } });
    await device.until((d) => d.acks.length === 3);
    expect(device.acks).toEqual([
      [1, 2],
      [3, 3],
      [4, 2],
    ]);
    expect(test.sink.reports).toEqual([]);
    expect(test.gateway.stats().refused).toEqual({ malformed_message: 2, encrypted_message: 1 });
    expect(test.gateway.stats().notUnderstood).toEqual({ malformed_message: 2, encrypted_message: 1 });
    expect(test.notUnderstood.kept.map(({ what, reason }) => [what, reason])).toEqual([
      ['0200', 'malformed_message'],
      ['0200', 'encrypted_message'],
      ['0200', 'malformed_message'],
    ]);
  });

  it('is told that a message in parts is wrong by each of its parts, and all of it is kept', async () => {
    await open();
    const device = await test.connect();
    const body = Buffer.from('spoilt');
    device.send(...encodeFrames({ id: 0x0200, version: 2013, phone, serial: 50 }, body, 4));
    await device.until((d) => d.acks.length === 2);
    expect(device.acks).toEqual([
      [50, 2],
      [51, 2],
    ]);
    expect(test.notUnderstood.kept.map(({ what, raw }) => [what, Buffer.from(raw)])).toEqual([['0200', body]]);
  });

  it('is acknowledged for a report it sends twice: what repeats is for storage to see', async () => {
    await open();
    const device = await test.connect();
    device.send(report(phone, 1), report(phone, 1));
    await device.until((d) => d.acks.length === 2);
    expect(test.sink.reports).toHaveLength(2);
  });
});

describe('a Jointech lock', () => {
  it('is told the time, acknowledged by serial, and needs no answer to a heartbeat', async () => {
    await open();
    const device = await test.connect();
    device.send('(8000000001,@JT)(8000000001,P22,2)', jtFrame, corpusFrame('jt701_p45_card_ok'));
    await device.until((d) => d.text.split(')').length === 4);
    expect(device.text).toBe('(P22,201126000000)(P69,0,86)(P69,0,24)');
    expect(test.sink.reports.map((one) => one.report_reson)).toEqual(['jt701:1/clock', 'jt701:P45']);
  });

  it('has its new password confirmed once it is stored with a report', async () => {
    await open();
    test.sink.isManual = true;
    const device = await test.connect();
    device.send('(8000000001,P52,2,271828)', jtFrame);
    await until(() => test.sink.pending.length === 1);
    expect(device.text).toBe('');
    expect(test.sink.reports[0]!.unlockPassword).toBe('271828');
    test.sink.pending[0]!.store();
    await device.until((d) => d.text.endsWith('28)'));
    expect(device.text).toBe('(P69,0,86)(P52,2,271828)');
    expect(test.logged.join()).not.toContain('271828');
  });

  it('has no password confirmed while it has not proved to be the lock', async () => {
    await open();
    test.directory.devices.set(networkLock.sn, networkLock);
    const elsewhere = await test.connect();
    elsewhere.send('(8000000001,P52,2,271828)', jtFrame, '(8000000001,P22,2)');
    await elsewhere.until((d) => d.text.includes('P69') && d.text.includes('P22'));
    expect(elsewhere.text).not.toContain('P52');
    expect(test.sink.reports[0]).toMatchObject({ authenticated: false, unlockPassword: null });
    const lock = await test.connect('127.0.0.2');
    lock.send('(8000000001,P52,2,271828)', jtFrame);
    await lock.until((d) => d.text.endsWith('28)'));
    expect(test.sink.reports[1]).toMatchObject({ authenticated: true, unlockPassword: '271828' });
  });

  it('is cut off when a report is lost', async () => {
    await open();
    const old = Buffer.from(jtFrame);
    Buffer.from(`${oldJtLock.sn}17`, 'hex').copy(old, 1);
    const device = await test.connect();
    device.send(old);
    await device.until((d) => d.text === '(P35)');
    test.sink.isAway = true;
    device.send(old);
    await device.closed();
    expect(device.text).toBe('(P35)');
    await closedBy('not stored');
  });

  it('is refused when its frames are broken, and goes on', async () => {
    await open();
    const device = await test.connect();
    const echoes = ['(8000000001,P99,1)', '(8000000001,1,007,WLNET,8,0)', '(8000000001,P52,1,1,4)'];
    device.send(jtFrame, '(8000000001,P45,20)', '(,P45)', ...echoes);
    await until(() => test.notUnderstood.kept.length === 4);
    expect(test.gateway.stats().refused).toEqual({ malformed_message: 1, 'text without id': 1 });
    expect(test.notUnderstood.kept.map(({ what, reason }) => [what, reason])).toEqual([
      ['P45', 'malformed_message'],
      ['P99', 'unknown_message'],
      ['WLNET,8', 'unknown_message'],
      ['P52,1', 'unused_message'],
    ]);
    device.send(corpusFrame('jt701_p45_card_ok'));
    await device.until((d) => d.text.endsWith('(P69,0,24)'));
    expect(device.text).toBe('(P69,0,86)(P69,0,24)');
  });

  it('is acknowledged for a lock event with an empty speed, and for whatever a device it speaks for says', async () => {
    await open();
    const device = await test.connect();
    const p45 = corpusFrame('jt701_p45_card_ok').toString().split(',').with(9, '').join();
    device.send(p45);
    await device.until((d) => d.text === '(P69,0,24)');
    expect(test.sink.reports[0]).toMatchObject({
      event: { code: 'P45:1' },
      notUnderstood: [{ what: 'P45/speed', reason: 'malformed_item', bytes: Buffer.alloc(0) }],
    });
    for (const [serial, tail] of [
      ['077', '01 0113 47 0000 00'],
      ['078', '04 0004 0000 0011 00 00bc614e'],
      ['079', '77 0102'],
      ['080', ''],
    ] as const) {
      device.send(subLockFrame(serial, tail));
      await device.until((d) => d.text.endsWith(`(P69,0,${Number(serial)})`));
    }
    expect(test.sink.reports.slice(1).map(({ event, temperature }) => [event?.code ?? null, temperature])).toEqual([
      [null, 27.5],
      ['WLNET,5:4/E03B60000A', null],
      [null, null],
    ]);
    expect(test.notUnderstood.kept).toMatchObject([{ what: 'WLNET,5', reason: 'malformed_message' }]);
  });
});

describe('both on one port', () => {
  it('keeps to what it became first', async () => {
    await open();
    const [lock, jt] = [await test.connect(), await test.connect()];
    lock.send(report(phone, 1));
    jt.send(jtFrame);
    await lock.until((d) => d.acks.length === 1);
    await jt.until((d) => d.text === '(P69,0,86)');
    expect(test.gateway.stats()).toMatchObject({ connections: 2, devices: 2 });
  });

  it('refuses a lock that speaks another protocol than its type says', async () => {
    await open();
    test.directory.devices.set('8000000001', { ...hhdLock, id: 9, sn: '8000000001' });
    const device = await test.connect();
    device.send(jtFrame);
    await device.closed();
    expect(test.gateway.stats()).toMatchObject({ unregistered: 1, reports: 0 });
    expect(test.directory.unregistered).toEqual([]);
  });

  it('lets the newest connection of a lock win', async () => {
    await open();
    const old = await test.connect();
    old.send(heartbeat(phone, 1));
    await old.until((d) => d.acks.length === 1);
    const next = await test.connect();
    next.send(report(phone, 1));
    await next.until((d) => d.acks.length === 1);
    await old.closed();
    await closedBy('superseded');
    expect(test.connections.told).toEqual(['+1', '-1', '+1']);
    expect(test.gateway.stats()).toMatchObject({ connections: 1, devices: 1 });
  });

  it('ends the connection of a lock that is on a newer one elsewhere, and no other', async () => {
    await open();
    const [device, neighbour] = [await test.connect(), await test.connect()];
    device.send(heartbeat(phone, 1));
    neighbour.send(heartbeat('013900000002', 1));
    for (const one of [device, neighbour]) await one.until((d) => d.acks.length === 1);
    test.gateway.moved(hhdLock.id);
    test.gateway.moved(999);
    await device.closed();
    await closedBy('superseded');
    expect(test.gateway.stats()).toMatchObject({ connections: 1, devices: 1 });
    expect(test.connections.told.at(-1)).toBe('-1');
  });

  it('stops listening to a device whose reports pile up, and goes on when they are stored', async () => {
    await open({ inFlight: 4 });
    test.sink.isManual = true;
    const device = await test.connect();
    device.send(...[1, 2, 3, 4].map((serial) => report(phone, serial)));
    await until(() => test.sink.pending.length === 4);
    const neighbour = await test.connect();
    device.send(report(phone, 5));
    neighbour.send(report('013900000002', 1), heartbeat('013900000002', 2));
    // The neighbour's round trip is a turn in which the fifth report would have come.
    await neighbour.until((d) => d.acks.length === 1);
    expect(test.sink.reports.filter((one) => one.sn === hhdLock.sn)).toHaveLength(4);
    expect(test.sink.reports.filter((one) => one.sn === otherHhd.sn)).toHaveLength(1);
    for (const one of test.sink.pending.slice(0, 4)) one.store();
    await until(() => test.sink.reports.length === 6);
  });

  it('closes with the acknowledgements of what was under way', async () => {
    await open();
    test.sink.isManual = true;
    const device = await test.connect();
    device.send(report(phone, 1));
    await until(() => test.sink.pending.length === 1);
    const closing = test.gateway.close();
    test.sink.pending[0]!.store();
    await closing;
    await device.closed();
    expect(device.acks).toEqual([[1, 0]]);
  });

  it('shows its counts to Prometheus, also after a restart on the same registry', async () => {
    await open();
    const device = await test.connect();
    device.send(report(phone, 1));
    await device.until((d) => d.acks.length === 1);
    const shown = await test.registry.metrics();
    expect(shown).toContain('plomb_gateway_reports_total 1');
    expect(shown).toContain('plomb_gateway_connections 1');
    await test.close();
    expect(await test.registry.metrics()).not.toContain('plomb_gateway');
    await open();
  });
});
