import { Fault, LockSource, LockStatus } from '@plomb/contract/lock';
import type { LockReport } from '@plomb/contract/report';
import { describe, expect, it } from 'vitest';
import { type Accepted, hashOf, judge, keyOf } from './judge.ts';
import { anEvent, aReport, known, minutes, noon, rules, sent } from './samples.ts';

const accepted = (verdict: ReturnType<typeof judge>): Accepted => {
  if (verdict.kind !== 'store') throw new Error(`was ${verdict.kind}`);
  return verdict;
};
const judged = (state: Parameters<typeof known>[0], told: Partial<LockReport>, given = rules()) =>
  accepted(judge(known(state), aReport(told), given));
const kinds = (verdict: Accepted) => verdict.alarms.map((a) => (a.cleared ? `-${a.kind}` : a.kind));

describe('time', () => {
  const day = 86_400_000;
  it.each([
    ['a clock ten minutes ahead is believed', noon + minutes(10), 'store'],
    ['a millisecond more is not', noon + minutes(10) + 1, 'clock_future'],
    ['2099', Date.UTC(2099, 0, 1), 'clock_future'],
    ['1970', 0, 'clock_unset'],
    ['the last moment of 2019', Date.UTC(2019, 11, 31, 23, 59, 59), 'clock_unset'],
    ['no time at all', Number.NaN, 'clock_unset'],
    ['31 days back', noon - 31 * day, 'store'],
    ['longer ago than that', noon - 31 * day - 1, 'too_old'],
  ])('%s', (_, deviceTime, expected) => {
    const verdict = judge(known(), aReport({ deviceTime, receiveTime: noon }), rules());
    expect(verdict.kind === 'quarantine' ? verdict.reason : verdict.kind).toBe(expected);
  });

  it('a learnt offset does not let a clock climb into the future', () => {
    const verdict = judge(
      known({ clockOffset: minutes(10) }),
      aReport({ deviceTime: noon + minutes(11), receiveTime: noon }),
      rules(),
    );
    expect(verdict.kind).toBe('quarantine');
  });

  it('two reports of one second both count, in the order they came', () => {
    const unsealed = judged({ lockStatus: LockStatus.sealedLocked }, { event: anEvent(1, LockSource.cardUnseal, 0) });
    const pulled = judged(unsealed.next!, { event: anEvent(1, null, 1) });
    expect([pulled.next?.lockStatus, kinds(pulled)]).toEqual([LockStatus.unsealedOpen, []]);
  });
});

describe('repeats and history', () => {
  it('the same frame again is a duplicate', () => {
    const report = aReport();
    expect(judge(known({}, [], [keyOf(report, hashOf(report))]), report, rules())).toEqual({ kind: 'duplicate' });
  });

  it.each([
    ['older than the present', { deviceTime: noon - minutes(2) }],
    ['replayed', { replay: true }],
    ['of the blind-spot type', { msg_type: 2 as const }],
  ])('a report %s goes into history and moves nothing', (_, told) => {
    const verdict = judged(
      { lockStatus: LockStatus.sealedLocked },
      { ...told, event: anEvent(1, LockSource.cardUnseal, 0), electric: 5 },
    );
    expect(verdict).toMatchObject({ next: null, readings: null, replay: true, lockStatus: 0, alarms: [] });
    expect(verdict.event).toMatchObject({ lsBefore: 255, lsAfter: 0 });
  });

  it('tampering in a dead spot still rings when it is told', () => {
    const verdict = judged(
      { lockStatus: LockStatus.sealedLocked },
      { replay: true, event: anEvent(3, null, 3, { alarms: ['low_battery', 'illegal_card'] }), fault: 1008 },
    );
    expect(verdict.next).toBeNull();
    expect(kinds(verdict).sort()).toEqual(['illegal_card', 'illegal_unlocking']);
  });
});

describe('what a report changes', () => {
  it('who brought the lock into its status, and since when', () => {
    const { next } = judged(
      { lockStatus: LockStatus.sealedLocked },
      { event: anEvent(1, LockSource.cardUnseal, 0, { actor: '90025499' }) },
    );
    expect(next).toMatchObject({ lockStatus: 0, lockSince: noon, lockActor: '90025499', lockSource: 5 });
    const { next: later } = judged(next!, { deviceTime: noon + minutes(5) });
    expect(later).toMatchObject({ lockStatus: 0, lockSince: noon, lockActor: '90025499', lockSource: 5 });
  });

  it('a position without a fix, or off the earth, has no place', () => {
    const position = aReport().position!;
    expect(judged({}, { position: { ...position, fix: false } }).place).toBeNull();
    expect(judged({}, { position: { ...position, lat: 4294.9 } }).place).toBeNull();
    expect(judged({}, {}).place).toMatchObject({ lon: 121.47 });
  });

  it('a fault is a badge for as long as it is told, but stays beside an abnormal status', () => {
    const badge = judged({ lockStatus: 0 }, { fault: Fault.gnss }).next!;
    expect(badge.fault).toBe(1004);
    expect(judged(badge, {}).next?.fault).toBe(0);
    const stuck = judged({ lockStatus: 0 }, { fault: Fault.lockMotor }).next!;
    expect(judged(stuck, {}).next).toMatchObject({ lockStatus: 3, fault: 1006 });
  });

  it('a motor fault that goes on being told rings once', () => {
    const first = judged({ lockStatus: 0 }, { fault: Fault.lockMotor });
    expect(kinds(first)).toEqual(['lock_fault']);
    expect(kinds(judged(first.next!, { fault: Fault.lockMotor }))).toEqual([]);
  });

  it('what a card did wrong rings and leaves the status alone', () => {
    const verdict = judged({ lockStatus: 2 }, { event: anEvent(0, null, null, { alarms: ['card_outside_area'] }) });
    expect([verdict.next?.lockStatus, kinds(verdict)]).toEqual([2, ['card_outside_area']]);
  });
});

describe('battery', () => {
  const flow = (readings: (number | null)[], threshold = 20) => {
    let state = {};
    return readings.map((electric) => {
      const verdict = judged(state, { electric }, rules({ lowBattery: threshold }));
      state = verdict.next!;
      return kinds(verdict).join();
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
    const verdict = judged({}, { electric: 60, event: anEvent(0, null, null, { alarms: ['low_battery'] }) });
    expect([verdict.next?.lowBattery, kinds(verdict)]).toEqual([true, ['low_battery']]);
  });
});

describe('fences', () => {
  const metresOut = (lon: number) => Math.max(0, (lon - 121) * 1000);
  const given = rules({ areas: [metresOut] });
  const at = (lon: number, fix = true) => ({ position: { ...aReport().position!, lon, fix } });
  it('rings when the lock is clearly out, once, and again only after it was inside', () => {
    let state = {};
    const steps = [
      [120, ''],
      [121.05, ''],
      [121.06, 'out_of_fence'],
      [121.9, ''],
      [121.01, ''],
      [121.9, ''],
      [121, ''],
      [121.9, 'out_of_fence'],
    ] as const;
    for (const [lon, expected] of steps) {
      const verdict = judged(state, at(lon), given);
      expect(kinds(verdict).join(), String(lon)).toBe(expected);
      state = verdict.next!;
    }
  });
  it('does not listen to positions without a fix', () => {
    expect(judged({}, at(150, false), given).next?.outsideFence).toBe(false);
    expect(judged({ outsideFence: true }, at(100, false), given).next?.outsideFence).toBe(true);
  });
});

describe('evidence', () => {
  const unsealed = { event: anEvent(1, LockSource.remoteUnseal, 0) };
  const evidence = (
    command: Parameters<typeof sent>[1],
    told: Partial<LockReport> = unsealed,
    kind = 'unseal' as const,
  ) => accepted(judge(known({ lockStatus: 2 }, [sent(kind, command)]), aReport(told), rules())).evidence;

  it('a remote unseal proves the unseal command', () => {
    expect(evidence({})).toEqual({ commandId: 7, result: 'confirmed', deviceTime: noon });
  });
  it('a card does not', () => {
    expect(evidence({}, { event: anEvent(1, LockSource.cardUnseal, 0) })).toBeNull();
  });
  it('from 30 s before it was sent until a day after it expired', () => {
    const receiveTime = noon;
    const day = 24 * 3_600_000;
    expect(evidence({ sentTime: noon + 30_000 }, { ...unsealed, receiveTime })).not.toBeNull();
    expect(evidence({ sentTime: noon + 30_001 }, { ...unsealed, receiveTime })).toBeNull();
    expect(evidence({ expireTime: noon - day }, { ...unsealed, receiveTime })).not.toBeNull();
    expect(evidence({ expireTime: noon - day - 1 }, { ...unsealed, receiveTime })).toBeNull();
  });
  it('a replay proves it too, if it also happened in that time', () => {
    const replay = { ...unsealed, replay: true, receiveTime: noon };
    expect(evidence({}, { ...replay, deviceTime: noon })).not.toBeNull();
    expect(evidence({}, { ...replay, deviceTime: noon - minutes(5) })).toBeNull();
  });
  it('the newest of several commands is meant', () => {
    const verdict = judge(
      known({ lockStatus: 2 }, [sent('unseal', { id: 9 }), sent('unseal', { id: 12 }), sent('unseal', { id: 4 })]),
      aReport(unsealed),
      rules(),
    );
    expect(accepted(verdict).evidence?.commandId).toBe(12);
  });
  it('a jammed motor contradicts the newest command, and never one that was proved', () => {
    const jammed = aReport({ fault: Fault.lockMotor });
    const both = [sent('unseal', { id: 3 }), sent('seal', { id: 8 })];
    const after = (commands: typeof both) =>
      accepted(judge(known({ lockStatus: 0 }, commands), jammed, rules())).evidence;
    expect(after(both)).toMatchObject({ commandId: 8, result: 'contradicted' });
    expect(after([sent('seal', { evidence: 'confirmed' })])).toBeNull();
    expect(after([sent('seal', { evidence: 'contradicted' })])).toBeNull();
  });
});
