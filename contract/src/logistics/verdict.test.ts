import { describe, expect, it } from 'vitest';
import type { Fix } from '../tracks/trip.ts';
import { abnormalCauses } from './batchSteps.ts';
import { numbersOf } from './numbers.ts';
import {
  type JourneyFacts,
  type JourneyLock,
  type JourneyStep,
  minutesOf,
  type ReasonCode,
  reasonCodes,
  verdictOf,
  weightOf,
} from './verdict.ts';

const MINUTE = 60_000;
const LEFT = 1_800_000_000_000;
let id = 0;
const step = (of: Partial<JourneyStep>): JourneyStep => ({
  ...{ id: ++id, step: 0, cause: null, position_id: 1, position: 'door', at: LEFT, number: 'NB 1' },
  ...of,
});
const abnormal = (cause: JourneyStep['cause'], of: Partial<JourneyStep> = {}) => step({ step: 5, cause, ...of });
const start = { lat: 30, lon: 121.8 };
const there = { lat: 30, lon: 121 };
const stop = {
  ...{ id: 'a', address: 'Guzhu', lat: 30, lon: 121.4, radius: 300, patrol: true, planned: LEFT + 60 * MINUTE },
};
const at = { lat: stop.lat, lon: stop.lon };
const lock: JourneyLock = {
  ...{ device_id: 7, position: 'valves', runs: [], gaps: [], kept: true, read: null },
};
const door = { id: 1, position: 'door', isLock: false, sealed: false, number: 'NB 1', openStops: ['a'], due: 0 };
const off = step({ step: 2, at: LEFT + 180 * MINUTE, place: there });
/** Sealed, looked at, opened at the destination. */
const well: JourneyFacts = {
  ...{ state: 'completed', forced: false, left: LEFT, ended: LEFT + 180 * MINUTE, now: LEFT + 200 * MINUTE },
  ...{
    destination: { ...there, radius: 500 },
    stops: [stop],
    refused: [],
    cut: false,
    locks: [lock],
    plans: [],
    amended: [],
    readings: [],
  },
  positions: [door, { id: 2, position: 'valves', isLock: true, sealed: false, number: '8603', openStops: [], due: 0 }],
  steps: [
    step({}),
    step({ position_id: 2, position: 'valves', number: '8603' }),
    step({ step: 1, at: LEFT + 61 * MINUTE, place: at }),
    off,
    step({ step: 2, at: LEFT + 180 * MINUTE, position_id: 2, position: 'valves', number: '8603', place: there }),
  ],
};
const road: JourneyFacts = {
  ...well,
  state: 'in_transit',
  ended: null,
  now: LEFT + 70 * MINUTE,
  steps: well.steps.slice(0, 3),
};
const gap = (kind: 'silent' | 'no_fix' | 'asleep', minutes: number, unheard = minutes) => ({
  locks: [{ ...lock, gaps: [{ kind, from: LEFT, to: LEFT + minutes * MINUTE, unheard: unheard * MINUTE }] }],
});
const fix = (minute: number, place: { lat: number; lon: number }): Fix => ({
  ...{
    at: LEFT + minute * MINUTE,
    ...place,
    velocity: 60,
    lock_status: 2,
    receive_time: '',
    late: false,
    proved: true,
  },
  ...{ heading: null, electric: null, temperature: null },
});
/** A lock that told places, a minute each. */
const told = (from: number, ...places: { lat: number; lon: number }[]) => ({
  locks: [{ ...lock, runs: [places.map((place, nth) => fix(from + nth, place))] }],
});
/** Held to limits: 800 m for three minutes, and to stand for no more than twenty where nothing is planned. */
const limited = (since = 0) => ({
  ...{ since, places: [{ ...start, radius: 500 }, stop, { ...there, radius: 500 }] },
  limits: { off_route: { metres: 800, minutes: 3, line: [] }, long_stop: { minutes: 20 } },
});
const between = { lat: 30, lon: 121.6 };
const beside = [0, 1, 2, 3, 4].map((nth) => ({ lat: 30.1, lon: 121.6 - nth / 100 }));
const still = Array.from({ length: 22 }, () => between);
const without = (steps: readonly JourneyStep[], what: number) => steps.filter((one) => one.step !== what);
/** Looks at seals, each at a position and a place. */
const looks = (...of: [position: number, place: JourneyStep['place'], minute?: number][]): Partial<JourneyFacts> => ({
  steps: [
    ...without(well.steps, 1),
    ...of.map(([position_id, place = null, minute = 61]) =>
      step({ step: 1, at: LEFT + minute * MINUTE, position_id, place, byHand: true }),
    ),
  ],
});
const next = { ...stop, id: 'b', address: 'Keqiao', lon: 121.2, planned: LEFT + 120 * MINUTE };
const twoStops = { stops: [stop, next] };
const twoDoors = { positions: [...well.positions, { ...door, id: 3, position: 'hatch' }] };
const opened = (step_: 2 | 3, minute: number, place: JourneyStep['place'] = at) =>
  step({ step: step_, at: LEFT + minute * MINUTE, place });
const sealed = (minute: number, place: JourneyStep['place'] = at) =>
  step({ step: 0, at: LEFT + minute * MINUTE, place, number: 'NB 2' });
const judged = (change: Partial<JourneyFacts>, of = well) => {
  const { verdict, reasons } = verdictOf({ ...of, ...change });
  return { verdict, codes: reasons.map(({ code }) => code), reasons };
};
const more = (...steps: JourneyStep[]): Partial<JourneyFacts> => ({ steps: [...well.steps, ...steps] });

type Row = [string, Partial<JourneyFacts>, 'intact' | 'gap' | 'breached', ReasonCode];
const plan = (change: object = {}, to: object = {}) => ({
  destination: { ...there, radius: 500, address: 'Shangyu', ...to },
  stops: [{ ...stop, ...change }],
});
/** Planned anew after so many minutes. */
const amended = (minute: number, was: ReturnType<typeof plan>, is: ReturnType<typeof plan>): Partial<JourneyFacts> => ({
  ...{ destination: is.destination, stops: is.stops },
  amended: [{ id: 4, at: LEFT + minute * MINUTE, before: was, after: is, alone: false }],
});
const chip = (...of: [minute: number, result: 1 | 2 | 4 | 7][]): Partial<JourneyFacts> => ({
  readings: of.map(([minute, result]) => ({
    ...{ at: LEFT + minute * MINUTE, result, position: 'door', number: '86' },
    sealed: { step: 1, at: LEFT },
  })),
});
const table: Row[] = [
  ['all went as it should', {}, 'intact', 'numbers_match'],
  ['its lock stayed closed', {}, 'intact', 'lock_closed'],
  ['it was looked at', {}, 'intact', 'patrolled'],
  ...abnormalCauses.map(
    (cause): Row => [...([cause, more(abnormal(cause)), weightOf(cause) as 'gap' | 'breached', cause] as const)],
  ),
  [
    'it was off its route, and rang',
    { ...told(20, ...beside), plans: [limited()], ...more(abnormal('off_route')) },
    'gap',
    'off_route',
  ],
  ['it was off its route, and that was told late', { ...told(20, ...beside), plans: [limited()] }, 'gap', 'off_route'],
  ['it stood for long where nothing is planned', { ...told(20, ...still), plans: [limited()] }, 'gap', 'long_stop'],
  ['its lock was silent for sixteen minutes', gap('silent', 16), 'gap', 'silent'],
  ['its lock knew no place for sixteen minutes', gap('no_fix', 16), 'gap', 'no_fix'],
  ['its lock slept for longer than any may', gap('asleep', 361), 'gap', 'silent'],
  [
    ...([
      'another lock of it was silent',
      { locks: [lock, { ...gap('silent', 16).locks[0]!, device_id: 8 }] },
    ] as const),
    ...(['gap', 'silent'] as const),
  ],
  ['it told more than is read', { locks: [{ ...lock, read: LEFT + 100 * MINUTE }] }, 'gap', 'unread'],
  ['its track is gone by now', { locks: [{ ...lock, kept: false }] }, 'gap', 'track_gone'],
  ['what its lock said is not judged yet', { positions: [{ ...door, due: 1 }] }, 'gap', 'words_due'],
  ['not all of its steps were read', { cut: true }, 'gap', 'steps_cut'],
  ['a planned patrol is not on record', { steps: without(well.steps, 1) }, 'gap', 'patrol_missed'],
  ['one of two seals was looked at', { ...twoDoors, ...looks([1, at]) }, 'gap', 'patrol_missed'],
  ['both were', { ...twoDoors, ...looks([1, at], [3, at]) }, 'intact', 'patrolled'],
  ['it was looked at twice at one of two stops', { ...twoStops, ...looks([1, at], [1, at]) }, 'gap', 'patrol_missed'],
  ['and nobody knows where', { ...twoStops, ...looks([1, null]) }, 'gap', 'patrol_missed'],
  ['nobody knows where it was looked at', looks([1, null]), 'gap', 'nowhere'],
  ['nor does a lock that drove', { ...looks([1, null, 61]), ...told(60, at, next, at) }, 'gap', 'nowhere'],
  ['but a lock stood there', { ...looks([1, null, 61]), ...told(60, at, at, at) }, 'intact', 'patrolled'],
  [
    ...(['a missed patrol was planned away', { ...amended(90, plan(), plan({ patrol: false })), ...looks() }] as const),
    ...(['gap', 'patrol_missed'] as const),
  ],
  [
    'a patrol was planned anew after it was due',
    amended(90, plan(), plan({ planned: LEFT + 99 * MINUTE })),
    'gap',
    'amended',
  ],
  ['and before that', amended(50, plan(), plan({ planned: LEFT + 70 * MINUTE })), 'intact', 'patrolled'],
  [
    ...([
      'a circle was made to hold what was done outside of it',
      { ...more(opened(2, 70, next), sealed(71, next)), ...amended(90, plan(), plan({}, { lon: next.lon })) },
    ] as const),
    ...(['gap', 'amended'] as const),
  ],
  [
    ...([
      'one alone changed it where two are asked for',
      { amended: [{ id: 4, at: LEFT + MINUTE, before: plan(), after: plan(), alone: true }] },
    ] as const),
    ...(['gap', 'amended_alone'] as const),
  ],
  ['a reader closed a lock twice', chip([1, 7], [60, 7]), 'gap', 'untold'],
  ['a reader closed on the road what nobody had opened', chip([60, 2]), 'gap', 'untold'],
  ['a reader closed what was put on, opened and closed it', chip([1, 7], [60, 1], [61, 7]), 'intact', 'patrolled'],
  ['it was looked at at both', { ...twoStops, ...looks([1, at, 60], [1, next, 120]) }, 'intact', 'patrolled'],
  [
    ...([
      'a station is passed twice, and it was looked at each time',
      { stops: [stop, { ...stop, id: 'back', planned: LEFT + 120 * MINUTE }], ...looks([1, at, 60], [1, at, 120]) },
    ] as const),
    ...(['intact', 'patrolled'] as const),
  ],
  [
    ...([
      'a station is passed twice, and it was looked at twice the first time',
      { stops: [stop, { ...stop, id: 'back', planned: LEFT + 120 * MINUTE }], ...looks([1, at, 60], [1, at, 61]) },
    ] as const),
    ...(['gap', 'patrol_missed'] as const),
  ],
  ['it was looked at at no stop', looks([1, { lat: 30, lon: 121.6 }]), 'gap', 'patrol_missed'],
  [
    'a patrol without a time is not on record',
    { stops: [stop, { ...next, planned: null }], ...looks([1, at]) },
    'gap',
    'patrol_missed',
  ],
  [
    'whoever looked was not where its lock was',
    { ...looks([1, at, 61]), ...told(60, start, start, start) },
    'gap',
    'elsewhere',
  ],
  [
    'nobody comes so far in that time',
    {
      ...looks([1, at, 61]),
      steps: [step({ byHand: true, place: start }), step({ step: 1, byHand: true, place: at, at: LEFT + MINUTE }), off],
    },
    'gap',
    'too_fast',
  ],
  [
    ...([
      'it was ended by force with a seal on',
      { forced: true, positions: well.positions.map((one) => ({ ...one, sealed: true })) },
    ] as const),
    ...(['gap', 'still_sealed'] as const),
  ],
  ['a seal was replaced where it stood', more(opened(3, 70), sealed(72)), 'intact', 'resealed'],
  [
    'a seal was scrapped where it may not be opened',
    more(opened(3, 70, next), sealed(72, next)),
    'gap',
    'scrapped_off',
  ],
  ['a seal was scrapped, and nobody knows where', more(opened(3, 70, null), sealed(72, at)), 'gap', 'scrapped_off'],
  ['it was opened at a stop and sealed again elsewhere', more(opened(2, 70), sealed(110, there)), 'gap', 'stood_open'],
  ['it was sealed again, and nobody knows where', more(opened(2, 70), sealed(110, null)), 'gap', 'stood_open'],
  [
    ...([
      'it was opened at a stop, driven off and brought back',
      { ...more(opened(2, 70), sealed(110)), ...told(89, next, next) },
    ] as const),
    ...(['gap', 'stood_open'] as const),
  ],
  [
    'it was scrapped, and nothing was put on until the end',
    { steps: [step({}), opened(3, 70)], positions: [door], locks: [] },
    'gap',
    'stood_open',
  ],
  [
    'it stood open for long where it was sealed again, and no lock tells',
    { ...more(opened(2, 70), sealed(130)), locks: [] },
    'gap',
    'stood_open',
  ],
  ['a lock saw it stand all that time', more(opened(2, 70), sealed(130)), 'intact', 'patrolled'],
  ['something was refused', { refused: [{ id: 3, at: LEFT, position: 'door', number: 'NB 1' }] }, 'intact', 'refused'],
  ['it has no lock', { locks: [] }, 'intact', 'no_lock'],
];

describe('the verdict of a journey', () => {
  it.each(table)('%s', (_, change, verdict, code) => {
    const found = judged(change);
    expect(found.verdict).toBe(verdict);
    expect(found.codes).toContain(code);
  });
  it('knows every reason that there is', () => {
    expect(new Set([...table.map(([, , , code]) => code), 'open_now'])).toEqual(new Set(reasonCodes));
  });
  it('is the worst of its reasons, and those come first', () => {
    const { verdict, reasons } = judged({ ...more(abnormal('unsealed_outside')), ...gap('silent', 30) });
    expect(verdict).toBe('breached');
    const weights = reasons.map(({ weight }) => weight);
    expect(weights.slice(0, 2)).toEqual(['breached', 'gap']);
    expect(weights.at(-1)).toBe('for');
  });
  it('bears a quarter of an hour without a word, and a lock that stands and sleeps', () => {
    expect(judged(gap('silent', 15)).verdict).toBe('intact');
    expect(judged(gap('asleep', 300)).verdict).toBe('intact');
  });
  it('waits for a patrol until it is due', () => {
    expect(judged({ now: LEFT + 59 * MINUTE, steps: well.steps.slice(0, 2) }, road).codes).not.toContain(
      'patrol_missed',
    );
    expect(judged({ now: LEFT + 61 * MINUTE, steps: well.steps.slice(0, 2) }, road).verdict).toBe('gap');
  });
  it('says that it is open while it is, but where it is unloaded', () => {
    const steps = [...road.steps, opened(2, 65)];
    expect(judged({ steps }, road)).toMatchObject({ verdict: 'gap', codes: expect.arrayContaining(['open_now']) });
    const unloaded = [...road.steps, opened(2, 65, there)];
    expect(judged({ steps: unloaded }, road).codes).not.toContain('open_now');
    expect(judged({ steps: unloaded, ...told(65, there, at) }, road).codes).toContain('open_now');
  });
  it('counts each time in which it stood open', () => {
    const { reasons } = judged(more(opened(2, 70), sealed(75, next)));
    expect(reasons.find(({ code }) => code === 'stood_open')).toMatchObject({
      count: 1,
      rests_on: [expect.anything(), expect.anything()],
    });
  });
  it('rests on numbers that people read, and not on what a reader opened', () => {
    const steps = without(well.steps, 1).map((one) => ({ ...one, byReader: one.step === 2 }));
    expect(judged({ steps, stops: [] }).codes).not.toContain('numbers_match');
  });
  it('knows what a reader closed after it was taken off as open', () => {
    const of = [opened(2, 70), opened(2, 71), { ...sealed(72), byReader: true }];
    expect(judged(more({ ...of[0]!, byReader: true }, of[1]!, of[2]!)).codes).toContain('stood_open');
    expect(judged(more({ ...of[0]!, byReader: true }, of[2]!)).codes).not.toContain('stood_open');
  });
  it('says of each lock for itself whether it stayed closed, and of the best where it was', () => {
    const silent = { ...gap('silent', 60).locks[0]!, device_id: 8, position: 'left' };
    const mute = { ...gap('no_fix', 60, 2).locks[0]!, device_id: 9, position: 'roof' };
    const positions = [
      ...well.positions,
      { ...well.positions[1]!, id: 8, position: 'left', sealed: true },
      { ...well.positions[1]!, id: 9, position: 'roof', sealed: true },
    ];
    const { reasons } = judged({ positions, locks: [lock, silent, mute] });
    const of = (code: ReasonCode) => reasons.find((one) => one.code === code)?.positions;
    expect(of('silent')).toEqual(['left']);
    // it was heard all the time, and the first knew where
    expect(of('no_fix')).toBeUndefined();
    expect(of('lock_closed')).toEqual(['valves', 'roof']);
    expect(judged({ positions, locks: [mute] }).codes).toContain('no_fix');
  });
  it('does not say that a lock stayed closed which was opened on the way and sealed again', () => {
    const of = { position_id: 2, position: 'valves' };
    const { codes } = judged(more({ ...opened(2, 70), ...of }, { ...sealed(72), ...of }));
    expect(codes).not.toContain('lock_closed');
  });
  it('names the seals at which nobody looked', () => {
    const { reasons } = judged({ ...twoDoors, ...looks([1, at]) });
    expect(reasons[0]).toMatchObject({ code: 'patrol_missed', positions: ['Guzhu · hatch'], rests_on: ['stop a'] });
  });
  it('believes a person as far as the lock may have come since its last word', () => {
    // half a minute after it was a kilometre and a half away
    const near = { lat: 30, lon: at.lon + 0.0156 };
    const half = { steps: [step({ step: 1, byHand: true, place: at, at: LEFT + 60.5 * MINUTE })] };
    expect(judged({ ...half, ...told(60, near, near) }).codes).not.toContain('elsewhere');
    const asleep = {
      ...told(60, near, near).locks[0]!,
      gaps: [{ kind: 'asleep' as const, from: LEFT + 61 * MINUTE, to: LEFT + 90 * MINUTE, unheard: 0 }],
    };
    const later = { steps: [step({ step: 1, byHand: true, place: at, at: LEFT + 80 * MINUTE })] };
    expect(judged({ ...later, locks: [asleep] }).codes).toContain('elsewhere');
  });
  it('says nothing of what never left, and keeps what is wrong with it', () => {
    const draft = judged({ ...more(abnormal('refused_scan')), state: 'draft', left: null, ended: null });
    expect(draft).toMatchObject({ verdict: null, codes: expect.arrayContaining(['refused_scan']) });
  });
  it('does not say that numbers match, or that the lock stayed closed, where they do not', () => {
    expect(judged(more(abnormal('refused_scan'))).codes).not.toContain('numbers_match');
    expect(judged(more(abnormal('lock_abnormal', { position_id: 2 }))).codes).not.toContain('lock_closed');
  });
  it('names the longest gaps of a lock that speaks seldom, and all others as one', () => {
    const gaps = Array.from({ length: 240 }, (_, nth) => {
      const from = LEFT + nth * 60 * MINUTE;
      const minutes = nth % 24 === 5 ? 45 : 20;
      return { kind: 'silent' as const, from, to: from + minutes * MINUTE, unheard: minutes * MINUTE };
    });
    const silent = (of: typeof gaps) =>
      judged({ locks: [{ ...lock, gaps: of }] }).reasons.filter(({ code }) => code === 'silent');
    const alone = silent(gaps).filter(({ count }) => count === 1);
    expect(alone.map(minutesOf)).toEqual(Array.from({ length: 10 }, () => 45));
    const [others] = silent(gaps).filter(({ count }) => count > 1);
    expect(others).toMatchObject({ count: 230, from: LEFT, to: gaps.at(-1)!.to, positions: ['valves'] });
    expect(minutesOf(others!)).toBeNull();
    expect(silent(gaps)).toHaveLength(11);
    expect(silent(gaps.slice(0, 11)).map(({ count }) => count)).toEqual(Array.from({ length: 11 }, () => 1));
  });
  it('looks where a lock was at thousands of steps, and whether it was seen, by the gaps of that time alone', () => {
    let read = 0;
    const gaps = Array.from({ length: 2000 }, (_, nth) => ({
      kind: 'asleep' as const,
      from: LEFT + nth * 10 * MINUTE,
      get to() {
        read += 1;
        return LEFT + (nth * 10 + 9) * MINUTE;
      },
      unheard: 9 * MINUTE,
    }));
    const runs = gaps.map((_, nth) => [fix(nth * 10, at)]);
    const steps = Array.from({ length: 1000 }, (_, nth) =>
      step({
        step: ([1, 1, 2, 0] as const)[nth % 4]!,
        at: LEFT + nth * 20 * MINUTE,
        byHand: true,
        place: nth % 4 > 0 ? at : null,
      }),
    );
    expect(judged({ locks: [{ ...lock, gaps, runs }], steps }).codes).toContain('patrolled');
    // for each not the half of 2,000, but a dozen or two
    expect(read).toBeLessThan(1000 * 100);
  });
  it('names the rows that each reason rests on, and its time', () => {
    const wrong = abnormal('unsealed_outside', { at: LEFT + 5 * MINUTE });
    expect(judged(more(wrong)).reasons[0]).toMatchObject({
      ...{ rests_on: [`step ${wrong.id}`], from: LEFT + 5 * MINUTE, positions: ['door'], numbers: ['NB 1'], count: 1 },
    });
    expect(judged(gap('silent', 20)).reasons[0]).toMatchObject({
      rests_on: [`gap 7 ${LEFT}`],
      from: LEFT,
      to: LEFT + 20 * MINUTE,
    });
  });
});

it('names what stayed open by where it came off, not by the last that was opened', () => {
  const off = step({ step: 2, at: LEFT + 60 * MINUTE, place: at });
  const last = { at: LEFT + 180 * MINUTE, position_id: 2, position: 'valves' };
  const { reasons } = verdictOf({
    ...well,
    steps: [
      ...well.steps.filter((one) => one.step !== 2),
      off,
      step({ step: 2, ...last, place: there }),
      abnormal('not_resealed', { ...last, place: there }),
    ],
  });
  expect(reasons.find(({ code }) => code === 'not_resealed')).toMatchObject({
    ...{ positions: ['door'], from: off.at, rests_on: [`step ${off.id}`] },
  });
  // and says it once
  expect(reasons.map(({ code }) => code)).not.toContain('stood_open');
});

describe('numbers by position', () => {
  const of = (...steps: JourneyStep[]) => numbersOf([{ id: 1, position: 'door', number: 'NB 1' }], steps, true, [])[0]!;
  it('match where what was read is what was sealed', () => {
    expect(of(step({}), step({ step: 1, at: LEFT + 1 }), step({ step: 2, at: LEFT + 2 }))).toMatchObject({
      ...{ sealed: 'NB 1', looks: [{ number: 'NB 1', matches: true }], opened: { number: 'NB 1' }, result: 'matches' },
    });
  });
  it('do not where another number was read', () => {
    expect(of(step({}), abnormal('refused_scan', { at: LEFT + 1, number: 'NB 9' }))).toMatchObject({
      ...{ result: 'mismatch', looks: [{ number: 'NB 9', matches: false }] },
    });
  });
  it('say nothing good of a position where something else was wrong', () => {
    const opened = step({ step: 2, at: LEFT + 2 });
    expect(of(step({}), opened, abnormal('unsealed_outside', { at: LEFT + 2 })).result).toBe('abnormal');
    expect(of(step({}), opened, abnormal('reported', { position_id: 2 })).result).toBe('matches');
    expect(of(step({}), opened, abnormal('not_resealed', { at: LEFT + 2 })).result).toBe('matches');
  });
  it('nor of one that was opened where it may be, and driven on open', () => {
    const away = step({ step: 2, at: LEFT + 60 * MINUTE, place: at });
    const facts = {
      ...well,
      steps: [...well.steps.filter(({ step: what, position_id }) => what !== 2 || position_id !== 1), away],
    };
    const { reasons } = verdictOf(facts);
    expect(reasons.map(({ code }) => code)).toContain('stood_open');
    const doors = [{ id: 1, position: 'door', number: 'NB 1' }];
    expect(numbersOf(doors, facts.steps, true, reasons)[0]!.result).toBe('abnormal');
    expect(numbersOf(doors, well.steps, true, verdictOf(well).reasons)[0]!.result).toBe('matches');
  });
  it('name no number as the one before that is on still', () => {
    expect(of(step({}), step({ step: 2, at: LEFT + 1 }), step({ at: LEFT + 2 }))).toMatchObject({
      sealed: 'NB 1',
      before: [],
    });
  });
  it('say that what was opened is sealed again', () => {
    const opened = step({ step: 2, at: LEFT + 1 });
    expect(of(step({}), opened).opened).toMatchObject({ at: LEFT + 1, again: null });
    expect(of(step({}), opened, step({ at: LEFT + 2 })).opened).toMatchObject({ at: LEFT + 1, again: LEFT + 2 });
    expect(of(step({}), opened, step({ at: LEFT + 2 }), { ...opened, id: 9, at: LEFT + 3 }).opened).toMatchObject({
      ...{ at: LEFT + 3, again: null },
    });
  });
  it('were not read where nobody looked, and wait where nothing is on', () => {
    expect(of(step({})).result).toBe('unread');
    expect(of().result).toBe('waits');
    expect(numbersOf([{ id: 1, position: 'door', number: 'NB 1' }], [step({})], false, [])[0]!.result).toBe('waits');
  });
  it('are both on record where a seal was replaced', () => {
    expect(of(step({}), step({ step: 3, at: LEFT + 1 }), step({ number: 'NB 2', at: LEFT + 2 }))).toMatchObject({
      ...{ sealed: 'NB 2', before: ['NB 1'] },
    });
  });
});
