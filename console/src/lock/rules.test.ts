import { expect, it } from 'vitest';
import { dictionaryOf, useWords } from '../platform/dictionaries.ts';
import { actorWord, faultWord, sourceWord } from './codes.ts';
import { isMoving, windOf } from './heading.ts';
import { refusalOf } from './operable.ts';
import { pressKey } from './pressKey.ts';
import { isReasonEnough, reasonText } from './reason.ts';
import { shortTime } from './shortTime.ts';
import { waitOf } from './wake.ts';

const lock = (lock_status: 0 | 1 | 2 | 3 | 255, electric: number | null = 80) => ({
  family: 'hhd' as const,
  lock_status,
  electric,
  fresh: true,
});

it.each([
  ['unseal', lock(2), null, null],
  ['unseal', lock(2), { kind: 'unseal', state: 'queued' }, 'oneLivePhysicalCommand'],
  ['unseal', lock(2), { kind: 'seal', state: 'queued' }, null],
  ['unseal', lock(2), { kind: 'seal', state: 'sent' }, 'oneLivePhysicalCommand'],
  ['unseal', lock(2, 5), null, 'batteryTooLow'],
  ['unseal', lock(2, null), null, null],
  ['unseal', lock(1), null, 'alreadyUnsealed'],
  ['unseal', lock(0), null, 'alreadyUnsealed'],
  ['unseal', lock(3), null, null],
  ['seal', lock(0, 3), null, null],
  ['seal', lock(2), null, 'alreadySealed'],
  ['seal', lock(1), null, 'closeShackleFirst'],
] as const)('%s with %o, under way %o: %s', (kind, of, underWay, refusal) => {
  expect(refusalOf(kind, of, underWay)).toBe(refusal);
});

it('makes one sentence of the chosen reason and the details, long enough for the server', () => {
  const join = (reason: string, details: string): string => `${reason}：${details}`;
  expect(reasonText('customs', '海关查验', ' 单号 2332 ', join)).toBe('海关查验：单号 2332');
  expect(reasonText('customs', '海关查验', ' ', join)).toBe('海关查验');
  expect(reasonText('other', '其他', '押运员要求', join)).toBe('押运员要求');
  expect(reasonText(null, '', 'anything', join)).toBe('');
  expect(['海关查验', '押运员要求', '海关查验: 单号', '   a   '].map(isReasonEnough)).toEqual([
    false,
    false,
    true,
    false,
  ]);
});

it('gives each press of the button a key of its own that the contract takes', () => {
  const keys = Array.from({ length: 50 }, pressKey);
  expect(new Set(keys).size).toBe(50);
  for (const key of keys) expect(key).toMatch(/^[\w-]{8,64}$/);
});

it('says why a queued command waits', () => {
  const queued = { state: 'queued', expire_time: '2026-11-21T05:00:00Z' } as const;
  const sleeper = (sleep_interval: number) => ({ seen_time: '2026-11-21T04:00:00Z', sleep_interval });
  expect(waitOf(queued, sleeper(1800), 'online')).toBeNull();
  expect(waitOf(queued, sleeper(1800), 'sleeping')).toEqual({ why: 'wake', by: Date.parse('2026-11-21T04:30:00Z') });
  expect(waitOf(queued, sleeper(7200), 'sleeping')).toEqual({ why: 'wakeLate' });
  expect(waitOf(queued, sleeper(1800), 'late')).toEqual({ why: 'offline' });
  expect(waitOf({ ...queued, state: 'sent' }, sleeper(1800), 'sleeping')).toBeNull();
});

it('calls a lock moving only while its word is fresh and its speed more than trembling', () => {
  expect([0, 2.9, 3, null].map((velocity) => isMoving({ velocity }, 'online'))).toEqual([false, false, true, false]);
  for (const connection of ['sleeping', 'late', 'offline'] as const)
    expect(isMoving({ velocity: 62 }, connection)).toBe(false);
});

it.each([
  [0, 'n'],
  [22, 'n'],
  [23, 'ne'],
  [180, 's'],
  [359, 'n'],
  [-90, 'w'],
])('%i° is %s', (degrees, wind) => expect(windOf(degrees)).toBe(wind));

it('has a word for every code, and says of one it does not know what it can', () => {
  const { all } = useWords.getInitialState();
  const [sources, faults] = [dictionaryOf(all, 'msg_lso', 'en'), dictionaryOf(all, 'fault', 'en')];
  expect([5, 2, null].map((code) => sourceWord(sources, code))).toEqual(['RFID card unseal', '', '']);
  expect([1006, 0, 1007].map((code) => faultWord(faults, code))).toEqual(['Lock motor fault 1006', '', '1007']);
});

it('shortens a time by what today makes plain', () => {
  const now = new Date(2026, 10, 21, 12, 0).getTime();
  const of = (...args: [number, number, number, number, number]): string =>
    shortTime(new Date(...args).toISOString(), now);
  expect([of(2026, 10, 21, 9, 5), of(2026, 10, 20, 9, 5), of(2025, 10, 20, 9, 5)]).toEqual([
    '09:05',
    '11-20 09:05',
    '2025-11-20 09:05',
  ]);
});

it('calls the number of a card one, and leaves names alone', () => {
  const card = (number: string): string => `Card ${number}`;
  expect(actorWord('98285917', 5, card)).toBe('Card 98285917');
  expect(actorWord('98285917', 9, card)).toBe('Card 98285917');
  expect(actorWord('', 5, card)).toBe('');
  expect(actorWord('13800000000', 3, card)).toBe('13800000000');
  expect(actorWord('Zhou Min', 12, card)).toBe('Zhou Min');
});
