import { expect, it } from 'vitest';
import { jointech808 } from './messages.ts';

const base = '00000000000000020000000000000000000000000000251118112611';

it.each([
  ['card opened', '0b06 22 00623a49 65', 'lockEvent', { type: 0x22, password: null, card: '0006437449', result: 0x65 }],
  ['password refused', '0b07 06 383838383838', 'lockEvent', { type: 6, password: '888888', card: null, result: null }],
  ['vehicle card', '0b05 23 0000000a', 'lockEvent', { type: 0x23, password: null, card: '0000000010', result: null }],
  ['old cell', 'fd09 02e8 04 00044a15 0fe6', 'cell', { mcc: 744, mnc: 4, cid: 0x44a15, lac: 0xfe6, mncBytes: 1 }],
  ['new cell', 'fd0a 02e8 0004 00044a15 0fe6', 'cell', { mcc: 744, mnc: 4, cid: 0x44a15, lac: 0xfe6, mncBytes: 2 }],
  ['probe', 'f802 02ee', 'probe', 25],
  ['probe in frost', 'f802 0190', 'probe', -10],
  ['no probe', 'f802 ffff', 'probe', null],
  ['battery voltage', 'd502 01a2', 'voltage', { volts: 4.18 }],
] as const)('%s', (_, wire, name, value) => {
  const body = Buffer.from(base + wire.replaceAll(' ', ''), 'hex');
  const message = jointech808.decode(0x0200, 2013, body);
  const item = message.kind === 'location' ? message.body.items[0] : undefined;
  expect(item).toMatchObject({ name, value });
  expect(jointech808.encode(message, 2013).toString('hex')).toBe(body.toString('hex'));
});
