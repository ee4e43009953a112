import { lockFamilies } from '@plomb/contract/lock/codes';
import { isGbk } from '@plomb/contract/lock/gbk';
import { sealModel } from '@plomb/contract/lock/operable';
import { abilities, argsMistake, commandKinds } from '@plomb/contract/lock/orderKinds';
import { hhd as messages } from '@plomb/protocols/hhd/messages';
import { decodeUplink } from '@plomb/protocols/jointech/uplink';
import { jointech808 as jointechMessages } from '@plomb/protocols/jointech808/messages';
import { readText, writeText } from '@plomb/protocols/kit/text';
import { describe, expect, it } from 'vitest';
import type { Instruction } from '../kit/ports.ts';
import { hhd } from './hhd.ts';
import { jointech808 } from './jointech808.ts';
import { jt701 } from './jt701.ts';
import type { Instructed808 } from './profile.ts';
import { profiles } from './profiles.ts';

const square = [
  [121.47, 31.23],
  [121.48, 31.23],
  [121.48, 31.24],
] as [number, number][];
const polygon: Extract<Instruction, { kind: 'set_area' }>['args'] = {
  number: 3,
  name: 'North gate',
  area: { shape: 'polygon', points: square },
};

/** One of each kind, fit for every family that can be told it. */
const samples: { [K in Instruction['kind']]: Extract<Instruction, { kind: K }> } = {
  seal: { kind: 'seal', user: 'admin' },
  unseal: { kind: 'unseal', user: 'admin', password: { by: 'static', text: '888888' } },
  query_info: { kind: 'query_info', args: {} },
  query_parameters: { kind: 'query_parameters', args: {} },
  query_location: { kind: 'query_location', args: {} },
  set_intervals: { kind: 'set_intervals', args: { report_interval: 30, sleep_interval: 600 } },
  set_low_battery: { kind: 'set_low_battery', args: { percent: 25 } },
  auto_seal_mode: { kind: 'auto_seal_mode', args: { mode: 2 } },
  restart: { kind: 'restart', args: {} },
  clear_cache: { kind: 'clear_cache', args: {} },
  factory_reset: { kind: 'factory_reset', args: {} },
  set_unlock_password: { kind: 'set_unlock_password', password: '314159', old: '888888' },
  add_cards: { kind: 'add_cards', args: { cards: ['12345678', '87654321'] } },
  delete_cards: { kind: 'delete_cards', args: { cards: ['12345678'] } },
  query_cards: { kind: 'query_cards', args: { page: 2 } },
  set_area: { kind: 'set_area', args: polygon },
  delete_area: { kind: 'delete_area', args: { number: 3, shape: 'polygon' } },
  confine_cards: { kind: 'confine_cards', args: {} },
  release_cards: { kind: 'release_cards', args: {} },
  track: { kind: 'track', args: { interval: 10, duration: 600 } },
  text: { kind: 'text', args: { text: '请到 7 号门' } },
};
const words = (instruction: Instruction): string => {
  const order = jt701.instruct(instruction);
  return order ? `${order.words.join(' ')} ${Buffer.from(order.bytes).toString()}` : '';
};

describe.each(lockFamilies)('the profile of family %s', (family) => {
  it.each(commandKinds)('has bytes for %s just when the contract says so', (kind) => {
    const instruction = samples[kind];
    const profile = profiles[family];
    const order = profile.wire === 'jt808' ? profile.instruct(instruction, 2013) : profile.instruct(instruction);
    // a seal that the platform holds by its own word is never sent
    const isHeld = sealModel[family] === 'platform' && kind === 'seal';
    expect(order !== null).toBe(abilities[family][kind] !== 'no' && !isHeld);
    const args = 'args' in instruction ? instruction.args : {};
    if (abilities[family][kind] !== 'no') expect(argsMistake(family, kind, args as never)).toBeNull();
  });
});

it('writes just the characters that a text and the name of an area may have', () => {
  const lost: string[] = [];
  for (let point = 0x20; point <= 0x2ffff; point++) {
    // private use is no text, whatever the bytes
    const character = String.fromCodePoint(point);
    if (/[\p{Cc}\p{Cs}\p{Co}\p{Cn}]/u.test(character)) continue;
    if (isGbk(character) !== (readText(writeText(character)) === character)) lost.push(character);
  }
  expect(lost).toEqual([]);
});

it.each(['hhd', 'jointech808', 'jt701'] as const)('takes no text for a %s that its character set has not', (family) => {
  const named = (name: string) => argsMistake(family, 'set_area', { ...polygon, name } as never);
  const said = (text: string) => argsMistake(family, 'text', { text } as never);
  expect([said('请到 7 号门 €'), named('北门')]).toEqual([null, null]);
  expect([said('Gate 7 🚛'), said('ประตู 7')]).toEqual(Array(2).fill({ field: 'text', message: 'unwritable' }));
  expect(named('Brána č. 7')).toEqual({ field: 'name', message: 'unwritable' });
});

/** An order in a message; null: none, or one in a text. */
const messageOf = (profile: typeof hhd, instruction: Instruction, version: 2013 | 2019): Instructed808 | null => {
  const order = profile.instruct(instruction, version);
  return order && 'id' in order ? order : null;
};

it.each([
  ['hhd', 2013],
  ['hhd', 2019],
  ['jointech808', 2013],
  ['jointech808', 2019],
] as const)('%s orders are messages of the %i edition, read as they were written', (family, version) => {
  for (const kind of commandKinds) {
    const order = messageOf({ hhd, jointech808 }[family], samples[kind], version);
    if (!order) continue;
    const set = { hhd: messages, jointech808: jointechMessages as unknown as typeof messages }[family];
    const message = set.decode(order.id, version, order.body);
    expect(message.kind).not.toBe('unknown');
    expect(Buffer.from(set.encode(message, version))).toEqual(Buffer.from(order.body));
  }
});

it.each([
  ['query_info', { text: { word: 'BASE', number: 1, fields: [] } }],
  ['unseal', { id: 0x8500, body: Buffer.of(0), told: false }],
  ['restart', { id: 0x8105, body: Buffer.of(4), told: false }],
  ['set_intervals', { id: 0x8103, told: false }],
] as const)('jointech808 %s is the standard’s, or a text', (kind, order) => {
  expect(jointech808.instruct(samples[kind], 2013)).toMatchObject(order);
});

it('jointech808: whatever a text answers is told as it came', () => {
  const text = { id: '790000000001', direction: 2, serial: '017', word: 'BASE', number: 1 } as const;
  expect(jointech808.answerText?.({ ...text, fields: ['JT709A', 'V2.1'] })).toEqual({
    result: 'ok',
    told: { info: { text: 'JT709A,V2.1' } },
  });
});

it.each([
  ['the report interval alone is the maker’s own', { report_interval: 30 }, 0x0310],
  ['with the sleep interval it is the standard’s', { report_interval: 30, sleep_interval: 600 }, 0x8103],
  ['the sleep interval alone too', { sleep_interval: 600 }, 0x8103],
])('hhd: %s', (_, args, id) => {
  expect(hhd.instruct({ kind: 'set_intervals', args }, 2013)).toMatchObject({ id });
});

it('hhd: a circle is one of the standard', () => {
  const area = { shape: 'circle', centre: [-70.6, -33.4], radius: 500 } as const;
  const order = messageOf(
    hhd,
    { kind: 'set_area', args: { number: 3, name: 'x', area: { ...area, centre: [-70.6, -33.4] } } },
    2013,
  );
  expect(messages.decode(order!.id, 2013, order!.body)).toMatchObject({
    kind: 'setCircles',
    body: { action: 1, circles: [{ id: 3, latitude: -33.4, longitude: -70.6, radius: 500 }] },
  });
});

it.each([
  ['query_info', 'P01 (P01)'],
  ['query_parameters', 'P04 (P04,0)'],
  ['set_intervals', 'P04 (P04,1,30,10)'],
  ['set_low_battery', 'P61 (P61,1,25)'],
  ['restart', 'P15 (P15)'],
  ['factory_reset', 'P13 (P13)'],
  ['set_unlock_password', 'P44 (P44,314159,888888)'],
  ['add_cards', 'P41,1 (P41,1,1,2,12345678,87654321)'],
  ['delete_cards', 'P41,2 (P41,1,2,1,12345678)'],
  ['query_cards', 'P41 (P41,0,2)'],
  ['delete_area', 'P30 P31 (P30,3)(P31)'],
  ['confine_cards', 'P58,1 (P58,1,1)'],
  ['release_cards', 'P58,0 (P58,1,0)'],
  [
    'set_area',
    'P24 P29 P31 (P24,1,3,1,North gate)(P29,1,3,1,3,12128.2000,03113.8000,12128.8000,03113.8000,12128.8000,03114.4000)(P31)',
  ],
] as const)('jt701 %s is %s', (kind, text) => expect(words(samples[kind])).toBe(text));

it('jt701: more than ten corners go on pages', () => {
  const points = Array.from({ length: 23 }, (_, n): [number, number] => [121 + n / 100, 31]);
  const text = words({ kind: 'set_area', args: { ...polygon, area: { shape: 'polygon', points } } });
  expect([...text.matchAll(/\(P29,1,3,(\d),(\d+),/g)].map(([, page, count]) => [page, count])).toEqual([
    ['1', '10'],
    ['2', '10'],
    ['3', '3'],
  ]);
});

it('jt701: a password that would end the frame early is not sent', () => {
  expect(words({ kind: 'set_unlock_password', password: '1,2)', old: '888888' })).toBe('');
});

describe('what an answer tells', () => {
  const told = (text: string) => jt701.answer(decodeUplink(Buffer.from(`(8000000001,${text})`)));
  it.each([
    ['P04,1,30,10', 'P04', { result: 'ok', told: { parameters: { report_interval: 30, sleep_interval: 600 } } }],
    ['P44,1', 'P44', { result: 'ok' }],
    ['P44,0', 'P44', { result: 'refused', cause: 'password' }],
    ['P41,1,2', 'P41,1', { result: 'ok', told: { cards: { count: 2 } } }],
    ['P41,1,0', 'P41,1', { result: 'refused', cause: 'failed' }],
    ['P41,2,1', 'P41,2', { result: 'ok', told: { cards: { count: 1 } } }],
    ['P41,0,1,12345678', 'P41', { result: 'ok', told: { cards: { numbers: ['12345678'], count: 1 } } }],
    ['P01,JT701D V1.9.5,88%', 'P01', { result: 'ok', told: { info: { text: 'JT701D V1.9.5,88%' } } }],
    ['P15', 'P15', { result: 'ok' }],
    ['P52,3,1,0', 'P52', { result: 'ok' }],
  ] as const)('jt701 %s', (text, word, reply) => expect(told(text)).toEqual({ word, reply }));
  it('jt701: what answers nothing', () => {
    for (const text of ['@JT', 'P22,2', 'P52,2,123456', 'P70,1']) expect(told(text)).toBeNull();
  });

  it('hhd: parameters in words, those without one as they came', () => {
    const parameters = [
      { id: 0x0029, value: Buffer.from('0000001e', 'hex') },
      { id: 0x0027, value: Buffer.from('00000258', 'hex') },
      { id: 0x0013, value: Buffer.from('a.b') },
      { id: 0xf001, value: Buffer.from('01', 'hex') },
    ];
    const body = messages.encode({ kind: 'parametersReply', body: { serial: 9, parameters } }, 2013);
    expect(hhd.answer(0x0104, 2013, body)).toEqual({
      ...{ to: 0x8104, serial: 9, reports: false },
      reply: {
        result: 'ok',
        told: {
          parameters: {
            ...{ report_interval: 30, sleep_interval: 600 },
            other: [
              { id: '0x0013', hex: '612e62' },
              { id: '0xf001', hex: '01' },
            ],
          },
        },
      },
    });
  });
  it('hhd: a report answers nothing', () => expect(hhd.answer(0x0200, 2013, Buffer.alloc(28))).toBeNull());
});
