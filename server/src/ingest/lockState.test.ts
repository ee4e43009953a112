import { Fault, LockSource, LockStatus } from '@plomb/contract/lock/codes';
import type { SealModel } from '@plomb/contract/lock/operable';
import type { LockReport } from '@plomb/contract/lock/report';
import { describe, expect, it } from 'vitest';
import type { Present } from './present.ts';
import { anEvent, judged, minutes, noon, rules, sent } from './testing/reports.ts';

const { unsealedLocked, unsealedOpen, sealedLocked, abnormal, initial } = LockStatus;
const froms = [unsealedLocked, unsealedOpen, sealedLocked, abnormal, initial] as const;

const tells: Record<string, Partial<LockReport>> = {
  'sealed itself': { event: anEvent(2, LockSource.automaticSeal, 2) },
  'card seal': { event: anEvent(2, LockSource.cardSeal, 2) },
  'bluetooth seal': { event: anEvent(2, LockSource.bluetoothSeal, 2) },
  'password seal': { event: anEvent(2, LockSource.passwordSeal, 2) },
  'remote seal': { event: anEvent(2, LockSource.remoteSeal, 2) },
  closed: { event: anEvent(2, null, 0) },
  'closed and sealed': { event: anEvent(2, null, 2) },
  'remote unseal': { event: anEvent(1, LockSource.remoteUnseal, 0) },
  'password unseal': { event: anEvent(1, LockSource.passwordUnseal, 0) },
  'bluetooth unseal': { event: anEvent(1, LockSource.bluetoothUnseal, 0) },
  'card unseal': { event: anEvent(1, LockSource.cardUnseal, 0) },
  'automatic unseal': { event: anEvent(1, LockSource.automaticUnseal, 0) },
  'authorised unlock': { event: anEvent(1, LockSource.authorisedUnlock, 0) },
  opened: { event: anEvent(1, null, 1) },
  tampered: { event: anEvent(3, null, 3), fault: Fault.illegalUnlocking },
  'opened while sealed': { event: anEvent(3, null, 3), fault: Fault.illegalUnlock },
  'hall sensor': { fault: Fault.hallSensor },
  'motor stuck': { event: anEvent(0, LockSource.fault, null), fault: Fault.lockMotor },
  'lock failure': { fault: Fault.lockFailure },
  'card reader': { fault: Fault.cardReader },
  network: { fault: Fault.network },
  bluetooth: { fault: Fault.bluetooth },
  gnss: { fault: Fault.gnss },
  'other fault': { fault: Fault.other },
  'states 0': { ls: unsealedLocked },
  'states 1': { ls: unsealedOpen },
  'states 2': { ls: sealedLocked },
  'states 3': { ls: abnormal },
  'states 255': { ls: initial },
  nothing: {},
};

// Each cell: the status after, and the alarm if one rings. Columns: from 0, 1, 2, 3, 255.
const gap = 'state_gap';
const forced = 'illegal_unlocking';
const unlawful = 'illegal_unlock';
const same = ['0', '1', '2', '3', '255'];
const failed = Array.from(same, () => '3 lock_fault');
const native: Record<string, string[]> = {
  'sealed itself': ['2', '2', '2', '2', '2'],
  'card seal': ['2', `2 ${gap}`, '2', '2', '2'],
  'bluetooth seal': ['2', `2 ${gap}`, '2', '2', '2'],
  'password seal': ['2', `2 ${gap}`, '2', '2', '2'],
  'remote seal': ['2', `2 ${gap}`, '2', '2', '2'],
  closed: ['0', '0', `0 ${gap}`, '0', '0'],
  'closed and sealed': [`2 ${gap}`, '2', '2', '2', '2'],
  'remote unseal': ['0', `0 ${gap}`, '0', '0', '0'],
  'password unseal': ['0', `0 ${gap}`, '0', '0', '0'],
  'bluetooth unseal': ['0', `0 ${gap}`, '0', '0', '0'],
  'card unseal': ['0', `0 ${gap}`, '0', '0', '0'],
  'automatic unseal': ['0', `0 ${gap}`, '0', '0', '0'],
  'authorised unlock': ['0', `0 ${gap}`, '0', '0', '0'],
  opened: ['1', '1', `3 ${unlawful}`, '1', '1'],
  tampered: Array.from(same, () => `3 ${forced}`),
  'opened while sealed': Array.from(same, () => `3 ${unlawful}`),
  'hall sensor': failed,
  'motor stuck': failed,
  'lock failure': failed,
  'card reader': same,
  network: same,
  bluetooth: same,
  gnss: same,
  'other fault': same,
  'states 0': ['0', `0 ${gap}`, `0 ${gap}`, '0', '0'],
  'states 1': [`1 ${gap}`, '1', `1 ${gap}`, '1', '1'],
  'states 2': [`2 ${gap}`, `2 ${gap}`, '2', '2', '2'],
  'states 3': [`3 ${gap}`, `3 ${gap}`, `3 ${gap}`, '3', '3'],
  'states 255': same,
  nothing: same,
};
const locks = ['0', '0', '2', '0', '0'];
const unlocks = ['1', '1', '1', '1', '1'];
const platform: Record<string, string[]> = {
  ...native,
  'sealed itself': locks,
  'card seal': locks,
  'bluetooth seal': locks,
  'password seal': locks,
  'remote seal': locks,
  closed: locks,
  'closed and sealed': locks,
  'remote unseal': unlocks,
  'password unseal': unlocks,
  'bluetooth unseal': unlocks,
  'card unseal': unlocks,
  'automatic unseal': unlocks,
  'authorised unlock': unlocks,
  'states 0': ['0', '0', '2', '0', '0'],
  // with an unseal command of ours on its way the open bar is its proof and no gap
  'states 1': ['1', '1', '1', '1', '1'],
  'states 2': ['2', '2', '2', '2', '2'],
  'states 3': [`3 ${gap}`, `3 ${gap}`, `3 ${forced}`, '3', '3'],
};

const outcome = (sealModel: SealModel, from: LockStatus, told: Partial<LockReport>): string => {
  const state = { lockStatus: from, sealedByPlatform: sealModel === 'platform' && from === sealedLocked };
  const { next, kinds } = judged(told, {
    state,
    commands: [sent('seal', { id: 1 }), sent('unseal', { id: 2 })],
    given: rules({ sealModel }),
  });
  return [next.lockStatus, ...kinds].join(' ');
};

for (const [model, table] of Object.entries({ native, platform }))
  describe(`a lock of the ${model} model`, () => {
    for (const [what, cells] of Object.entries(table))
      it.each(froms.map((from, i) => [from, cells[i]]))(`in status %s ${what}: %s`, (from, expected) => {
        expect(outcome(model as SealModel, from, tells[what]!)).toBe(expected);
      });
    it('has a row for everything a lock can tell', () => {
      expect(Object.keys(table).sort()).toEqual(Object.keys(tells).sort());
    });
  });

describe('the guards', () => {
  const next = (
    state: Partial<Present>,
    told: Partial<LockReport>,
    commands: ReturnType<typeof sent>[] = [],
    given = rules(),
  ) => judged(told, { state, commands, given });
  const sealed = { lockStatus: sealedLocked };

  it('a bar pulled ten minutes after an unseal was allowed to be pulled, a second later it was not', () => {
    const pulled = { event: anEvent(1, null, 1) };
    expect(next({ ...sealed, unsealTime: noon - minutes(10) }, pulled).next.lockStatus).toBe(unsealedOpen);
    const late = next({ ...sealed, unsealTime: noon - minutes(10) - 1000 }, pulled);
    expect([late.next.lockStatus, late.next.fault, late.kinds]).toEqual([abnormal, 1010, ['illegal_unlock']]);
  });

  it('sealing again ends what the unseal allowed', () => {
    const unsealed = next(sealed, { event: anEvent(1, LockSource.cardUnseal, 0) }).next;
    expect(unsealed.unsealTime).toBe(noon);
    const again = next(unsealed, { event: anEvent(2, LockSource.automaticSeal, 2) }).next;
    expect(again.unsealTime).toBeNull();
    expect(next(again, { event: anEvent(1, null, 1) }).kinds).toEqual(['illegal_unlock']);
  });

  it('a remote unseal nobody sent follows the metal and rings 1010', () => {
    const verdict = next(sealed, { event: anEvent(1, LockSource.remoteUnseal, 0) });
    expect([verdict.next.lockStatus, verdict.next.unsealTime]).toEqual([unsealedLocked, null]);
    expect(verdict.effects.alarms).toMatchObject([{ kind: 'illegal_unlock', cleared: false, fault: 1010 }]);
  });

  it('one command allows one opening', () => {
    const done = [sent('unseal', { evidence: 'confirmed' })];
    expect(next(sealed, { event: anEvent(1, LockSource.remoteUnseal, 0) }, done).kinds).toEqual(['illegal_unlock']);
  });

  it.each([
    LockSource.passwordUnseal,
    LockSource.bluetoothUnseal,
    LockSource.cardUnseal,
    LockSource.automaticUnseal,
    LockSource.authorisedUnlock,
  ])('an unseal by %s without authorisation follows the metal and rings 1010', (source) => {
    const refused = rules({ authorised: ({ deed }) => deed !== 'unseal' });
    const verdict = next(sealed, { event: anEvent(1, source, 0) }, [], refused);
    expect([verdict.next.lockStatus, verdict.next.unsealTime, verdict.kinds]).toEqual([
      unsealedLocked,
      null,
      ['illegal_unlock'],
    ]);
  });

  it.each([LockSource.cardSeal, LockSource.bluetoothSeal, LockSource.passwordSeal])(
    'a seal by %s without authorisation is kept and rings',
    (source) => {
      const refused = rules({ authorised: ({ deed }) => deed !== 'seal' });
      const verdict = next({ lockStatus: unsealedLocked }, { event: anEvent(2, source, 2) }, [], refused);
      expect([verdict.next.lockStatus, verdict.kinds]).toEqual([sealedLocked, ['seal_without_right']]);
    },
  );

  it('a remote seal nobody sent is kept and rings; one the lock made by itself does not', () => {
    const state = { lockStatus: unsealedLocked };
    expect(next(state, { event: anEvent(2, LockSource.remoteSeal, 2) }).kinds).toEqual(['seal_without_right']);
    const never = rules({ authorised: () => false });
    expect(next(state, { event: anEvent(2, LockSource.automaticSeal, 2) }, [], never).kinds).toEqual([]);
  });

  it('the lock saying itself that an unseal was without right overrules the rule', () => {
    const event = anEvent(1, LockSource.cardUnseal, 0, { alarms: ['illegal_unlock'] });
    expect(next(sealed, { event }).next.unsealTime).toBeNull();
  });

  it('an abnormal lock is believed again only when its event and its status fit together', () => {
    const state = { lockStatus: abnormal, lockFault: 1008 };
    const odd = next(state, { event: anEvent(2, LockSource.cardSeal, 1) }).next;
    expect([odd.lockStatus, odd.fault]).toEqual([abnormal, 1008]);
    const sane = next(state, { event: anEvent(2, LockSource.cardSeal, 2) }).next;
    expect([sane.lockStatus, sane.fault]).toEqual([sealedLocked, 0]);
  });

  it("a platform's seal is gone for good once the lock was open or forced", () => {
    const state = { ...sealed, sealedByPlatform: true };
    const given = rules({ sealModel: 'platform' });
    for (const told of [{ ls: unsealedOpen }, tells.tampered!, tells['card unseal']!]) {
      const broken = next(state, told, [], given).next;
      expect(broken.sealedByPlatform).toBe(false);
      expect(next(broken, { ls: unsealedLocked }, [], given).next.lockStatus).toBe(unsealedLocked);
    }
  });

  it('a platform-sealed lock that states it is forced rings; with our command an open bar is its proof', () => {
    const state = { ...sealed, sealedByPlatform: true };
    const given = rules({ sealModel: 'platform' });
    const silent = next(state, { ls: unsealedOpen }, [], given);
    expect([silent.kinds, silent.event?.quality]).toEqual([['illegal_unlock'], 'inferred']);
    const cut = next(state, { ls: abnormal }, [], given);
    expect([cut.next.lockStatus, cut.next.fault, cut.kinds]).toEqual([abnormal, 1008, ['illegal_unlocking']]);
    const ours = next(state, { ls: unsealedOpen }, [sent('unseal')], given);
    expect([ours.kinds, ours.event?.lso, ours.evidence]).toEqual([[], 1, [[7, 'confirmed']]]);
  });

  it('a password that opens a platform-model lock while our command is on its way was our command', () => {
    const given = rules({ sealModel: 'platform' });
    const told = { event: anEvent(1, LockSource.passwordUnseal, 1) };
    expect(next(sealed, told, [sent('unseal')], given).next.lockSource).toBe(LockSource.remoteUnseal);
    expect(next(sealed, told, [], given).next.lockSource).toBe(LockSource.passwordUnseal);
  });
});
