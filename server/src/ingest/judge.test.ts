import { Fault, LockSource, LockStatus } from '@plomb/contract/lock/codes';
import type { LockReport } from '@plomb/contract/lock/report';
import { describe, expect, it } from 'vitest';
import { judgeBatch } from './batch.ts';
import { hashOf, keyOf } from './intake.ts';
import { aBatch, anEvent, aReport, judged, minutes, noon, rules, sent } from './testing/reports.ts';

describe('time', () => {
  const day = 86_400_000;
  it.each([
    ['a clock ten minutes ahead is believed', noon + minutes(10), null],
    ['a millisecond more is not', noon + minutes(10) + 1, 'clock_future'],
    ['2099', Date.UTC(2099, 0, 1), 'clock_future'],
    ['1970', 0, 'clock_unset'],
    ['the last moment of 2019', Date.UTC(2019, 11, 31, 23, 59, 59), 'clock_unset'],
    ['no time at all', Number.NaN, 'clock_unset'],
    ['31 days back', noon - 31 * day, null],
    ['longer ago than that', noon - 31 * day - 1, 'too_old'],
  ])('%s', (_, deviceTime, reason) => {
    const { effects } = judged({ deviceTime, receiveTime: noon });
    expect(effects.quarantined.map((q) => q.reason)).toEqual(reason === null ? [] : [reason]);
    expect(effects.stored).toHaveLength(reason === null ? 1 : 0);
    // put aside or not, the device was heard
    expect(effects.devices[0]?.receiveTime).toBe(noon);
  });

  it('a learnt offset does not let a clock climb into the future', () => {
    const clock = { offset: minutes(10), trial: null, doubt: null };
    const { effects } = judged({ deviceTime: noon + minutes(11), receiveTime: noon }, { state: { clock } });
    expect(effects.quarantined).toHaveLength(1);
  });

  it('what is told is never placed after it was told', () => {
    const { next } = judged({ deviceTime: noon + minutes(9), receiveTime: noon, ls: LockStatus.sealedLocked });
    expect(next).toMatchObject({ presentTime: noon, lockTime: noon, lockSince: noon, deviceTime: noon + minutes(9) });
  });

  it('two reports of one second both count, in the order they came', () => {
    const unsealed = judged(
      { event: anEvent(1, LockSource.cardUnseal, 0) },
      { state: { lockStatus: LockStatus.sealedLocked } },
    );
    const pulled = judged({ event: anEvent(1, null, 1) }, { state: unsealed.next });
    expect([pulled.next.lockStatus, pulled.kinds]).toEqual([LockStatus.unsealedOpen, []]);
  });
});

describe('a word without a time of its own', () => {
  const sealed = { state: { lockStatus: LockStatus.sealedLocked } };
  it.each([
    ['unset', 0],
    ['in the future', noon + minutes(60)],
    ['years old', Date.UTC(2021, 0, 1)],
  ])('rings and moves the lock when it comes, and its frame is put aside: clock %s', (_, deviceTime) => {
    const forced = judged(
      { deviceTime, receiveTime: noon, event: anEvent(3, null, 3), fault: Fault.illegalUnlocking },
      sealed,
    );
    expect(forced.kinds).toEqual(['illegal_unlocking']);
    expect(forced.next).toMatchObject({
      lockStatus: LockStatus.abnormal,
      lockTime: noon,
      presentTime: noon - minutes(1),
    });
    expect(forced.effects.quarantined).toHaveLength(1);
    expect(forced.effects.stored).toEqual([]);
    expect(forced.effects.events[0]).toMatchObject({
      taken: { counts: true, word: { timed: false } },
      judged: { row: { lsBefore: 2, lsAfter: 3 } },
    });
  });

  it('told from memory it only rings: nobody knows where it belongs', () => {
    const told = judged(
      { deviceTime: 0, receiveTime: noon, replay: true, event: anEvent(2, LockSource.cardSeal, 2) },
      { state: { lockStatus: LockStatus.unsealedOpen } },
    );
    expect(told.next.lockStatus).toBe(LockStatus.unsealedOpen);
  });

  const opened = { deviceTime: 0, receiveTime: noon, event: anEvent(1, LockSource.remoteUnseal, 0) };
  it('proves no order, and says to which it may belong: it came in its window, so it was not without right', () => {
    const told = judged(opened, { ...sealed, commands: [sent('unseal')] });
    expect(told.evidence).toEqual([[7, 'possible']]);
    expect(told.kinds).toEqual([]);
    expect(told.next).toMatchObject({ lockStatus: LockStatus.unsealedLocked, unsealTime: noon });
  });

  it.each([
    ['no order was given', {}, []],
    ['its order was sealed with', {}, [sent('seal')]],
    ['another deed has a claim on it', {}, [sent('unseal', { evidence: 'possible', eventId: 5 })]],
    ['it was refused', {}, [sent('unseal', { provable: false })]],
    ['it came after its window', {}, [sent('unseal', { sentTime: noon - minutes(11) })]],
    [
      'it names another user',
      { event: anEvent(1, LockSource.remoteUnseal, 0, { code: 'hhd:0008', actor: 'makers-cloud' }) },
      [sent('unseal', { user: 'alice' })],
    ],
    ['it was told from memory', { replay: true }, [sent('unseal')]],
    ['its sender proved nothing', { authenticated: false }, [sent('unseal')]],
  ])('rings as an opening without right where %s', (_, over, commands) => {
    expect(judged({ ...opened, ...over }, { ...sealed, commands }).kinds).toEqual(['illegal_unlock']);
  });

  it('has no second opening allowed by the one order, nor by one that it did not come of', () => {
    const orders = [sent('unseal'), sent('unseal', { id: 9, provable: false })];
    const sealedAgain = { deviceTime: 0, event: anEvent(2, LockSource.cardSeal, 2) };
    const reports = [
      aReport(opened),
      aReport({ ...sealedAgain, receiveTime: noon + minutes(1), serial: 2 }),
      aReport({ ...opened, receiveTime: noon + minutes(2), serial: 3 }),
    ];
    const { alarms } = judgeBatch([aBatch(reports, { ...sealed, commands: orders })]);
    expect(alarms.map(({ kind, firstTime }) => [kind, firstTime])).toEqual([['illegal_unlock', noon + minutes(2)]]);
  });

  it('one that says nothing of the metal is put aside and is contact', () => {
    const { effects, next } = judged({ deviceTime: 0, receiveTime: noon });
    expect([effects.quarantined.length, effects.events, next.lockTime]).toEqual([1, [], noon - minutes(60)]);
  });
});

describe('a device that has not proved who it is', () => {
  const stranger = { authenticated: false };
  it('moves and proves nothing, and is kept', () => {
    const { next, evidence, effects } = judged(
      { ...stranger, event: anEvent(2, LockSource.remoteSeal, 2), electric: 3 },
      { state: { lockStatus: LockStatus.unsealedOpen }, commands: [sent('seal')] },
    );
    expect(next).toMatchObject({
      lockStatus: LockStatus.unsealedOpen,
      lowBattery: false,
      presentTime: noon - minutes(1),
    });
    expect([evidence, effects.stored.length, effects.devices[0]?.receiveTime]).toEqual([[], 1, null]);
    expect(effects.events[0]?.judged.row).toMatchObject({ lsBefore: 1, lsAfter: 1 });
  });

  it('rings, since it may be true', () => {
    const sealed = { state: { lockStatus: LockStatus.sealedLocked } };
    expect(judged({ ...stranger, event: anEvent(1, null, 1) }, sealed).kinds).toEqual(['illegal_unlock']);
    expect(judged({ ...stranger, event: anEvent(3, null, 3), fault: 1008 }, sealed).kinds).toEqual([
      'illegal_unlocking',
    ]);
    expect(judged({ ...stranger, ls: LockStatus.unsealedLocked }, sealed).kinds).toEqual([]);
  });

  it('is heard again when the same frame comes over a connection that has proved itself', () => {
    const report = aReport({ event: anEvent(2, LockSource.cardSeal, 2) });
    const { devices, stored } = judgeBatch([aBatch([{ ...report, authenticated: false }, report])]);
    expect([stored.length, devices[0]?.present.lockStatus]).toEqual([1, LockStatus.sealedLocked]);
  });
});

describe('repeats and lateness', () => {
  it('the same frame again is a duplicate', () => {
    const report = aReport();
    const { effects } = judged(report, { stored: [keyOf(report, hashOf(report))] });
    expect([effects.duplicates, effects.stored]).toEqual([1, []]);
  });

  it('several reports of one frame are not each other’s repeats', () => {
    const report = aReport();
    expect(judgeBatch([aBatch([report, { ...report, part: 1 }])]).stored).toHaveLength(2);
  });

  it.each([
    ['older than the present', { deviceTime: noon - minutes(2) }],
    ['replayed', { deviceTime: noon - minutes(2), replay: true }],
    ['of the blind-spot type', { deviceTime: noon - minutes(2), msg_type: 2 as const }],
  ])('a position %s goes into history', (_, told) => {
    const { next, after, effects } = judged({ ...told, receiveTime: noon, electric: 50 }, { state: { fault: 1004 } });
    expect(next).toMatchObject({ presentTime: noon - minutes(1), fault: 1004 });
    expect([after?.readings, after?.moved]).toEqual([null, false]);
    expect(effects.stored[0]).toMatchObject({ late: true, lockStatus: 255 });
  });

  it('a late word newer than the newest word of the lock moves it, whatever plain position came after', () => {
    const { next, kinds } = judged(
      { deviceTime: noon - minutes(30), receiveTime: noon, replay: true, event: anEvent(2, LockSource.cardSeal, 2) },
      { state: { lockStatus: LockStatus.unsealedLocked } },
    );
    expect(next).toMatchObject({ lockStatus: 2, lockTime: noon - minutes(30), presentTime: noon - minutes(1) });
    expect(kinds).toEqual([]);
  });

  it('tampering in a dead spot rings when it is told', () => {
    const { next, kinds, effects } = judged(
      {
        deviceTime: noon - minutes(20),
        receiveTime: noon,
        replay: true,
        event: anEvent(3, null, 3, { alarms: ['low_battery', 'illegal_card'] }),
        fault: 1008,
      },
      { state: { lockStatus: LockStatus.sealedLocked } },
    );
    expect(next.lockStatus).toBe(LockStatus.abnormal);
    expect(kinds.sort()).toEqual(['illegal_card', 'illegal_unlocking', 'low_battery']);
    expect(effects.alarms.every((alarm) => alarm.late)).toBe(true);
  });

  it('words of one batch are judged in their true order', () => {
    const opened = aReport({
      deviceTime: noon - minutes(10),
      receiveTime: noon,
      replay: true,
      event: anEvent(1, null, 1),
    });
    const sealed = aReport({
      deviceTime: noon - minutes(20),
      receiveTime: noon,
      replay: true,
      event: anEvent(2, 9, 2),
    });
    const { devices, alarms } = judgeBatch([aBatch([opened, sealed])]);
    expect(devices[0]?.present.lockStatus).toBe(LockStatus.abnormal);
    expect(alarms.map((a) => a.kind)).toEqual(['illegal_unlock']);
  });
});

describe('a live word older than one before it', () => {
  const state = { lockStatus: LockStatus.sealedLocked, lockTime: noon - minutes(1) } as const;
  const opened = (changes: Partial<LockReport> = {}) =>
    aReport({ deviceTime: noon - minutes(9), receiveTime: noon, event: anEvent(1, null, 1), ...changes });
  /** as the fold sees it: nothing is stored between it and the state */
  const batch = (...reports: LockReport[]) => {
    const made = aBatch(reports, { state });
    const base = { ...made.present, lockStatus: LockStatus.unsealedLocked };
    const never = Number.NEGATIVE_INFINITY;
    return judgeBatch([{ ...made, history: { base, baseTold: noon, owned: never, entries: [sealedThen] } }]);
  };
  const sealedThen = {
    kind: 'statement' as const,
    key: { at: noon - minutes(1), serial: 1, part: 0, receiveTime: noon - minutes(1), hash: 5 },
    electric: null,
    word: {
      ...{ at: noon - minutes(1), serial: 1, part: 0, receiveTime: noon - minutes(1), hash: 5 },
      ...{ deviceTime: noon - minutes(1), event: anEvent(2, 8, 2), fault: Fault.none, ls: null, place: null },
      ...{ authenticated: true, replay: false, timed: true },
    },
  };

  it('rings what it would ring by arrival, since its clock may have been set back', () => {
    const { devices, alarms, events } = batch(opened());
    expect(alarms.map((a) => [a.kind, a.doubtful])).toEqual([['illegal_unlock', true]]);
    expect(events[0]).toMatchObject({ taken: { doubted: true }, doubtRings: [{ kind: 'illegal_unlock' }] });
    expect(devices[0]?.present).toMatchObject({ lockStatus: LockStatus.sealedLocked });
    expect(devices[0]?.present.clock.doubt).not.toBeNull();
  });

  it('rings nothing when a prompt report of the same batch shows that it was merely late', () => {
    const { alarms, devices, cleared } = batch(opened(), aReport({ deviceTime: noon + 1000 }));
    expect([alarms, devices[0]?.present.clock.doubt, cleared]).toEqual([[], null, [1]]);
  });

  it('happened when it came if the next report’s clock is as far back', () => {
    const next = aReport({ deviceTime: noon - minutes(8), receiveTime: noon + minutes(1) });
    const { alarms, devices } = batch(opened(), next);
    expect(alarms.map((a) => [a.kind, a.doubtful])).toEqual([['illegal_unlock', false]]);
    expect(devices[0]?.present).toMatchObject({ lockStatus: LockStatus.abnormal, lockTime: noon });
    expect(devices[0]?.present.clock).toEqual({ offset: -minutes(9), trial: null, doubt: null });
  });
});

describe('what a report changes', () => {
  it('who brought the lock into its status, and since when', () => {
    const { next } = judged(
      { event: anEvent(1, LockSource.cardUnseal, 0, { actor: '90025499' }) },
      { state: { lockStatus: LockStatus.sealedLocked } },
    );
    expect(next).toMatchObject({ lockStatus: 0, lockSince: noon, lockActor: '***5499', lockSource: 5 });
    const { next: later } = judged({ deviceTime: noon + minutes(5) }, { state: next });
    expect(later).toMatchObject({ lockStatus: 0, lockSince: noon, lockActor: '***5499', lockSource: 5 });
  });

  it('a position without a fix, or off the earth, has no place', () => {
    const position = aReport().position!;
    const placeOf = (told: Partial<LockReport>) => judged(told).effects.stored[0]?.taken.place;
    expect(placeOf({ position: { ...position, fix: false } })).toBeNull();
    expect(placeOf({ position: { ...position, lat: 4294.9 } })).toBeNull();
    expect(placeOf({})).toMatchObject({ lon: 121.47 });
  });

  it('a fault is a badge for as long as it is told, but stays beside an abnormal status', () => {
    const badge = judged({ fault: Fault.gnss }, { state: { lockStatus: 0 } }).next;
    expect(badge.fault).toBe(1004);
    expect(judged({}, { state: badge }).next.fault).toBe(0);
    const stuck = judged({ fault: Fault.lockMotor }, { state: { lockStatus: 0 } }).next;
    const quiet = judged({}, { state: stuck }).next;
    expect(quiet).toMatchObject({ lockStatus: 3, fault: 1006 });
    const both = judged({ fault: Fault.gnss }, { state: quiet }).next;
    expect([both.fault, judged({}, { state: both }).next.fault]).toEqual([1004, 1006]);
  });

  it('a motor fault that goes on being told rings once', () => {
    const first = judged({ fault: Fault.lockMotor }, { state: { lockStatus: 0 } });
    expect(first.kinds).toEqual(['lock_fault']);
    expect(judged({ fault: Fault.lockMotor }, { state: first.next }).kinds).toEqual([]);
  });

  it('what a card did wrong rings and leaves the status alone', () => {
    const { next, kinds } = judged(
      { event: anEvent(0, null, null, { alarms: ['card_outside_area'] }) },
      { state: { lockStatus: 2 } },
    );
    expect([next.lockStatus, kinds]).toEqual([2, ['card_outside_area']]);
  });
});

describe('battery', () => {
  const flow = (readings: (number | null)[], threshold = 20) => {
    let state = {};
    return readings.map((electric, i) => {
      const { next, kinds } = judged(
        { electric, deviceTime: noon + i * 1000 },
        { state, given: rules({ lowBattery: threshold }) },
      );
      state = next;
      return kinds.join();
    });
  };
  it('rings when it falls to the threshold, once, and is closed when it is well above again', () => {
    expect(flow([21, 20, 19, 22, null, 24, 25, 21, 20])).toEqual([
      '',
      'low_battery',
      '',
      '',
      '',
      '',
      '-low_battery',
      '',
      'low_battery',
    ]);
  });
  it("rings at the lock's own word, whatever our reading says", () => {
    const { next, kinds } = judged({ electric: 60, event: anEvent(0, null, null, { alarms: ['low_battery'] }) });
    expect([next.lowBattery, kinds]).toEqual([true, ['low_battery']]);
  });
  it('a late reading counts when nothing newer has decided, and not otherwise', () => {
    const late = { deviceTime: noon - minutes(5), receiveTime: noon, replay: true };
    expect(judged({ ...late, electric: 5 }, { state: { batteryTime: noon - minutes(6) } }).kinds).toEqual([
      'low_battery',
    ]);
    expect(judged({ ...late, electric: 5 }, { state: { batteryTime: noon - minutes(4) } }).kinds).toEqual([]);
    const low = { lowBattery: true, batteryTime: noon - minutes(4) };
    expect(judged({ ...late, electric: 90 }, { state: low }).next.lowBattery).toBe(true);
  });
});

describe('evidence', () => {
  const unsealed = { event: anEvent(1, LockSource.remoteUnseal, 0) };
  const given = (commands = [sent('unseal')]) => ({ state: { lockStatus: 2 as const }, commands });

  it('a remote unseal proves the unseal command', () => {
    expect(judged(unsealed, given()).evidence).toEqual([[7, 'confirmed']]);
  });
  it('an answer that says the lock stands open proves it of one that stood otherwise', () => {
    const answer = { event: anEvent(1, LockSource.remoteUnseal, 1, { code: 'jointech808:0500' }) };
    const from = (lockStatus: LockStatus) => ({
      state: { lockStatus },
      given: rules({ family: 'jointech808', sealModel: 'platform' }),
      commands: [sent('unseal')],
    });
    expect(judged(answer, from(LockStatus.sealedLocked)).evidence).toEqual([[7, 'confirmed']]);
    expect(judged(answer, from(LockStatus.unsealedLocked)).evidence).toEqual([[7, 'confirmed']]);
    expect(judged(answer, from(LockStatus.unsealedOpen)).evidence).toEqual([[7, 'possible']]);
  });
  it('a card does not', () => {
    expect(judged({ event: anEvent(1, LockSource.cardUnseal, 0) }, given()).evidence).toEqual([]);
  });
  it.each([
    ['31 s before it was sent', 31_000, null],
    ['30 s before', 30_000, 'confirmed'],
    ['ten minutes after', -minutes(10), 'confirmed'],
    ['a second later', -minutes(10) - 1000, 'possible'],
    ['20 hours later', -20 * minutes(60), 'possible'],
    ['two days later', -48 * minutes(60), null],
  ])('what happened %s', (_, ahead, expected) => {
    const command = sent('unseal', { sentTime: noon + ahead, expireTime: noon + ahead + minutes(30) });
    const { evidence, kinds } = judged({ ...unsealed, receiveTime: noon + 800 }, given([command]));
    expect(evidence).toEqual(expected === null ? [] : [[7, expected]]);
    // an opening that proves no order was opened without right
    expect(kinds).toEqual(expected === 'confirmed' ? [] : ['illegal_unlock']);
  });
  it('what was refused, failed, expired or taken back is not proved', () => {
    const { evidence, kinds } = judged(unsealed, given([sent('unseal', { provable: false })]));
    expect([evidence, kinds]).toEqual([[[7, 'possible']], ['illegal_unlock']]);
  });
  it('the time of the deed decides, not of its telling', () => {
    const late = { ...unsealed, replay: true, receiveTime: noon + minutes(60) };
    expect(judged(late, given()).evidence).toEqual([[7, 'confirmed']]);
    expect(judged({ ...late, deviceTime: noon - minutes(5) }, given()).evidence).toEqual([]);
  });
  it('by the lock’s corrected clock', () => {
    const clock = { offset: -minutes(30), trial: null, doubt: null };
    const told = { ...unsealed, deviceTime: noon - minutes(30), receiveTime: noon };
    const behind = { ...given(), state: { lockStatus: 2 as const, clock } };
    expect(judged(told, behind).evidence).toEqual([[7, 'confirmed']]);
  });
  it('the newest of several commands is meant', () => {
    const commands = [sent('unseal', { id: 9 }), sent('unseal', { id: 12 }), sent('unseal', { id: 4 })];
    expect(judged(unsealed, given(commands)).evidence).toEqual([[12, 'confirmed']]);
  });
  it('a jammed motor contradicts the newest command, and never one that was proved', () => {
    const after = (commands: ReturnType<typeof sent>[]) =>
      judged({ fault: Fault.lockMotor }, { state: { lockStatus: 0 }, commands }).evidence;
    expect(after([sent('unseal', { id: 3 }), sent('seal', { id: 8 })])).toEqual([[8, 'contradicted']]);
    expect(after([sent('seal', { evidence: 'confirmed' })])).toEqual([]);
    expect(after([sent('seal', { evidence: 'contradicted' })])).toEqual([]);
  });
});
