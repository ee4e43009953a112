import { describe, expect, it } from 'vitest';
import { type LockInput, type LockState, type LockTraits, newLock, patience, step } from './lock.ts';
import { factorySettings } from './settings.ts';

const hhd: LockTraits = { knowsSeal: true, sealsOnClosing: false, resealAfter: 60_000 };
const automatic: LockTraits = { ...hhd, sealsOnClosing: true };
const jointech: LockTraits = { knowsSeal: false, sealsOnClosing: false, resealAfter: 60_000 };
const sealed = newLock({ sealed: true });
const unsealed = newLock({ motor: 'released', releasedAt: 1000 });
const open = newLock({ shackle: 'open', motor: 'released' });
const card = { by: 'card', actor: '00123456' } as const;
const platform = { by: 'platform', actor: 'admin' } as const;

/** It holds one card and an area, a square of a degree. */
const keeps = (confined: boolean): LockState => {
  const corners = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ] as const;
  return newLock({ settings: { ...factorySettings, cards: ['1'], areas: [{ number: 4, corners }], confined } });
};
const swipe = (number: string, at: number): LockInput => ({ do: 'swipe', card: number, at: [at, at] });

type Row = [name: string, LockTraits, LockState, LockInput, at: number, told: string[], Partial<LockState>];

const rows: Row[] = [
  ['a sealed lock is pulled open', hhd, sealed, { do: 'open' }, 0, ['forced open'], { shackle: 'open', sealed: false }],
  [
    'an unsealed lock is pulled open',
    hhd,
    unsealed,
    { do: 'open' },
    0,
    ['opened'],
    { shackle: 'open', releasedAt: null },
  ],
  ['an open lock is opened', hhd, open, { do: 'open' }, 0, [], { shackle: 'open' }],
  [
    'closing alone seals nothing',
    hhd,
    open,
    { do: 'close' },
    0,
    ['closed'],
    { shackle: 'closed', motor: 'released', sealed: false },
  ],
  [
    'closing seals in automatic mode',
    automatic,
    open,
    { do: 'close' },
    0,
    ['sealed on closing'],
    { motor: 'locked', sealed: true },
  ],
  ['closing locks a Jointech lock', jointech, open, { do: 'close' }, 0, ['closed'], { motor: 'locked', sealed: false }],
  [
    'closing with a jammed motor',
    jointech,
    { ...open, jams: true },
    { do: 'close' },
    0,
    ['motor stuck'],
    { motor: 'stuck' },
  ],
  ['a closed lock is closed', hhd, sealed, { do: 'close' }, 0, [], { sealed: true }],
  [
    'sealed by card',
    hhd,
    unsealed,
    { do: 'seal', ...card },
    0,
    ['sealed'],
    { motor: 'locked', sealed: true, releasedAt: null },
  ],
  [
    'sealing jams',
    hhd,
    { ...unsealed, jams: true },
    { do: 'seal', ...platform },
    0,
    ['motor stuck'],
    { motor: 'stuck', sealed: false },
  ],
  [
    'unsealed by the platform',
    hhd,
    sealed,
    { do: 'unseal', ...platform },
    7,
    ['unsealed'],
    { motor: 'released', sealed: false, releasedAt: 7 },
  ],
  ['unsealed while open', hhd, open, { do: 'unseal', ...platform }, 7, ['unsealed'], { releasedAt: null }],
  [
    'nobody pulled it out',
    hhd,
    unsealed,
    { do: 'wait' },
    61_000,
    ['sealed again'],
    { motor: 'locked', sealed: true, releasedAt: null },
  ],
  [
    'a Jointech lock locks again',
    jointech,
    unsealed,
    { do: 'wait' },
    61_000,
    ['sealed again'],
    { motor: 'locked', sealed: false },
  ],
  ['there is still time to pull', hhd, unsealed, { do: 'wait' }, 60_999, [], { motor: 'released' }],
  ['a sealed lock waits', hhd, sealed, { do: 'wait' }, 1e9, [], { sealed: true }],
  ['the shell is opened', hhd, sealed, { do: 'tamper' }, 0, ['tampered'], { cover: 'open', sealed: true }],
  ['the shell is opened further', hhd, { ...sealed, cover: 'open' }, { do: 'tamper' }, 0, [], { cover: 'open' }],
  ['the rope is cut', jointech, sealed, { do: 'cut' }, 0, ['cut'], { cut: true }],
  [
    'repaired',
    hhd,
    { ...sealed, cover: 'open', cut: true, motor: 'stuck' },
    { do: 'mend' },
    0,
    [],
    { cover: 'closed', cut: false, motor: 'released' },
  ],
  [
    'the battery falls below its threshold',
    hhd,
    { ...sealed, battery: 21 },
    { do: 'battery', percent: 20 },
    0,
    ['battery low'],
    { battery: 20 },
  ],
  ['it falls further', hhd, { ...sealed, battery: 20 }, { do: 'battery', percent: 19 }, 0, [], { battery: 19 }],
  [
    'it falls at once',
    hhd,
    { ...sealed, battery: 90 },
    { do: 'battery', percent: 3 },
    0,
    ['battery low', 'battery empty'],
    { battery: 3 },
  ],
  ['a wrong password', hhd, sealed, { do: 'wrong password' }, 0, [], { wrongPasswords: 1 }],
  [
    'one wrong password too many',
    hhd,
    { ...sealed, wrongPasswords: patience - 1 },
    { do: 'wrong password' },
    0,
    ['too many wrong passwords'],
    { wrongPasswords: patience },
  ],
  [
    'a foreign card',
    hhd,
    sealed,
    { do: 'card', deed: 'unseal', card: '1', verdict: 'unregistered' },
    0,
    ['card refused'],
    { sealed: true },
  ],
  ['a card it holds', jointech, keeps(false), swipe('1', 0), 9, ['unsealed'], { motor: 'released', releasedAt: 9 }],
  ['a card it does not hold', jointech, keeps(false), swipe('2', 0.5), 0, ['card refused'], { motor: 'locked' }],
  ['a card inside the areas', jointech, keeps(true), swipe('1', 0.5), 0, ['unsealed'], { motor: 'released' }],
  ['a card outside the areas', jointech, keeps(true), swipe('1', 2), 0, ['card refused'], { motor: 'locked' }],
  ['another card inside the areas', jointech, keeps(true), swipe('2', 0.5), 0, ['card refused'], { motor: 'locked' }],
  ['touched in its sleep', hhd, sealed, { do: 'wake', from: 'touch' }, 0, ['woken'], { sealed: true }],
];

describe('the lock', () => {
  it.each(rows)('%s', (_, traits, before, input, at, told, after) => {
    const done = step(before, input, at, traits);
    expect(done.happened.map((one) => one.what)).toEqual(told);
    expect(done.state).toMatchObject(after);
    expect(done.refused).toBeUndefined();
  });

  it.each([
    ['sealing an open lock', open, { do: 'seal', ...platform }, 'open'],
    ['sealing with a stuck motor', newLock({ motor: 'stuck' }), { do: 'seal', ...platform }, 'stuck'],
    ['unsealing with a stuck motor', newLock({ motor: 'stuck' }), { do: 'unseal', ...platform }, 'stuck'],
  ] as const)('refuses %s and stays as it is', (_, before, input, why) => {
    expect(step(before, input, 0, hhd)).toEqual({ state: before, happened: [], refused: why });
  });

  it('names who moved it', () => {
    expect(step(sealed, { do: 'unseal', ...card }, 0, hhd).happened).toEqual([{ what: 'unsealed', ...card }]);
  });

  it('says in which area a confined card opened it, and why another did not', () => {
    const told = (lock: LockState, input: LockInput) => step(lock, input, 0, jointech).happened[0];
    expect(told(keeps(true), swipe('1', 0.5))).toMatchObject({ by: 'card', actor: '1', area: 4 });
    expect(told(keeps(false), swipe('1', 0.5))).not.toHaveProperty('area');
    expect(told(keeps(true), swipe('1', 2))).toMatchObject({ card: '1', verdict: 'outside area' });
    expect(told(keeps(true), swipe('2', 0.5))).toMatchObject({ card: '2', verdict: 'unregistered' });
  });

  it('forgives wrong passwords after a right opening', () => {
    const after = step({ ...sealed, wrongPasswords: 3 }, { do: 'unseal', ...platform }, 0, hhd).state;
    expect(after.wrongPasswords).toBe(0);
  });
});
