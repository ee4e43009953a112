import type { AlarmKind, LockAction, LockSource, LockStatus } from '@plomb/contract/lock/codes';
import type { LockReport } from '@plomb/contract/lock/report';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byDevice, judgeBatch } from './batch.ts';
import type { Item } from './deviceBatch.ts';
import { aBatch, anEvent, aReport, fencesOf, minutes, noon, rules, sent } from './testing/reports.ts';

const given = rules({ fences: fencesOf((lon) => Math.max(0, (lon - 121) * 100_000)) });
/** Each device's reports as one batch, from the state it is in. */
const run = (items: Item[], before: Given = {}) =>
  judgeBatch(byDevice(items).map(([deviceId, reports]) => ({ ...aBatch(reports, { given, ...before }), deviceId })));
type Given = NonNullable<Parameters<typeof aBatch>[1]>;
const of = (deviceId: number, report: LockReport): Item => ({ deviceId, report });

const told = fc.record({
  after: fc.integer({ min: 0, max: 600 }),
  electric: fc.option(fc.integer({ min: 0, max: 100 })),
  lon: fc.double({ min: 120.9, max: 121.1, noNaN: true }),
  fault: fc.constantFrom(0, 1004, 1005, 1006, 1008, 1010, 9999),
  ls: fc.option(fc.constantFrom<LockStatus[]>(0, 1, 2, 3)),
  event: fc.option(
    fc.record({
      lst: fc.constantFrom<LockAction[]>(0, 1, 2, 3),
      lso: fc.option(fc.constantFrom<LockSource[]>(1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)),
      ls: fc.option(fc.constantFrom<LockStatus[]>(0, 1, 2, 3)),
      alarms: fc.subarray<AlarmKind>(['illegal_card', 'wrong_password', 'low_battery']),
    }),
  ),
});
type Told = typeof told extends fc.Arbitrary<infer T> ? T : never;
const reportOf = ({ after, electric, lon, fault, ls, event }: Told, changes: Partial<LockReport> = {}): LockReport => {
  const deviceTime = noon + after * 1000;
  return aReport({
    deviceTime,
    receiveTime: noon + minutes(12),
    electric,
    fault: fault as LockReport['fault'],
    ls,
    event: event && anEvent(event.lst, event.lso, event.ls, { alarms: event.alarms }),
    position: { ...aReport().position!, lon },
    ...changes,
  });
};

describe('whatever locks report', () => {
  it('the same reports again, anywhere after the first time, change nothing', () => {
    fc.assert(
      fc.property(fc.array(told, { minLength: 1, maxLength: 8 }), fc.infiniteStream(fc.nat()), (all, picks) => {
        const reports = all.map((r) => reportOf(r));
        const repeated = reports.flatMap((report, i) => {
          const again = reports[(picks.next().value ?? 0) % (i + 1)]!;
          return [of(1, report), of(1, again)];
        });
        const once = run(reports.map((report) => of(1, report)));
        const twice = run(repeated);
        expect({ ...twice, duplicates: 0 }).toEqual(once);
        expect(twice.duplicates).toBe(reports.length);
      }),
    );
  });

  it('devices have nothing to do with each other', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(1, 2), told)), (all) => {
        const items = all.map(([id, r]) => of(id, reportOf(r)));
        const [first, second] = [1, 2].map((id) => items.filter((item) => item.deviceId === id));
        const mixed = run(items);
        expect(run([...second!, ...first!])).toEqual(mixed);
        expect(mixed.devices).toEqual([...run(first!).devices, ...run(second!).devices]);
      }),
    );
  });

  it('the present never carries a time older than one it had, nor one after its report came', () => {
    fc.assert(
      fc.property(fc.array(told, { minLength: 1 }), (all) => {
        const items = all.map((r) => of(1, reportOf(r)));
        const newest = Math.max(noon - minutes(1), ...items.map((i) => i.report.deviceTime));
        expect(run(items).devices[0]?.present.presentTime).toBe(newest);
      }),
    );
  });
});

describe('a batch', () => {
  it('counts what rings several times as one alarm', () => {
    const jab = (s: number) =>
      of(1, aReport({ deviceTime: noon + s * 1000, event: anEvent(0, null, null, { alarms: ['wrong_password'] }) }));
    expect(run([jab(0), jab(5), jab(9)], { given: rules() }).alarms).toMatchObject([
      { kind: 'wrong_password', hits: 3, firstTime: noon, lastTime: noon + 9000, cleared: false },
    ]);
  });

  it('proves a command once, however often the lock was opened', () => {
    const commands = [sent('unseal')];
    const opened = (s: number) => of(1, aReport({ deviceTime: noon + s * 1000, event: anEvent(1, 1, 0) }));
    const effects = run([opened(0), opened(5)], { commands, state: { lockStatus: 2 } });
    expect(effects.evidence.map((e) => e.evidence?.at)).toEqual([noon]);
    expect(effects.alarms.map((a) => a.kind)).toEqual(['illegal_unlock']);
  });

  it('keeps a reading until a newer one says otherwise', () => {
    const effects = run([
      of(1, aReport({ electric: 71, temperature: 20, cid: 5, lac: 6 })),
      of(
        1,
        aReport({ deviceTime: noon + 1000, electric: null, temperature: 21, cid: null, lac: null, position: null }),
      ),
    ]);
    expect(effects.devices[0]?.readings).toMatchObject({ electric: 71, temperature: 21, cid: 5, lac: 6, fix: true });
    expect(effects.devices[0]?.readings?.place).toMatchObject({ lon: 121.47 });
  });
});
