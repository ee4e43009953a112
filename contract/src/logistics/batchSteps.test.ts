import { describe, expect, it } from 'vitest';
import {
  type BatchEvent,
  type BatchFacts,
  type BatchRefusal,
  type BatchStanding,
  batchEvents,
  batchStates,
  type HeardFacts,
  heard,
  lockWords,
  marks,
  positionStates,
  stepped,
} from './batchSteps.ts';

/** All that people and places can add. */
const all: BatchFacts = {
  ...{ last: false, atStart: true, photos: 2, photosAsked: 2, matches: true, authorised: true, inside: true },
  ...{
    atDestination: true,
    resealed: true,
    bySecond: true,
    witnessed: true,
    reason: true,
    mayEnd: true,
    applied: false,
  },
};
const at = (state: BatchStanding['state'], position: BatchStanding['position'] = null): BatchStanding => ({
  ...{ state, position, abnormal: false, scrapped: false },
});

/** Written by hand from the domain's rules: what is listed, and where it leads. */
const listed: [BatchStanding, BatchEvent, Partial<BatchFacts>, Partial<BatchStanding>][] = [
  [at('draft', 'waiting'), 'seal', {}, { position: 'sealed' }],
  [at('draft', 'waiting'), 'seal', { last: true }, { position: 'sealed', state: 'in_transit' }],
  [at('draft', 'sealed'), 'inspect', {}, {}],
  [at('draft', 'sealed'), 'scrap', {}, { position: 'waiting', scrapped: true }],
  [at('draft', 'sealed'), 'abnormal', {}, { abnormal: true }],
  [at('draft'), 'abnormal', {}, { abnormal: true }],
  [at('draft'), 'cancel', {}, { state: 'cancelled' }],
  [at('draft'), 'amend', {}, {}],
  [at('in_transit', 'waiting'), 'seal', {}, { position: 'sealed' }],
  [at('in_transit', 'opened'), 'seal', {}, { position: 'sealed' }],
  [at('in_transit', 'sealed'), 'inspect', {}, {}],
  [at('in_transit', 'sealed'), 'unseal', {}, { position: 'opened' }],
  [at('in_transit', 'sealed'), 'unseal', { last: true }, { position: 'opened', state: 'completed' }],
  [at('in_transit', 'sealed'), 'unseal', { inside: false }, { position: 'opened', abnormal: true }],
  [
    ...[at('in_transit', 'sealed'), 'unseal', { inside: false, atDestination: false, last: true }],
    ...[{ position: 'opened', abnormal: true }],
  ] as never,
  // at a stop where it may be opened nothing is wrong, and nothing is over
  [at('in_transit', 'sealed'), 'unseal', { atDestination: false, resealed: false, last: true }, { position: 'opened' }],
  // nor is what others left open before the last is opened at the destination
  [at('in_transit', 'sealed'), 'unseal', { resealed: false }, { position: 'opened' }],
  [
    ...[at('in_transit', 'sealed'), 'unseal', { resealed: false, last: true }],
    ...[{ position: 'opened', state: 'completed', abnormal: true }],
  ] as never,
  [at('in_transit', 'sealed'), 'scrap', {}, { position: 'waiting', scrapped: true }],
  [at('in_transit', 'waiting'), 'abnormal', {}, { abnormal: true }],
  [at('in_transit', 'sealed'), 'abnormal', {}, { abnormal: true }],
  [at('in_transit', 'opened'), 'abnormal', {}, { abnormal: true }],
  [at('in_transit'), 'abnormal', {}, { abnormal: true }],
  [at('in_transit'), 'force', {}, { state: 'completed', abnormal: true }],
  [at('draft'), 'force', {}, { state: 'cancelled', abnormal: true }],
  [at('in_transit'), 'amend', {}, {}],
];

describe('the steps of a batch', () => {
  it.each(listed)('%j %s %j', (standing, event, facts, after) => {
    expect(stepped(standing, event, { ...all, ...facts })).toEqual({ standing: { ...standing, ...after } });
  });
  const standings = batchStates.flatMap((state) => [null, ...positionStates].map((position) => at(state, position)));
  const unlisted = standings.flatMap((standing) =>
    batchEvents
      .filter(
        (event) =>
          !listed.some(([s, e]) => e === event && s.state === standing.state && s.position === standing.position),
      )
      .map((event) => [standing, event] as const),
  );
  it.each(unlisted)('%j %s is refused', (standing, event) => {
    expect(stepped(standing, event, { ...all, last: true })).toMatchObject({
      refusal: expect.stringMatching(/^batch(Step|Position)$/),
    });
  });

  const guards: [BatchStanding, BatchEvent, Partial<BatchFacts>, BatchRefusal][] = [
    [at('draft', 'waiting'), 'seal', { atStart: false }, 'batchStart'],
    [at('draft', 'waiting'), 'seal', { matches: false }, 'sealMismatch'],
    [at('draft', 'waiting'), 'seal', { photos: 1 }, 'batchPhotos'],
    [at('in_transit', 'sealed'), 'inspect', { matches: false }, 'sealMismatch'],
    [at('in_transit', 'sealed'), 'unseal', { matches: false }, 'sealMismatch'],
    [at('in_transit', 'sealed'), 'unseal', { authorised: false }, 'sealRight'],
    [at('in_transit', 'sealed'), 'unseal', { witnessed: false }, 'sealWitness'],
    [at('in_transit', 'sealed'), 'unseal', { inside: false, bySecond: false, witnessed: false }, 'sealWitness'],
    [at('in_transit', 'sealed'), 'unseal', { inside: false, reason: false }, 'batchReason'],
    [at('in_transit', 'sealed'), 'scrap', { matches: false }, 'sealMismatch'],
    [at('in_transit', 'sealed'), 'scrap', { authorised: false }, 'sealRight'],
    [at('in_transit', 'sealed'), 'scrap', { reason: false }, 'batchReason'],
    [at('in_transit', 'sealed'), 'scrap', { witnessed: false }, 'sealWitness'],
    [at('in_transit', 'sealed'), 'abnormal', { reason: false }, 'batchReason'],
    [at('in_transit', 'sealed'), 'abnormal', { photos: 0 }, 'batchPhotos'],
    [at('in_transit'), 'force', { mayEnd: false }, 'batchEnd'],
    [at('in_transit'), 'force', { reason: false }, 'batchReason'],
    [at('draft'), 'cancel', { applied: true }, 'batchApplied'],
    [at('in_transit'), 'amend', { reason: false }, 'batchReason'],
  ];
  it.each(guards)('%j %s, alone %j: %s', (standing, event, facts, refusal) => {
    expect(stepped(standing, event, { ...all, ...facts })).toEqual({ refusal });
  });
  it('one person opens where the plan asks for one, and elsewhere it takes two, of whom the one who opens may', () => {
    const sealed = at('in_transit', 'sealed');
    const one = { ...all, bySecond: false, witnessed: false, reason: false };
    expect(stepped(sealed, 'unseal', one)).toMatchObject({ standing: { position: 'opened', abnormal: false } });
    expect(stepped(sealed, 'unseal', { ...all, inside: false })).toMatchObject({
      standing: { position: 'opened', abnormal: true },
    });
    expect(stepped(sealed, 'unseal', { ...all, authorised: false, inside: false })).toEqual({ refusal: 'sealRight' });
  });
  it('what is flagged stays flagged', () => {
    const flagged = { ...at('in_transit', 'sealed'), abnormal: true, scrapped: true };
    for (const event of batchEvents) {
      const verdict = stepped(flagged, event, { ...all, last: true });
      if ('standing' in verdict) expect(verdict.standing).toMatchObject({ abnormal: true, scrapped: true });
    }
  });
});

describe('the word of a lock', () => {
  const inside: HeardFacts = {
    ...{ last: false, atDestination: true, resealed: true, atStart: true, inside: true, newest: true },
    ...{ left: false, wrong: null },
  };
  const steps = (...of: Parameters<typeof heard>) => heard(...of).steps.map(({ step, cause }) => cause ?? step);
  it('seals, opens and completes without being asked whether it may', () => {
    expect(heard(at('draft', 'waiting'), 'sealed', { ...inside, last: true })).toEqual({
      standing: at('in_transit', 'sealed'),
      steps: [{ step: 0, cause: null }],
    });
    expect(heard(at('in_transit', 'sealed'), 'unsealed', { ...inside, last: true })).toEqual({
      standing: at('completed', 'opened'),
      steps: [{ step: 2, cause: null }],
    });
    expect(heard(at('in_transit', 'opened'), 'sealed', inside).standing).toEqual(at('in_transit', 'sealed'));
    expect(heard(at('draft', 'sealed'), 'unsealed', inside).standing).toEqual(at('draft', 'waiting'));
  });
  it('says the same again without a step', () => {
    expect(steps(at('in_transit', 'sealed'), 'sealed', inside)).toEqual([]);
    expect(steps(at('in_transit', 'opened'), 'unsealed', inside)).toEqual([]);
    expect(steps(at('cancelled', 'waiting'), 'sealed', inside)).toEqual([]);
  });
  it('of an opening elsewhere, of metal that was forced and of a seal far from the start is abnormal', () => {
    expect(steps(at('in_transit', 'sealed'), 'unsealed', { ...inside, inside: false })).toEqual([
      2,
      'unsealed_outside',
    ]);
    expect(steps(at('draft', 'waiting'), 'sealed', { ...inside, atStart: false })).toEqual([0, 'sealed_elsewhere']);
    for (const state of ['draft', 'in_transit'] as const)
      expect(steps(at(state, 'sealed'), 'abnormal', inside)).toEqual(['lock_abnormal']);
  });
  it('that comes after a later one moves nothing, and says what was wrong then', () => {
    const known = at('in_transit', 'sealed');
    expect(heard(known, 'unsealed', { ...inside, newest: false })).toMatchObject({
      standing: known,
      steps: [{ step: 2 }],
    });
    expect(steps(known, 'unsealed', { ...inside, newest: false, inside: false })).toEqual([2, 'unsealed_outside']);
    expect(heard(at('draft', 'waiting'), 'sealed', { ...inside, newest: false, last: true }).standing).toEqual(
      at('draft', 'waiting'),
    );
  });
  it('never completes a batch elsewhere', () => {
    const { standing } = heard(at('in_transit', 'sealed'), 'unsealed', {
      ...inside,
      ...{ last: true, inside: false, atDestination: false },
    });
    expect(standing).toMatchObject({ state: 'in_transit', abnormal: true });
    const atStop = heard(at('in_transit', 'sealed'), 'unsealed', { ...inside, last: true, atDestination: false });
    expect(atStop.standing).toEqual(at('in_transit', 'opened'));
  });
  it('never completes it clean while something that came off on the way was not sealed again', () => {
    const ended = heard(at('in_transit', 'sealed'), 'unsealed', { ...inside, last: true, resealed: false });
    expect(ended.standing).toEqual({ ...at('completed', 'opened'), abnormal: true });
    expect(ended.steps).toEqual([
      { step: 2, cause: null },
      { step: 5, cause: 'not_resealed' },
    ]);
  });
  it('may be an opening and wrong at once, and wrong without one', () => {
    const wrong = { ...inside, wrong: 'lock_abnormal' as const };
    expect(heard(at('in_transit', 'sealed'), 'unsealed', wrong)).toEqual({
      standing: { ...at('in_transit', 'opened'), abnormal: true },
      steps: [
        { step: 2, cause: null },
        { step: 5, cause: 'lock_abnormal' },
      ],
    });
    expect(steps(at('in_transit', 'opened'), 'unsealed', wrong)).toEqual(['lock_abnormal']);
    expect(steps(at('in_transit', 'sealed'), 'unsealed', { ...inside, wrong: 'reader_abnormal' })).toEqual([
      ...[2, 'reader_abnormal'],
    ]);
    expect(steps(at('completed', 'sealed'), 'unsealed', wrong)).toEqual([2, 'late_evidence']);
    expect(steps(at('in_transit', 'sealed'), 'unsealed', { ...wrong, inside: false })).toEqual([
      2,
      'lock_abnormal',
      'unsealed_outside',
    ]);
  });
  it('of an opening in the yard contradicts a batch that has left by now', () => {
    expect(heard(at('draft', 'sealed'), 'unsealed', { ...inside, left: true })).toEqual({
      standing: { ...at('draft', 'opened'), abnormal: true },
      steps: [
        { step: 2, cause: null },
        { step: 5, cause: 'contradicts' },
      ],
    });
  });
  it('of a batch that is over by now stays with it as late evidence', () => {
    expect(steps(at('completed', 'sealed'), 'sealed', inside)).toEqual([]);
    for (const word of lockWords) {
      const { standing, steps: kept } = heard(at('completed', word === 'sealed' ? 'opened' : 'sealed'), word, inside);
      expect(standing).toMatchObject({ state: 'completed', abnormal: true });
      expect(kept.at(-1)).toEqual({ step: 5, cause: 'late_evidence' });
    }
  });
});

describe('a scan that was refused at a position', () => {
  it('says something of its batch when it is a forgery, or another number at what is sealed', () => {
    for (const position of positionStates) {
      for (const forged of ['sealReuse', 'duplicateNumber', 'unknownSeal'])
        expect(marks(forged, position, false)).toBe(true);
      expect(marks('sealMismatch', position, false)).toBe(position === 'sealed');
      for (const forgotten of ['batchPhotos', 'sealRight', 'sealPhoto', 'batchReason', 'sealWitness'])
        expect(marks(forgotten, position, false)).toBe(false);
      // whatever else was wrong with the scan of it
      for (const other of ['sealStep', 'batchPhotos', 'sealElsewhere'])
        expect(marks(other, position, true)).toBe(position === 'sealed');
    }
  });
});
