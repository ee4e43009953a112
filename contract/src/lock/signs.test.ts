import { describe, expect, test } from 'vitest';
import { LockStatus } from './codes.ts';
import { commandStates } from './command.ts';
import { Connection } from './connection.ts';
import { bySeverity, commandSigns, connectionSigns, shapeIds, stageOf, stateSigns } from './signs.ts';

describe('state signs', () => {
  test('every lock status has a shape and a severity of its own', () => {
    const signs = Object.values(LockStatus).map((status) => stateSigns[status]);
    expect(new Set<string>([...signs.map((s) => s.shape), 'held'])).toEqual(new Set(shapeIds));
    expect(new Set(signs.map((s) => s.severity)).size).toBe(signs.length);
  });

  test('the worst comes first: abnormal, open, locked, sealed, initial', () => {
    expect(bySeverity).toEqual([3, 1, 0, 2, 255]);
  });

  test('every connection has its own pip', () => {
    expect(new Set(Connection.options.map((c) => connectionSigns[c].pip)).size).toBe(Connection.options.length);
  });

  test('no two words are the same in a language, so that a word alone tells the state', () => {
    for (const signs of [Object.values(stateSigns), Object.values(connectionSigns), Object.values(commandSigns)])
      for (const lang of ['zh', 'en'] as const)
        expect(new Set(signs.map((s) => s.word[lang])).size, lang).toBe(signs.length);
  });

  test('every command state has a sign, and only proof fills the tick', () => {
    for (const state of commandStates) expect(commandSigns[state].glyph, state).not.toBe('tickFilled');
    expect(commandSigns.proved.glyph).toBe('tickFilled');
  });
});

describe('stageOf', () => {
  test('an accepted command is only answered; a confirmed one is proved, even after an uncertain exchange', () => {
    expect(stageOf({ state: 'answered_ok', evidence: null })).toBe('answered_ok');
    expect(stageOf({ state: 'uncertain', evidence: 'confirmed' })).toBe('proved');
    expect(stageOf({ state: 'answered_ok', evidence: 'contradicted' })).toBe('answered_ok');
  });

  test('what only may belong to a command, and what the platform itself holds, is not called proved', () => {
    expect(stageOf({ state: 'answered_ok', evidence: 'possible' })).toBe('possible');
    expect(stageOf({ state: 'answered_fail', evidence: 'possible' })).toBe('possible');
    expect(stageOf({ state: 'answered_ok', evidence: 'held' })).toBe('held');
  });
});
