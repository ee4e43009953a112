import { type BatteryCurve, lithiumCell } from '@plomb/contract/lock/batteryCurve';
import { Fault, LockAction, LockSource, LockStatus, ReportType } from '@plomb/contract/lock/codes';
import type { LockReport } from '@plomb/contract/lock/report';
import { hhd as messages } from '@plomb/protocols/hhd/messages';
import { decodePosition, encodePosition, lockStatus } from '@plomb/protocols/jointech/position';
import { decodeUplink } from '@plomb/protocols/jointech/uplink';
import { alarmWord, statusWord } from '@plomb/protocols/jt808/location';
import { MalformedMessage } from '@plomb/protocols/kit/malformed';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KnownDevice } from '../kit/ports.ts';
import { corpusFrame, type HhdLocation, location } from '../testing/frames.ts';
import { hhdLock, jtLock } from '../testing/ports.ts';
import { hhd } from './hhd.ts';
import { jt701 } from './jt701.ts';

const { lock, unlock, tamper, normal } = LockAction;
const { unsealedLocked, unsealedOpen, sealedLocked, abnormal } = LockStatus;
const receiveTime = Date.UTC(2026, 10, 20, 8, 0, 0);

const hhdHeader = {
  version: 2013,
  revision: 0,
  phone: '013900000001',
  serial: 7,
  encryption: 0,
  reserved: false,
  part: null,
} as const;

/** What the profile makes of a location, in order, `before` being the alarm word of the report before it. */
function reportsOf(of: Partial<HhdLocation>, model = 'G-300', before = 0, type: Partial<KnownDevice> = {}) {
  const body = messages.encode({ kind: 'location', body: location(of) }, 2013);
  const memory = { alarmWord: before };
  const { reports, stored } = hhd.read(
    { header: { ...hhdHeader, id: 0x0200 }, body, raw: body },
    { device: { ...hhdLock, model, ...type }, receiveTime, isFirst: true, memory },
  );
  expect(memory.alarmWord).toBe(before);
  stored?.();
  expect(memory.alarmWord).toBe(of.alarm?.raw ?? 0);
  return reports;
}

const reportOf = (of: Partial<HhdLocation>) => reportsOf(of)[0]!;

const event = (code: number, kind = 0, content = '') =>
  ({ name: 'event', value: { code, kind, content: Buffer.from(content) } }) as const;

describe('hhd events', () => {
  it('makes reports of the first 32 events of a location, and keeps the rest as not understood', () => {
    const reports = reportsOf({ items: Array.from({ length: 1000 }, (_, i) => event(i % 2)) });
    expect(reports).toHaveLength(32);
    expect(reports[0]!.notUnderstood).toEqual([
      { what: '0200/events', reason: 'malformed_item', bytes: expect.any(Buffer) },
    ]);
    expect(reports[0]!.notUnderstood[0]!.bytes).toHaveLength(968 * 5);
    // what wakes a lock makes no report, and no text without an end either
    const [woken] = reportsOf({ items: Array.from({ length: 1000 }, () => event(21)) });
    expect(woken!.report_reson.length).toBeLessThan(1000);
  });

  it.each([
    [0x00, lock, null, unsealedLocked, [], Fault.none],
    [0x01, unlock, null, unsealedOpen, [], Fault.none],
    [0x02, lock, LockSource.automaticSeal, sealedLocked, [], Fault.none],
    [0x03, lock, LockSource.cardSeal, sealedLocked, [], Fault.none],
    [0x04, unlock, LockSource.cardUnseal, unsealedLocked, [], Fault.none],
    [0x05, lock, LockSource.bluetoothSeal, sealedLocked, [], Fault.none],
    [0x06, unlock, LockSource.bluetoothUnseal, unsealedLocked, [], Fault.none],
    [0x07, lock, LockSource.remoteSeal, sealedLocked, [], Fault.none],
    [0x08, unlock, LockSource.remoteUnseal, unsealedLocked, [], Fault.none],
    [0x09, lock, LockSource.remoteSeal, sealedLocked, [], Fault.none],
    [0x0a, unlock, LockSource.remoteUnseal, unsealedLocked, [], Fault.none],
    [0x0b, normal, null, null, ['illegal_card'], Fault.none],
    [0x0c, normal, null, null, ['illegal_card'], Fault.none],
    [0x0d, normal, null, null, ['card_outside_area'], Fault.none],
    [0x0e, normal, null, null, ['card_outside_area'], Fault.none],
    [0x0f, tamper, null, abnormal, ['illegal_unlock'], Fault.illegalUnlock],
    [0x10, tamper, null, abnormal, ['illegal_unlocking'], Fault.illegalUnlocking],
    [0x11, tamper, null, abnormal, ['illegal_unlocking'], Fault.illegalUnlocking],
    [0x12, normal, null, null, ['low_battery'], Fault.none],
    [0x13, normal, null, null, ['wrong_password'], Fault.none],
    [0x14, lock, LockSource.automaticSeal, sealedLocked, [], Fault.none],
    [0x17, normal, null, null, ['low_battery'], Fault.none],
    [0x18, normal, LockSource.fault, abnormal, ['lock_fault'], Fault.lockMotor],
  ])('%i', (code, lst, lso, ls, alarms, fault) => {
    const report = reportOf({ items: [event(code)] });
    expect(report).toMatchObject({ msg_type: ReportType.lockAction, fault, event: { lst, lso, ls, alarms } });
  });

  it.each([
    [0x15, '0200/turned over'],
    [0x16, '0200/touched'],
  ])('%i wakes up', (code, reason) => {
    const report = reportOf({ items: [event(code)] });
    expect(report).toMatchObject({ msg_type: ReportType.wakeUp, event: null, report_reson: reason });
  });

  it('keeps a code nobody published, as a fault when the lock calls it an alarm', () => {
    const [quiet, loud] = [reportOf({ items: [event(0x30)] }), reportOf({ items: [event(0x30, 1)] })];
    expect(quiet).toMatchObject({ fault: Fault.none, event: { code: 'hhd:0030', lst: normal, alarms: [] } });
    expect(loud).toMatchObject({ fault: Fault.other, event: { lso: LockSource.fault, alarms: ['lock_fault'] } });
  });

  it("tells a sub-lock's event from the lock's own", () => {
    const content = Buffer.concat([Buffer.from('0a0b0c0d0e01', 'hex'), Buffer.from('90025499')]);
    const report = reportOf({ items: [{ name: 'event', value: { code: 0x65, kind: 0, content } }] });
    expect(report).toMatchObject({ fault: Fault.none, icc_card_no: '90025499', event: { lst: normal, ls: null } });
    expect(report.event?.code).toBe('hhd:0065/0a0b0c0d0e01');
  });

  it('rings for what the lock itself calls an alarm, whichever code it has', () => {
    const content = Buffer.from('0a0b0c0d0e01', 'hex');
    const subLock = { name: 'event', value: { code: 0x65, kind: 1, content } } as const;
    for (const item of [subLock, event(0x30, 1), event(0x15, 1), event(0x01, 1)]) {
      expect(reportOf({ items: [item] })).toMatchObject({ fault: Fault.other, event: { alarms: ['lock_fault'] } });
    }
    expect(reportOf({ items: [event(0x01, 1)] }).event).toMatchObject({ lst: unlock, ls: unsealedOpen });
    expect(reportOf({ items: [event(0x10, 1)] })).toMatchObject({ event: { alarms: ['illegal_unlocking'] } });
  });

  it('tells the percent of a battery by the curve of its type', () => {
    const items = [{ name: 'voltage', value: 3.7 } as const];
    const percent = (batteryCurve: BatteryCurve) => reportsOf({ items }, 'G-300', 0, { batteryCurve })[0]?.electric;
    expect(percent(lithiumCell)).toBe(31);
    expect(
      percent([
        [3.2, 0],
        [3.7, 55],
        [4.2, 100],
      ]),
    ).toBe(55);
  });

  it('tells several events of one frame apart, in their order', () => {
    const items = [event(0x0f, 1), event(0x04, 0, '90025499'), event(0x15), { name: 'voltage', value: 3.95 } as const];
    const reports = reportsOf({ items });
    expect(reports.map(({ part, fault, icc_card_no, voltage }) => [part, fault, icc_card_no, voltage])).toEqual([
      [0, Fault.illegalUnlock, null, 3.95],
      [1, Fault.none, '90025499', 3.95],
    ]);
    expect(reports.map((report) => report.event?.code)).toEqual(['hhd:000F', 'hhd:0004']);
    expect(Buffer.from(reports[1]!.raw).toString('hex')).toBe('600b0004003930303235343939');
  });

  it('reads nothing from the alarm word of a model whose bits nobody has published', () => {
    const report = reportOf({ alarm: alarmWord.of({}, 0x1013) });
    expect(report).toMatchObject({
      fault: Fault.none,
      event: null,
      notUnderstood: [{ what: '0200/alarm', reason: 'unknown_value', bytes: Buffer.from('00001013', 'hex') }],
    });
    expect(reportOf({ alarm: alarmWord.of({}, 0x1000) }).notUnderstood).toEqual([]);
  });

  it.each([
    [0x01, 'hhd:alarm/removed'],
    [0x10, 'hhd:alarm/removed'],
    [0x02, 'hhd:alarm/tampered'],
  ])('rings once for bit %i of the alarm word of a G-360P', (word, code) => {
    const alarm = alarmWord.of({}, word | 0x1000);
    const [report] = reportsOf({ alarm }, 'g360p');
    expect(report).toMatchObject({
      fault: Fault.none,
      event: { code, lst: normal, ls: null, alarms: ['illegal_unlocking'] },
      notUnderstood: [],
    });
    expect(reportsOf({ alarm }, 'G-360P', alarm.raw)).toMatchObject([{ event: null }]);
    expect(reportsOf({ alarm, items: [event(0x0f, 1)] }, 'G-360P')).toMatchObject([{ event: { code: 'hhd:000F' } }]);
    expect(reportsOf({ alarm, items: [event(0x02)] }, 'G-360P')).toMatchObject([
      { event: { code: 'hhd:0002' } },
      { part: 1, event: { code } },
    ]);
  });
});

describe('hhd leniency', () => {
  it('rings for an event before a byte too many, and for one cut short', () => {
    const body = messages.encode({ kind: 'location', body: location({ items: [event(0x0f, 1)] }) }, 2013);
    const cut = Buffer.from(body);
    cut[29] = 9;
    for (const [bytes, what, reason] of [
      [Buffer.concat([body, Buffer.of(0)]), '0200/remainder', 'trailing_bytes'],
      [Buffer.concat([body, Buffer.of(0x7f, 9, 1)]), '0200/7F', 'unknown_item'],
      [cut, '0200/event', 'malformed_item'],
    ] as const) {
      const message = { header: { ...hhdHeader, id: 0x0200 }, body: bytes, raw: bytes };
      const { reports } = hhd.read(message, { device: hhdLock, receiveTime, isFirst: true, memory: { alarmWord: 0 } });
      expect(reports).toMatchObject([{ event: { alarms: ['illegal_unlock'] }, notUnderstood: [{ what, reason }] }]);
    }
  });

  it('rings for the event of a sub-lock that it does not name', () => {
    const report = reportOf({ items: [{ name: 'event', value: { code: 0x61, kind: 1, content: Buffer.of(1) } }] });
    expect(report).toMatchObject({
      event: { code: 'hhd:0061', alarms: ['lock_fault'] },
      notUnderstood: [{ what: '0200/event', reason: 'malformed_item' }],
    });
  });

  it('writes down each thing it does not understand once', () => {
    const unknown = { name: 'unknown', id: 0xef, value: Buffer.of(1) } as const;
    const { notUnderstood } = reportOf({ items: [unknown, unknown, { ...unknown, id: 0x0a }, event(0x30)] });
    expect(notUnderstood.map(({ what, reason }) => [what, reason])).toEqual([
      ['0200/EF', 'unknown_item'],
      ['0200/0A', 'unknown_item'],
      ['0200/event', 'unknown_value'],
    ]);
  });

  it('shows nobody a password it does not believe', () => {
    expect(reportOf({ items: [{ name: 'password', value: '12345678' }] })).toMatchObject({
      unlockPassword: null,
      notUnderstood: [{ what: '0200/password', reason: 'unknown_value', bytes: Buffer.from('********') }],
    });
  });

  it('rings for an event whose clock is unset', () => {
    const [report] = reportsOf({ time: '000000000000', items: [event(0x10, 1)] });
    expect(report).toMatchObject({ deviceTime: 0, event: { alarms: ['illegal_unlocking'] } });
  });

  it('rings whatever else is in the frame, and shows nobody the password in it', () => {
    const anItem = fc.tuple(fc.nat(255), fc.uint8Array({ maxLength: 12 })).map(([id, value]) => ({ id, value }));
    const wire = fc
      .array(anItem, { maxLength: 8 })
      .map((items) =>
        Buffer.concat(
          items
            .filter(({ id }) => id !== 0x60 && id !== 0x67)
            .map(({ id, value }) => Buffer.of(id, value.length, ...value)),
        ),
      );
    const told = messages.encode({ kind: 'location', body: location({ items: [event(0x0f, 1)] }) }, 2013);
    const password = Buffer.from('67083132333434333231', 'hex');
    fc.assert(
      fc.property(wire, wire, fc.uint8Array({ maxLength: 3 }), (before, after, tail) => {
        const items = [
          before,
          password,
          told.subarray(28),
          after,
          tail.filter((byte) => byte !== 0x60 && byte !== 0x67),
        ];
        const body = Buffer.concat([told.subarray(0, 28), ...items]);
        const message = { header: { ...hhdHeader, id: 0x0200 }, body, raw: body };
        const memory = { alarmWord: 0 };
        const [report] = hhd.read(message, { device: hhdLock, receiveTime, isFirst: true, memory }).reports;
        expect(report).toMatchObject({ event: { code: 'hhd:000F' }, unlockPassword: '12344321' });
        for (const { bytes } of report!.notUnderstood) expect(Buffer.from(bytes).includes('12344321')).toBe(false);
      }),
    );
  });

  it.each([
    [0x0201, 'locationReply', ReportType.timed],
    [0x0500, 'vehicleControlReply', ReportType.lockAction],
  ] as const)('makes a report of the answer %i', (id, kind, msg_type) => {
    const body = messages.encode({ kind, body: { serial: 3, location: location() } }, 2013);
    const message = { header: { ...hhdHeader, id }, body, raw: body };
    const reading = hhd.read(message, { device: hhdLock, receiveTime, isFirst: true, memory: { alarmWord: 0 } });
    expect(reading).toMatchObject({ reports: [{ msg_type, event: null, position: { fix: true } }], notUnderstood: [] });
  });
});

describe('hhd readings', () => {
  it('claims no place without a fix, or with coordinates that are none', () => {
    expect(reportOf({ status: statusWord.of({}) }).position).toMatchObject({ fix: false });
    expect(reportOf({ latitude: 91.5 }).position).toMatchObject({ fix: false });
  });

  it('gives a clock that names no moment as 1970, for the server to put aside', () => {
    expect(reportOf({ time: '000000000000' }).deviceTime).toBe(0);
    expect(reportOf({ time: 'ffffffffffff' }).deviceTime).toBe(0);
  });

  it('leaves out what no network or lock can have said', () => {
    const report = reportOf({
      items: [
        { name: 'cells', value: { mcc: 65535, cells: [{ rssi: 1, mnc: 0, cid: 1, lac: 1 }] } },
        { name: 'csq', value: 99 },
        { name: 'password', value: '12345678' },
      ],
    });
    expect(report).toMatchObject({ mcc: null, cid: null, signal: null, unlockPassword: null });
  });

  it.each([
    ['8986001234567890123F', '8986001234567890123', []],
    ['89860012345678901234', '89860012345678901234', []],
    ['00000000000000000000', null, []],
    ['', null, []],
    ['not a number', null, [{ what: '0200/iccid', reason: 'unknown_value' }]],
  ])('ICCID "%s"', (value, sim_card, notUnderstood) => {
    expect(reportOf({ items: [{ name: 'iccid', value }] })).toMatchObject({ sim_card, notUnderstood });
  });

  it('carries sub-locks, Wi-Fi stations and the IMSI', () => {
    const subLock = { id: '0a0b0c0d0e01', battery: 4.1, seal: 0x31, state: 0x81, rssi: 32 };
    const report = reportOf({
      items: [
        { name: 'subLocks', value: [subLock, { ...subLock, seal: 0x30 }, { ...subLock, seal: 0 }] },
        { name: 'wifi', value: [{ mac: '0a0b0c0d0e0f', rssi: -56 }] },
        { name: 'imsi', value: '460001234567890' },
      ],
    });
    expect(report.subLocks.map(({ id, voltage, locked }) => [id, voltage, locked])).toEqual([
      ['0a0b0c0d0e01', 4.1, true],
      ['0a0b0c0d0e01', 4.1, false],
      ['0a0b0c0d0e01', 4.1, null],
    ]);
    expect(report).toMatchObject({ imsi: '460001234567890', wifi: [{ mac: '0a0b0c0d0e0f', rssi: -56 }] });
  });
});

describe('jt701 states and alarms', () => {
  const frame = decodePosition(corpusFrame('jt701d_realtime_locked'));
  const read = (dataType: number, bits: Parameters<typeof lockStatus.of>[0], isFirst = false, wake = 1) => {
    const position = { ...frame, dataType, status: lockStatus.of(bits), wake: { ...frame.wake!, wake } };
    const raw = encodePosition(position);
    return jt701.position(decodePosition(raw), raw, { device: jtLock, receiveTime, isFirst, memory: { alarmWord: 0 } });
  };
  const locked = { ropeInserted: true, motorLocked: true };

  it.each([
    [locked, unsealedLocked],
    [{ ropeInserted: true }, unsealedOpen],
    [{ motorLocked: true }, unsealedOpen],
    [{}, unsealedOpen],
    [{ ...locked, ropeCut: true }, abnormal],
    [{ ...locked, coverOpened: true }, abnormal],
    [{ ...locked, motorStuck: true }, abnormal],
  ])('%o', (bits, ls) => {
    expect(read(1, bits)).toMatchObject({ ls, event: null, msg_type: ReportType.timed });
  });

  it.each([
    [{ ropeCut: true, lowBattery: true }, 'ropeCut', tamper, ['illegal_unlocking', 'low_battery'], 1008],
    [{ coverOpened: true }, 'coverOpened', tamper, ['illegal_unlocking'], 1008],
    [{ motorStuck: true }, 'motorStuck', normal, ['lock_fault'], 1006],
    [{ wrongPassword: true }, 'wrongPassword', normal, ['wrong_password'], 0],
    [{ illegalCard: true }, 'illegalCard', normal, ['illegal_card'], 0],
    [{ lowBattery: true }, 'lowBattery', normal, ['low_battery'], 0],
    [{ longUnlock: true }, 'longUnlock', normal, ['lock_fault'], 9999],
  ])('alarm %o', (bits, name, lst, alarms, fault) => {
    expect(read(2, bits)).toMatchObject({ fault, event: { code: `jt701:${name}`, lst, alarms } });
    expect(read(3, bits)).toMatchObject({
      fault,
      event: { lst, alarms },
      replay: true,
      msg_type: ReportType.lockAction,
    });
  });

  it('takes vibration for no event, seconds-old frames for no history, and charging for no percentage', () => {
    expect(read(2, { vibration: true })).toMatchObject({ event: null, msg_type: ReportType.timed });
    expect(read(4, locked)).toMatchObject({ replay: false, msg_type: ReportType.timed });
    const raw = encodePosition({ ...frame, battery: 255 });
    const report = jt701.position(decodePosition(raw), raw, {
      device: jtLock,
      receiveTime,
      isFirst: false,
      memory: { alarmWord: 0 },
    });
    expect(report).toMatchObject({ electric: null, charging: true });
  });

  it('wakes up with the first frame of a connection only', () => {
    expect(read(1, locked, true, 2)).toMatchObject({ msg_type: ReportType.wakeUp, report_reson: 'jt701:1/vibration' });
    expect(read(1, locked, false, 2)).toMatchObject({ msg_type: ReportType.timed });
    expect(read(1, locked, true, 1)).toMatchObject({ msg_type: ReportType.timed });
  });

  it('takes the filler of older firmwares for nothing said', () => {
    const filled = { ...frame, wake: { ...frame.wake!, wake: 0x0f, status2: 0x0f } };
    const raw = encodePosition(filled);
    const circumstances = { device: jtLock, receiveTime, isFirst: true, memory: { alarmWord: 0 } };
    expect(jt701.position(decodePosition(raw), raw, circumstances)).toMatchObject({
      charging: false,
      msg_type: ReportType.timed,
      report_reson: 'jt701:1',
      notUnderstood: [],
    });
  });

  it('writes down what nobody has published', () => {
    const status = lockStatus.of({ unpublished: true, motorLocked: true });
    const strange = { ...frame, dataType: 5, status, wake: { ...frame.wake!, wake: 12 }, rest: Buffer.of(1, 2) };
    const raw = encodePosition(strange);
    const circumstances = { device: jtLock, receiveTime, isFirst: false, memory: { alarmWord: 0 } };
    expect(jt701.position(decodePosition(raw), raw, circumstances).notUnderstood).toEqual([
      { what: '$/rest', reason: 'trailing_bytes', bytes: Buffer.of(1, 2) },
      { what: '$/type', reason: 'unknown_value', bytes: Buffer.of(5) },
      { what: '$/status', reason: 'unknown_value', bytes: Buffer.of(0x80, 0x80) },
      { what: '$/wake', reason: 'unknown_value', bytes: Buffer.of(12) },
    ]);
    const text = '(8000000001,P45,201126,081500,31.23040,N,121.47370,E,A,0,0,9,1,0,0,0,24,45,,,460:0:1:2,new)';
    const message = decodeUplink(Buffer.from(text));
    if (message.kind !== 'lockEvent') throw new Error('no event');
    expect(jt701.lockEvent(message.event, Buffer.from(text), circumstances)).toMatchObject({
      cid: 2,
      notUnderstood: [
        { what: 'P45/rest', reason: 'trailing_bytes', bytes: Buffer.from('new') },
        { what: 'P45/source', reason: 'unknown_value', bytes: Buffer.from('9') },
      ],
    });
    expect(reportOf({ items: [event(0x02, 7)] })).toMatchObject({
      event: { code: 'hhd:0002', alarms: [] },
      notUnderstood: [{ what: '0200/event', reason: 'unknown_value' }],
    });
  });

  it.each([
    ['1,1,0012345678', unlock, LockSource.cardUnseal, []],
    ['1,98,0012345678', unlock, LockSource.cardUnseal, []],
    ['1,0,0012345678', normal, null, []],
    ['1,99,0012345678', normal, null, ['card_outside_area']],
    ['3,0,0012345678', normal, null, []],
    ['4,1,0000000000', unlock, LockSource.passwordUnseal, []],
    ['6,98,0000000000', unlock, LockSource.passwordUnseal, []],
    ['6,0,0000000000', normal, null, []],
    ['7,1,0000000000', unlock, LockSource.bluetoothUnseal, []],
    ['7,0,0000000000', normal, null, []],
    ['8,0,0000000000', unlock, null, []],
    ['1,,0012345678', normal, null, []],
    [',1,0012345678', normal, null, []],
  ])('P45 %s', (fields, lst, lso, alarms) => {
    const raw = Buffer.from(`(8000000001,P45,201126,081500,31.23040,N,121.47370,E,A,0,0,${fields},0,0,24,45)`);
    const message = decodeUplink(raw);
    if (message.kind !== 'lockEvent') throw new Error('no event');
    const report = jt701.lockEvent(message.event, raw, {
      device: jtLock,
      receiveTime,
      isFirst: false,
      memory: { alarmWord: 0 },
    });
    expect(report.event).toMatchObject({ lst, lso, alarms, ls: lst === unlock ? unsealedOpen : null });
  });
});

it('refuses mutated messages with one kind of error and makes no report of impossible numbers', () => {
  const hhdBody = corpusFrame('hhd_0200_card_unseal_event_0004_card_12345678').subarray(13, -2);
  const jtFrame = corpusFrame('jt701d_realtime_locked');
  const p45 = corpusFrame('jt701_p45_card_ok');
  const header = { version: 2013, revision: 0, phone: '013900000001', serial: 7, encryption: 0 } as const;
  const circumstances = { device: jtLock, receiveTime, isFirst: false, memory: { alarmWord: 0 } };
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 48271) % 0x7fffffff;
    return seed % below;
  };
  const mutated = (bytes: Uint8Array) => {
    const copy = Buffer.from(bytes);
    for (let i = random(4); i >= 0; i--) copy[random(copy.length)] = random(256);
    return random(5) === 0 ? copy.subarray(0, random(copy.length)) : copy;
  };
  const reports = (): (LockReport[] | LockReport | null)[] => {
    const [body, raw, text] = [mutated(hhdBody), mutated(jtFrame), mutated(p45)];
    const id = random(2) === 0 ? 0x0200 : 0x0704;
    const message = { header: { ...header, id, reserved: false, part: null }, body, raw: body };
    const tries = [
      () => hhd.read(message, { ...circumstances, device: hhdLock }).reports,
      () => jt701.position(decodePosition(raw), raw, circumstances),
      () => {
        const uplink = decodeUplink(text);
        return uplink.kind === 'lockEvent' ? jt701.lockEvent(uplink.event, text, circumstances) : null;
      },
    ];
    return tries.map((one) => {
      try {
        return one();
      } catch (error) {
        if (!(error instanceof MalformedMessage)) throw error;
        return null;
      }
    });
  };
  let made = 0;
  for (let i = 0; i < 5000; i++) {
    for (const report of reports().flat()) {
      if (!report) continue;
      made++;
      const { position, serial, lac, cid, electric } = report;
      const isSound =
        Number.isInteger(serial) &&
        serial <= 0xffff &&
        Number.isFinite(report.deviceTime) &&
        (lac ?? 0) <= 0xffff &&
        (cid ?? 0) <= 0xffffffff &&
        (electric ?? 0) <= 100 &&
        (!position?.fix || (Math.abs(position.lat) <= 90 && Math.abs(position.lon) <= 180)) &&
        (position?.heading ?? 0) < 360;
      if (!isSound) expect(report).toBe('a sound report');
    }
  }
  expect(made).toBeGreaterThan(1000);
});
