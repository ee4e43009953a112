import { describe, expect, it } from 'vitest';
import type { Fix } from '../tracks/trip.ts';
import { judgedAgain, judgedFrom, VERDICT_RULES } from './judged.ts';
import type { JourneyFacts, JourneyLock, JourneyStep } from './verdict.ts';

const MINUTE = 60_000;
const LEFT = 1_800_000_000_000;
const NOW = LEFT + 60 * MINUTE;
const here = { lat: 30, lon: 121.4 };
const told = (...minutes: number[]): Pick<JourneyLock, 'runs'> => ({
  runs: [minutes.map((minute) => ({ ...here, at: LEFT + minute * MINUTE }) as unknown as Fix)],
});
const lock: JourneyLock = { device_id: 7, position: 'valves', gaps: [], kept: true, read: null, ...told(0, 59) };
const silent = { kind: 'silent' as const, from: LEFT, to: LEFT + 40 * MINUTE, unheard: 40 * MINUTE };
const look: JourneyStep = {
  ...{ id: 3, step: 1, cause: null, position_id: 1, position: 'door', at: NOW, number: 'NB 1', place: here },
};
const road: JourneyFacts = {
  ...{ state: 'in_transit', forced: false, left: LEFT, ended: null, now: NOW, refused: [], cut: false, steps: [] },
  ...{ destination: { lat: 30, lon: 121, radius: 500 }, stops: [], locks: [lock], plans: [] },
  ...{ amended: [], readings: [] },
  positions: [
    { id: 1, position: 'door', isLock: false, sealed: true, number: 'NB 1', openStops: [], due: 0 },
    { id: 2, position: 'valves', isLock: true, sealed: true, number: '8603', openStops: [], due: 0 },
  ],
};
const over: JourneyFacts = { ...road, state: 'completed', ended: NOW };
const gone: JourneyFacts = { ...over, locks: [{ ...lock, runs: [], kept: false }], now: NOW + 1 };
const judged = (facts: JourneyFacts) => judgedFrom(facts, null, true).judged!;
const codes = ({ reasons }: { reasons: readonly { code: string }[] }) => reasons.map(({ code }) => code);

describe('a verdict is judged again', () => {
  const minutes = (facts: Partial<JourneyFacts>) => {
    const at = judgedAgain({ ...road, ...facts }, judged({ ...road, ...facts }).reasons);
    return at === null ? null : (at - NOW) / MINUTE;
  };
  it.each<[string, number | null, Partial<JourneyFacts>]>([
    ['when its lock would be silent', 14, {}],
    ['when a patrol is due', 5, { stops: [{ ...patrol(5) }] }],
    ['soon, where something stands open', 1, { positions: [{ ...road.positions[0]!, sealed: false }] }],
    ['soon, where no lock has spoken since somebody did something', 1, { steps: [{ ...look, byHand: true }] }],
    ['at once, where a word waits', 1 / 6, { positions: [{ ...road.positions[1]!, due: 1 }] }],
    ['now and then, where nothing of it has a time', 15, { locks: [] }],
    ['once more when what its lock told of its last minutes is in', 15, { state: 'completed', ended: NOW }],
    ['never, once that is in', null, { state: 'completed', ended: NOW - 15 * MINUTE }],
  ])('%s', (_, at, facts) => expect(minutes(facts)).toBe(at));
  function patrol(minute: number) {
    return { ...here, id: 'a', address: 'Guzhu', radius: 300, patrol: true, planned: NOW + minute * MINUTE };
  }
  it('and never where it has not left', () => expect(judgedAgain({ ...road, left: null }, [])).toBeNull());
});

describe('a track that can be read no more', () => {
  it('makes no gap of what was judged while it could', () => {
    const was = judged(over);
    expect([was.verdict, was.rules]).toEqual(['intact', VERDICT_RULES]);
    expect(judgedFrom(gone, was, false)).toEqual({ judged: was, kept: true, reasons: was.reasons });
    // and that nobody ever judged it so cannot be told any more
    expect(judged(gone)).toMatchObject({ verdict: 'gap' });
  });
  it('heals nothing either: the silence that was a gap stays one', () => {
    const was = judged({ ...over, locks: [{ ...lock, gaps: [silent] }] });
    const { judged: now } = judgedFrom(gone, was, true);
    expect([now!.verdict, codes(now!)]).toEqual(['gap', ['silent']]);
  });
  it('and what is told since is judged with what was known of it', () => {
    const was = judged(over);
    const forced = { ...look, step: 5 as const, cause: 'late_evidence' as const, position_id: 2, position: 'valves' };
    const { judged: now, kept } = judgedFrom({ ...gone, steps: [forced] }, was, true);
    expect([kept, now!.verdict, codes(now!)]).toEqual([true, 'breached', ['late_evidence']]);
    // judged once more it says the same
    expect(codes(judgedFrom({ ...gone, steps: [forced] }, now, true).judged!)).toEqual(['late_evidence']);
  });
  it('is a gap of a lock that could not be read when it was judged', () => {
    const was = judged(gone);
    expect(judgedFrom(gone, was, false)).toMatchObject({ kept: false, judged: { verdict: 'gap' } });
  });
});

it('a batch that never left is not judged, but what is wrong with it is told', () => {
  const draft = {
    ...road,
    state: 'draft' as const,
    left: null,
    refused: [{ id: 1, at: NOW, position: 'door', number: 'X' }],
  };
  const { judged: none, reasons } = judgedFrom(draft, null, true);
  expect([none, reasons.map(({ code }) => code)]).toEqual([null, ['refused']]);
});

describe('a batch that is over and was judged when all was in', () => {
  const later = { ...over, now: NOW + 20 * MINUTE };
  const otherwise = { ...later, locks: [{ ...lock, gaps: [silent], runs: [] }] };
  it('stays as it was judged, whatever is thought of its lock by now', () => {
    const was = judged(later);
    expect(judged(otherwise)).toMatchObject({ verdict: 'gap' });
    expect(judgedFrom(otherwise, was, false)).toMatchObject({ judged: was, reasons: was.reasons });
  });
  it.each<[string, Partial<ReturnType<typeof judged>>, boolean]>([
    ['but for what is told of it', {}, true],
    ['but for other rules', { rules: 0 }, false],
    ['but where it was judged before that', { at: NOW + 14 * MINUTE }, false],
  ])('%s', (_, more, told) => {
    expect(judgedFrom(otherwise, { ...judged(later), ...more }, told)).toMatchObject({ judged: { verdict: 'gap' } });
  });
});
