import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { physicalPermits } from '../personal/physicalPermits.ts';
import { lockFamilies } from './codes.ts';
import { abilities, commandKinds, movesMetal, orderKinds, passwordMistake, sayOrder } from './orderKinds.ts';

describe('every kind of order', () => {
  it.each(commandKinds)('%s has words in both languages, and arguments it can say', (kind) => {
    const { title, args } = orderKinds[kind];
    expect(title.zh).toMatch(/\p{Script=Han}/u);
    expect(title.en).toMatch(/^[A-Z][a-zA-Z -]+$/);
    expect(z.toJSONSchema(z.object(args))).toMatchObject({ type: 'object' });
  });

  it('that moves metal, resets, or changes a password or cards is never sent by a machine again', () => {
    const once = commandKinds.filter((kind) => !orderKinds[kind].again);
    expect(once).toEqual([
      'seal',
      'unseal',
      'factory_reset',
      'set_unlock_password',
      'add_cards',
      'delete_cards',
      'text',
    ]);
    expect(commandKinds.filter(movesMetal)).toEqual(['seal', 'unseal']);
  });

  it('that a machine sends once, or that gives somebody what opens a lock, leaves a doubt when no answer comes', () => {
    const doubtful = commandKinds.filter((kind) => orderKinds[kind].doubtful);
    expect(doubtful).toEqual([
      'seal',
      'unseal',
      'factory_reset',
      'set_unlock_password',
      'add_cards',
      'delete_cards',
      'text',
    ]);
  });

  it('that gives somebody what opens a lock is ticked by itself for an API key, and guarded unless it is the safe direction', () => {
    const opening = commandKinds.filter((kind) => orderKinds[kind].opens);
    expect([...physicalPermits]).toEqual([
      ...opening.map((kind) => `map:${kind}`),
      'map:unlockPassword',
      // another organisation gets the right to
      ...['assignment:add', 'assignment:update'],
      // a firmware decides what its lock obeys
      ...['firmware:publish', 'firmwareRollout:add', 'firmwareRollout:resume'],
      // it opens what nobody else does then
      'approval:unfreeze',
    ]);
    expect(opening.filter((kind) => !orderKinds[kind].guarded)).toEqual(['seal']);
  });

  it('is said with its arguments', () => {
    const said = (kind: (typeof commandKinds)[number], args: object) => sayOrder(kind, args).en;
    expect(said('restart', {})).toBe('Restart the device');
    expect(said('set_intervals', { report_interval: 30 })).toBe('Set report and sleep intervals (report every 30 s)');
    expect(said('track', { interval: 10, duration: 600 })).toBe('Track for a while (every 10 s for 600 s)');
    expect(said('set_unlock_password', {})).toBe('Set the unlock password');
  });
});

it.each(lockFamilies)('what family %s can be told is said of every kind', (family) => {
  expect(Object.keys(abilities[family]).sort()).toEqual([...commandKinds].sort());
});

it('an unlock password has 8 digits of 1-4, of a JT701 six, and none that anybody would try first', () => {
  const hhd = (password: string) => passwordMistake('hhd', password);
  for (const wrong of ['', '1234123', '123412345', '12341235', '1234123a', '１２３４１２３４'])
    expect(hhd(wrong)).toBe('unlockPassword');
  for (const weak of ['11111111', '12341234']) expect(hhd(weak)).toBe('weakPassword');
  expect(hhd('13214322')).toBeNull();
  expect(passwordMistake('jt701', '13214322')).toBe('unlockPassword');
  expect(passwordMistake('jt701', '000000')).toBe('weakPassword');
  expect(passwordMistake('jt701', '314159')).toBeNull();
});

it('an auto-seal mode is one of 0 to 5', () => {
  const taken = (mode: unknown) => z.object(orderKinds.auto_seal_mode.args).safeParse({ mode }).success;
  expect([0, 1, 2, 3, 4, 5].filter(taken)).toEqual([0, 1, 2, 3, 4, 5]);
  expect([-1, 6, 0.5, '0', null, undefined].filter(taken)).toEqual([]);
});
