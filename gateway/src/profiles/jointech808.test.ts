import { Fault, LockAction, LockSource, LockStatus, ReportType } from '@plomb/contract/lock/codes';
import type { LockReport } from '@plomb/contract/lock/report';
import type { LockEvent } from '@plomb/protocols/jointech808/lock-event';
import { jointech808 as messages } from '@plomb/protocols/jointech808/messages';
import { alarmWord, statusWord, withWake } from '@plomb/protocols/jointech808/words';
import { Jt808Framer } from '@plomb/protocols/jt808/framer';
import { decodeFrame } from '@plomb/protocols/jt808/header';
import { alarmWord as standardAlarm, statusWord as standardStatus } from '@plomb/protocols/jt808/location';
import { describe, expect, it } from 'vitest';
import { explainBytes } from '../explain.ts';
import { secretRanges } from '../explained.ts';
import { corpusFrame } from '../testing/frames.ts';
import { jointechLock } from '../testing/ports.ts';
import { jointech808 } from './jointech808.ts';
import type { Jointech808Location } from './jointech808Report.ts';

const receiveTime = Date.UTC(2026, 10, 20, 8, 20, 0);
const { unsealedLocked, unsealedOpen, abnormal } = LockStatus;

function read(raw: Uint8Array, memory = { alarmWord: 0 }, isFirst = false): LockReport[] {
  let reports: LockReport[] = [];
  new Jt808Framer({
    frame(content, bytes) {
      const { header, body } = decodeFrame(content);
      const reading = jointech808.read(
        { header, body, raw: bytes },
        { device: jointechLock, receiveTime, isFirst, memory },
      );
      reading.stored?.();
      reports = reading.reports;
    },
    text() {},
    refused(reason) {
      throw new Error(reason);
    },
  }).push(raw);
  return reports;
}

const header = {
  version: 2013,
  revision: 0,
  phone: '790000000001',
  serial: 7,
  encryption: 0,
  reserved: false,
  part: null,
} as const;

interface Words {
  alarm?: Parameters<typeof alarmWord.of>[0];
  status?: Parameters<typeof statusWord.of>[0];
  wake?: number;
  items?: Jointech808Location['items'];
}

const locationOf = ({ alarm = {}, status = {}, wake = 1, items = [] }: Words): Jointech808Location => ({
  alarm: standardAlarm.of({}, alarmWord.of(alarm).raw),
  status: standardStatus.of({}, withWake(statusWord.of({ fix: true, ...status }).raw, wake)),
  ...{ latitude: 31.2304, longitude: 121.4737, altitude: 12, speed: 0, heading: 0, time: '261120081500', items },
});

const told = (kind: 'location' | 'vehicleControlReply', of: Words, memory = { alarmWord: 0 }, isFirst = false) => {
  const location = locationOf(of);
  const message = kind === 'location' ? ({ kind, body: location } as const) : { kind, body: { serial: 9, location } };
  const body = messages.encode(message as Parameters<typeof messages.encode>[0], 2013);
  const reading = jointech808.read(
    { header: { ...header, id: kind === 'location' ? 0x0200 : 0x0500 }, body, raw: body },
    { device: jointechLock, receiveTime, isFirst, memory },
  );
  reading.stored?.();
  return reading.reports;
};

const event = (of: Partial<LockEvent>) =>
  ({
    name: 'lockEvent',
    value: { type: 0x22, password: null, card: null, result: null, rest: new Uint8Array(), ...of },
  }) as const;

describe('jointech808 frames of the corpus', () => {
  it('reads every field of a report', () => {
    const raw = corpusFrame('jt709_0200_card_unlock_ok');
    expect(read(raw)).toEqual([
      {
        sn: jointechLock.sn,
        family: 'jointech808',
        msg_type: ReportType.lockAction,
        replay: false,
        authenticated: false,
        // its clock keeps UTC
        deviceTime: Date.UTC(2026, 10, 20, 8, 15, 0),
        receiveTime,
        serial: 201,
        part: 0,
        position: { lon: 121.4737, lat: 31.2304, fix: true, altitude: 12, velocity: 0, heading: 0, satellites: 11 },
        event: {
          code: '0B:22',
          lst: LockAction.unlock,
          lso: LockSource.cardUnseal,
          ls: unsealedOpen,
          alarms: [],
          actor: '0012345678',
        },
        ls: unsealedOpen,
        fault: Fault.none,
        electric: 90,
        charging: false,
        voltage: 4.01,
        temperature: null,
        mileage: 1.234,
        signal: 28,
        mcc: 460,
        mnc: 0,
        lac: 0x2715,
        cid: 169552957,
        icc_card_no: '0012345678',
        sim_card: null,
        imsi: null,
        ver: '7',
        subLocks: [],
        wifi: [],
        notUnderstood: [],
        unlockPassword: null,
        report_reson: '0200/card',
        raw: Buffer.from(raw),
      },
    ]);
  });

  it.each([
    ['jt709_0200_card_refused', '0B:22', LockAction.normal, null, null, ['illegal_card'], unsealedLocked],
    [
      'jt709_0200_static_password_ok_fence3',
      '0B:01',
      LockAction.unlock,
      LockSource.passwordUnseal,
      unsealedOpen,
      [],
      unsealedOpen,
    ],
    [
      'jt709_0200_cover_opened',
      'jointech808:coverOpened',
      LockAction.tamper,
      null,
      abnormal,
      ['illegal_unlocking'],
      abnormal,
    ],
  ])('%s', (name, code, lst, lso, after, alarms, ls) => {
    const [report] = read(corpusFrame(name));
    expect(report).toMatchObject({ ls, event: { code, lst, lso, ls: after, alarms } });
  });
});

describe('jointech808 events', () => {
  it.each([
    ['a password that opened in fence 3', { type: 3, password: '314159', result: 3 }, LockSource.passwordUnseal, []],
    ['a password refused', { type: 3, password: '314159', result: 0xff }, null, []],
    ['a password whose result is missing', { type: 3, password: '314159' }, null, []],
    ['a password of a kind that is always refused', { type: 0x28, password: '314159' }, null, []],
    ['a card of an older firmware, without result', { card: '0012345678' }, LockSource.cardUnseal, []],
    ['a card bound to a vehicle', { type: 0x23, card: '0012345678' }, null, []],
  ])('%s', (_, of, lso, alarms) => {
    const [report] = told('location', { items: [event(of)] });
    expect(report?.event).toMatchObject({ lso, alarms, lst: lso === null ? LockAction.normal : LockAction.unlock });
    expect(report?.notUnderstood).toEqual([]);
  });

  it('keeps an event nobody has published, and no sign of what may be a password', () => {
    const rest = Buffer.from('314159');
    const [report] = told('location', { items: [event({ type: 0x77, rest })] });
    expect(report?.event).toMatchObject({ code: '0B:77', lst: LockAction.normal, ls: null, alarms: [] });
    expect(report?.notUnderstood).toEqual([{ what: '0200/event', reason: 'unknown_value', bytes: Buffer.of(0x77) }]);
    const cut = { name: 'malformed', id: 0x0b, value: Buffer.from('0133', 'hex') } as never;
    expect(told('location', { items: [cut] })[0]?.notUnderstood).toEqual([
      { what: '0200/0B', reason: 'malformed_item', bytes: Buffer.from('**') },
    ]);
  });

  it('makes a report of each of several events', () => {
    const items = [event({ card: '0012345678', result: 0xff }), event({ card: '0012345679', result: 0x62 })];
    const reports = told('location', { items });
    expect(reports.map(({ part, icc_card_no, event }) => [part, icc_card_no, event?.lst])).toEqual([
      [0, '0012345678', LockAction.normal],
      [1, '0012345679', LockAction.unlock],
    ]);
  });
});

describe('jointech808 words', () => {
  it.each([
    [{}, {}, unsealedLocked],
    [{}, { ropeOpen: true }, unsealedOpen],
    [{}, { motorOpen: true }, unsealedOpen],
    [{ coverOpened: true }, {}, abnormal],
    // nobody has published which of its values is which
    [{}, { backCover: true }, unsealedLocked],
  ])('%o %o state %i', (alarm, status, ls) => {
    expect(told('location', { alarm, status })[0]?.ls).toBe(ls);
  });

  it('rings when a bit rises, and not while it stays', () => {
    const memory = { alarmWord: 0 };
    const alarm = { coverOpened: true, lowBattery: true };
    const [first] = told('location', { alarm }, memory);
    expect(first?.event).toMatchObject({ alarms: ['illegal_unlocking', 'low_battery'], lst: LockAction.tamper });
    const [second] = told('location', { alarm }, memory);
    expect([second?.event, second?.ls]).toEqual([null, abnormal]);
    expect(told('location', {}, memory)[0]?.ls).toBe(unsealedLocked);
    expect(told('location', { alarm: { lowBattery: true } }, memory)[0]?.event?.alarms).toEqual(['low_battery']);
  });

  it('says what woke it, as news on its first report alone', () => {
    expect(told('location', { wake: 2 }, undefined, true)[0]).toMatchObject({
      msg_type: ReportType.wakeUp,
      report_reson: '0200/vibration',
    });
    expect(told('location', { wake: 2 })[0]?.msg_type).toBe(ReportType.timed);
    expect(told('location', { wake: 1 }, undefined, true)[0]?.msg_type).toBe(ReportType.timed);
  });
});

describe('the answer to an order to open', () => {
  it('tells that it was opened from afar when it stands open, and only then', () => {
    const [open] = told('vehicleControlReply', { status: { motorOpen: true } });
    expect(open).toMatchObject({
      msg_type: ReportType.lockAction,
      event: { code: 'jointech808:0500', lso: LockSource.remoteUnseal, ls: unsealedOpen },
    });
    const [closed] = told('vehicleControlReply', {});
    expect(closed).toMatchObject({ event: null, ls: unsealedLocked });
  });

  it('answers the order of its serial, and holds a report besides', () => {
    const body = messages.encode({ kind: 'vehicleControlReply', body: { serial: 9, location: locationOf({}) } }, 2013);
    expect(jointech808.answer(0x0500, 2013, body)).toEqual({
      ...{ to: 0x8500, serial: 9, reports: true },
      reply: { result: 'ok' },
    });
  });
});

describe('what of it opens a lock', () => {
  const lock = { family: 'jointech808', model: 'JT709A', utcOffsetMinutes: 0 } as const;
  it.each([
    ['an event', corpusFrame('jt709_0200_static_password_ok_fence3'), '888888'],
    ['a text', Buffer.from('(790000000001,1,001,ELOCK,3,314159)'), '314159'],
  ])('is known for a secret in %s', (_, raw, secret) => {
    const [frame] = explainBytes(raw, lock).frames;
    const covered = secretRanges(frame!).map(({ from, length }) =>
      Buffer.from(frame!.content.subarray(from, from + length)).toString('latin1'),
    );
    expect(covered).toContain(secret);
  });

  it('is named by the maker’s words and not the standard’s', () => {
    const [frame] = explainBytes(corpusFrame('jt709_0200_card_unlock_ok'), lock).frames;
    expect(JSON.stringify(frame?.parts)).toContain('motorOpen');
    expect(JSON.stringify(frame?.parts)).not.toContain('galileo');
  });
});
