import { Fault, LockAction, LockSource, LockStatus, ReportType } from '@plomb/contract/lock/codes';
import type { LockReport } from '@plomb/contract/lock/report';
import { decodePosition } from '@plomb/protocols/jointech/position';
import { decodeUplink } from '@plomb/protocols/jointech/uplink';
import { Jt808Framer } from '@plomb/protocols/jt808/framer';
import { decodeFrame } from '@plomb/protocols/jt808/header';
import { describe, expect, it } from 'vitest';
import type { PasswordToSend } from '../kit/ports.ts';
import { corpusFrame } from '../testing/frames.ts';
import { hhdLock, jtLock } from '../testing/ports.ts';
import { hhd } from './hhd.ts';
import { jt701 } from './jt701.ts';

const receiveTime = Date.UTC(2026, 10, 20, 8, 0, 0);

function hhdReports(raw: Uint8Array): LockReport[] {
  let reports: LockReport[] | null = null;
  new Jt808Framer({
    frame(content, bytes) {
      const { header, body } = decodeFrame(content);
      const circumstances = { device: hhdLock, receiveTime, isFirst: false, memory: { alarmWord: 0 } };
      reports = hhd.read({ header, body, raw: bytes }, circumstances).reports;
    },
    text() {},
    refused() {},
  }).push(raw);
  if (!reports) throw new Error('no report');
  return reports;
}

function jtReport(raw: Uint8Array, isFirst = false): LockReport {
  const circumstances = { device: jtLock, receiveTime, isFirst, memory: { alarmWord: 0 } };
  if (raw[0] === 0x24) return jt701.position(decodePosition(raw), raw, circumstances);
  const message = decodeUplink(raw);
  if (message.kind !== 'lockEvent') throw new Error('no event');
  return jt701.lockEvent(message.event, raw, circumstances);
}

describe('hhd frames of the corpus', () => {
  it.each([
    [
      'hhd_0200_auto_sealed_event_0002',
      {
        code: 'hhd:0002',
        lst: LockAction.lock,
        lso: LockSource.automaticSeal,
        ls: LockStatus.sealedLocked,
        alarms: [],
        actor: null,
      },
      Fault.none,
      null,
    ],
    [
      'hhd_0200_card_unseal_event_0004_card_12345678',
      {
        code: 'hhd:0004',
        lst: LockAction.unlock,
        lso: LockSource.cardUnseal,
        ls: LockStatus.unsealedLocked,
        alarms: [],
        actor: '12345678',
      },
      Fault.none,
      '12345678',
    ],
    [
      'hhd_0200_platform_unseal_event_0008_admin',
      {
        code: 'hhd:0008',
        lst: LockAction.unlock,
        lso: LockSource.remoteUnseal,
        ls: LockStatus.unsealedLocked,
        alarms: [],
        actor: 'admin',
      },
      Fault.none,
      null,
    ],
    [
      'hhd_0200_opened_while_sealed_event_000F',
      {
        code: 'hhd:000F',
        lst: LockAction.tamper,
        lso: null,
        ls: LockStatus.abnormal,
        alarms: ['illegal_unlock'],
        actor: null,
      },
      Fault.illegalUnlock,
      null,
    ],
  ])('%s', (name, event, fault, card) => {
    const [report] = hhdReports(corpusFrame(name));
    expect(report).toMatchObject({ msg_type: ReportType.lockAction, event, fault, icc_card_no: card, ls: null });
  });

  it('reads every field of a report', () => {
    const raw = corpusFrame('hhd_0200_card_unseal_event_0004_card_12345678');
    const [report] = hhdReports(raw);
    expect(report).toEqual({
      sn: '13900000001',
      family: 'hhd',
      msg_type: ReportType.lockAction,
      replay: false,
      // 08:15 by the lock's clock
      deviceTime: Date.UTC(2026, 10, 20, 0, 15, 0),
      receiveTime,
      authenticated: false,
      serial: 102,
      part: 0,
      position: {
        lon: 121.4737,
        lat: 31.2304,
        fix: true,
        altitude: 12,
        velocity: 0,
        heading: 0,
        satellites: null,
      },
      event: expect.anything(),
      ls: null,
      fault: Fault.none,
      electric: 69,
      charging: null,
      voltage: 3.95,
      temperature: null,
      mileage: null,
      signal: 22,
      mcc: 460,
      mnc: 0,
      lac: 10005,
      cid: 169552957,
      icc_card_no: '12345678',
      sim_card: '89860012345678901234',
      imsi: '460001234567890',
      ver: null,
      subLocks: [],
      wifi: [],
      notUnderstood: [],
      unlockPassword: '12344321',
      report_reson: '0200',
      raw: Buffer.from(raw),
    });
  });

  it('takes a 2019 frame and one with sub-locks for timed reports', () => {
    for (const name of ['hhd_0200_2019_header', 'hhd_0200_sublocks_63']) {
      const [report] = hhdReports(corpusFrame(name));
      expect(report).toMatchObject({ sn: '13900000001', msg_type: ReportType.timed, event: null, voltage: 3.95 });
    }
  });

  it('replays a blind-spot batch, each report with its own bytes', () => {
    const reports = hhdReports(corpusFrame('0704_blind_2_items'));
    expect(reports.map(({ msg_type, replay, deviceTime, mileage }) => [msg_type, replay, deviceTime, mileage])).toEqual(
      [
        [ReportType.blindSpot, true, Date.UTC(2026, 10, 19, 23, 0, 0), 123.4],
        [ReportType.blindSpot, true, Date.UTC(2026, 10, 19, 23, 0, 30), 124],
      ],
    );
    const [first, second] = reports;
    expect(first?.raw).toHaveLength(34);
    expect(second?.raw).toHaveLength(34);
    expect(first?.raw).not.toEqual(second?.raw);
  });

  it('orders seal and unseal as the corpus has them', () => {
    const bodyOf = (kind: 'seal' | 'unseal') =>
      hhd.instruct(kind === 'seal' ? { kind, user: 'admin' } : { kind, user: 'admin', password: null }, 2013);
    for (const kind of ['seal', 'unseal'] as const) {
      const frame = corpusFrame(`hhd_0310_${kind}_admin`);
      expect(bodyOf(kind)).toEqual({ id: 0x0310, body: frame.subarray(13, -2), told: false });
    }
  });
});

describe('jt701 frames of the corpus', () => {
  it('reads every field of a position', () => {
    const raw = corpusFrame('jt701d_realtime_locked');
    expect(jtReport(raw)).toEqual({
      sn: '8000000001',
      family: 'jt701',
      msg_type: ReportType.timed,
      replay: false,
      deviceTime: Date.UTC(2026, 10, 20, 8, 0, 0),
      receiveTime,
      authenticated: false,
      serial: 0x56,
      part: 0,
      position: {
        lon: expect.closeTo(121.4737, 4),
        lat: expect.closeTo(31.2304, 4),
        fix: true,
        altitude: null,
        velocity: 0,
        heading: 0,
        satellites: 8,
      },
      event: null,
      ls: LockStatus.unsealedLocked,
      fault: Fault.none,
      electric: 88,
      charging: false,
      voltage: null,
      temperature: null,
      mileage: 45,
      signal: 28,
      mcc: 460,
      mnc: 0,
      lac: 0x2715,
      cid: 169552957,
      icc_card_no: null,
      sim_card: null,
      imsi: null,
      ver: null,
      subLocks: [],
      wifi: [],
      notUnderstood: [],
      unlockPassword: null,
      report_reson: 'jt701:1/clock',
      raw: Buffer.from(raw),
    });
  });

  it('rings for a cut rope', () => {
    expect(jtReport(corpusFrame('jt701d_alarm_rope_cut'))).toMatchObject({
      msg_type: ReportType.lockAction,
      report_reson: 'jt701:2/rope',
      ls: LockStatus.abnormal,
      fault: Fault.illegalUnlocking,
      event: { code: 'jt701:ropeCut', lst: LockAction.tamper, ls: LockStatus.abnormal, alarms: ['illegal_unlocking'] },
    });
  });

  it('replays what a blind spot held back', () => {
    expect(jtReport(corpusFrame('jt701d_blind'))).toMatchObject({
      msg_type: ReportType.blindSpot,
      replay: true,
      event: null,
    });
  });

  it.each([
    ['jt701_p45_card_ok', LockAction.unlock, LockSource.cardUnseal, LockStatus.unsealedOpen, [], '0012345678'],
    ['jt701_p45_card_refused_outside_fence', LockAction.normal, null, null, ['card_outside_area'], '0012345678'],
    ['jt701_p45_illegal_card', LockAction.normal, null, null, ['illegal_card'], '0099999999'],
    ['jt701_p45_static_pw_wrong', LockAction.normal, null, null, [], null],
    ['jt701_p45_autolocked', LockAction.lock, LockSource.automaticSeal, null, [], null],
  ])('%s', (name, lst, lso, ls, alarms, actor) => {
    const report = jtReport(corpusFrame(name));
    expect(report).toMatchObject({ msg_type: ReportType.lockAction, report_reson: 'jt701:P45', icc_card_no: actor });
    expect(report.event).toMatchObject({ lst, lso, ls, alarms, actor });
  });

  it('cannot seal from afar, and unseals with the password it is told and none of its own', () => {
    expect(jt701.instruct({ kind: 'seal', user: 'admin' })).toBeNull();
    const unseal = (password: PasswordToSend | null) => jt701.instruct({ kind: 'unseal', user: 'admin', password });
    expect(unseal(null)).toBeNull();
    expect(unseal({ by: 'static', text: '888888' })).toEqual({ words: ['P43'], bytes: Buffer.from('(P43,888888)') });
    expect(unseal({ by: 'dynamic', text: '271828' })).toEqual({ words: ['P52'], bytes: Buffer.from('(P52,3,271828)') });
    expect(unseal({ by: 'dynamic', text: '1,2)' })).toBeNull();
  });
});
