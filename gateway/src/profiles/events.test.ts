import { Fault, LockAction, LockSource, LockStatus, ReportType } from '@plomb/contract/lock';
import { hhd as messages } from '@plomb/protocols/hhd/messages';
import { decodePosition, encodePosition, lockStatus } from '@plomb/protocols/jointech/position';
import { decodeUplink } from '@plomb/protocols/jointech/uplink';
import { alarmWord, statusWord } from '@plomb/protocols/jt808/location';
import { MalformedMessage } from '@plomb/protocols/kit/malformed';
import { describe, expect, it } from 'vitest';
import { corpusFrame, type HhdLocation, location } from '../testing/frames.ts';
import { hhdLock, jtLock } from '../testing/ports.ts';
import { hhd } from './hhd.ts';
import { jt701 } from './jt701.ts';

const { lock, unlock, tamper, normal } = LockAction;
const { unsealedLocked, unsealedOpen, sealedLocked, abnormal } = LockStatus;
const receiveTime = Date.UTC(2026, 10, 20, 8, 0, 0);

function reportOf(of: Partial<HhdLocation>) {
  const body = messages.encode({ kind: 'location', body: location(of) }, 2013);
  const header = { id: 0x0200, version: 2013, revision: 0, phone: '013900000001', serial: 7, encryption: 0 } as const;
  const reports = hhd.reports(
    { header: { ...header, reserved: false, part: null }, body, raw: body },
    { device: hhdLock, receiveTime, isFirst: true },
  );
  return reports![0]!;
}

const event = (code: number, kind = 0, content = '') =>
  ({ name: 'event', value: { code, kind, content: Buffer.from(content) } }) as const;

describe('hhd events', () => {
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
    const report = reportOf({ items: [{ name: 'event', value: { code: 0x65, kind: 1, content } }] });
    expect(report).toMatchObject({ fault: Fault.none, icc_card_no: '90025499', event: { lst: normal, ls: null } });
    expect(report.event?.code).toBe('hhd:0065/0a0b0c0d0e01');
  });

  it.each([
    ['gnssFault', Fault.gnss],
    ['antennaOpen', Fault.gnss],
    ['antennaShort', Fault.gnss],
    ['cardModuleFault', Fault.cardReader],
  ] as const)('shows the standard alarm %s as a fault without an event', (bit, fault) => {
    expect(reportOf({ alarm: alarmWord.of({ [bit]: true }) })).toMatchObject({ fault, event: null });
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
});

describe('jt701 states and alarms', () => {
  const frame = decodePosition(corpusFrame('jt701d_realtime_locked'));
  const read = (dataType: number, bits: Parameters<typeof lockStatus.of>[0], isFirst = false, wake = 1) => {
    const position = { ...frame, dataType, status: lockStatus.of(bits), wake: { ...frame.wake!, wake } };
    const raw = encodePosition(position);
    return jt701.position(decodePosition(raw), raw, { device: jtLock, receiveTime, isFirst });
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
    const report = jt701.position(decodePosition(raw), raw, { device: jtLock, receiveTime, isFirst: false });
    expect(report).toMatchObject({ electric: null, charging: true });
  });

  it('wakes up with the first frame of a connection only', () => {
    expect(read(1, locked, true, 2)).toMatchObject({ msg_type: ReportType.wakeUp, report_reson: 'jt701:1/vibration' });
    expect(read(1, locked, false, 2)).toMatchObject({ msg_type: ReportType.timed });
    expect(read(1, locked, true, 1)).toMatchObject({ msg_type: ReportType.timed });
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
  ])('P45 %s', (fields, lst, lso, alarms) => {
    const raw = Buffer.from(`(8000000001,P45,201126,081500,31.23040,N,121.47370,E,A,0,0,${fields},0,0,24,45)`);
    const message = decodeUplink(raw);
    if (message.kind !== 'lockEvent') throw new Error('no event');
    const report = jt701.lockEvent(message.event, raw, { device: jtLock, receiveTime, isFirst: false });
    expect(report.event).toMatchObject({ lst, lso, alarms, ls: lst === unlock ? unsealedOpen : null });
  });
});

it('refuses mutated messages with one kind of error and makes no report of impossible numbers', () => {
  const hhdBody = corpusFrame('hhd_0200_card_unseal_event_0004_card_12345678').subarray(13, -2);
  const jtFrame = corpusFrame('jt701d_realtime_locked');
  const p45 = corpusFrame('jt701_p45_card_ok');
  const header = { version: 2013, revision: 0, phone: '013900000001', serial: 7, encryption: 0 } as const;
  const circumstances = { device: jtLock, receiveTime, isFirst: false };
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
  const reports = (): (ReturnType<typeof hhd.reports> | ReturnType<typeof jt701.position>)[] => {
    const [body, raw, text] = [mutated(hhdBody), mutated(jtFrame), mutated(p45)];
    const id = random(2) === 0 ? 0x0200 : 0x0704;
    const message = { header: { ...header, id, reserved: false, part: null }, body, raw: body };
    const tries = [
      () => hhd.reports(message, { ...circumstances, device: hhdLock }),
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
