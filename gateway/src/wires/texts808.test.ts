import { jointech808 as messages } from '@plomb/protocols/jointech808/messages';
import { statusWord } from '@plomb/protocols/jointech808/words';
import { encodeFrame } from '@plomb/protocols/jt808/encode';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { location } from '../testing/frames.ts';
import { openTestGateway, startOfTest, type TestDevice, type TestGateway, until } from '../testing/gateway.ts';
import { jointechLock } from '../testing/ports.ts';

const sn = '790000000001';
const lock = { ...jointechLock, id: 9, sn };
let test: TestGateway;

beforeEach(async () => {
  test = await openTestGateway();
  test.directory.devices.set(sn, lock);
});
afterEach(() => test.close());

type Message = Parameters<typeof messages.encode>[0];
const frame = (serial: number, message: Message): Buffer =>
  encodeFrame({ id: messages.idOf(message), version: 2013, phone: sn, serial }, messages.encode(message, 2013));
const place = { ...location(), time: '261120000000', items: [] };
const report = (serial: number): Buffer => frame(serial, { kind: 'location', body: place });

const asks = `(${sn},1,001,BASE,2,TIME)`;
const askedTime = (device: TestDevice) => device.text.includes(`(${sn},1,001,BASE,2,20261120000000)`);
const give = (instruction: { kind: 'query_info' | 'unseal' }) => {
  const args = instruction.kind === 'unseal' ? { user: 'admin', password: null } : { args: {} };
  test.queue.commands.push({
    ...{ id: 71, deviceId: lock.id, physical: instruction.kind === 'unseal', expiresAt: startOfTest + 60_000 },
    instruction: { ...instruction, ...args } as never,
  });
  test.queue.hint(lock.id);
};

it('a lock may begin with a text, and what it sent with it is read as its family speaks', async () => {
  const device = await test.connect();
  device.send(asks, report(1), report(2));
  await device.until((d) => askedTime(d) && d.acks.length === 2);
  expect(test.sink.reports.map(({ family, serial }) => [family, serial])).toEqual([
    ['jointech808', 1],
    ['jointech808', 2],
  ]);
  expect(test.directory.unregistered).toEqual([]);
});

it.each([
  ['a whole memory', Array.from({ length: 400 }, (_, i) => report(i + 1)), 400],
  ['bytes a text may begin with', [Buffer.from('($'.repeat(400)), report(1)], 1],
])('a lock may begin with a text and %s behind it', async (_, frames, acks) => {
  const device = await test.connect();
  device.send(Buffer.concat([Buffer.from(asks), ...frames]));
  await device.until((d) => askedTime(d) && d.acks.length === acks);
});

it('what a lock of the native protocol begins with counts against it once it is known', async () => {
  test.directory.devices.set('8000000001', { ...jointechLock, id: 8, sn: '8000000001', family: 'jt701' });
  const device = await test.connect();
  device.send(`(8000000001,P22,2)(${'1'.repeat(2000)}`);
  await device.closed();
  expect(test.gateway.stats().refused).toMatchObject({ oversize: 1 });
});

it('a text that comes in pieces before anything else loses nothing', async () => {
  const device = await test.connect();
  for (const byte of Buffer.concat([Buffer.from(asks), report(1)])) {
    device.socket.write(Buffer.of(byte));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await device.until((d) => askedTime(d) && d.acks.length === 1);
});

it('a lock of the native protocol goes on with the texts it began with', async () => {
  const device = await test.connect();
  device.send('(8000000001,P22,2)');
  await device.until((d) => d.text.includes('(P22,'));
});

it('a text that opens the connection of a lock whose family has none is none of its', async () => {
  const device = await test.connect();
  device.send('(13900000001,1,001,BASE,2,TIME)');
  await device.closed();
  expect(device.text).toBe('');
});

it('a question goes out as a text, and what repeats its serial and word answers it, once', async () => {
  const device = await test.connect();
  device.send(report(1));
  await device.until((d) => d.acks.length === 1);
  give({ kind: 'query_info' });
  await device.until((d) => /,BASE,1\)/.test(d.text));
  const [, serial = ''] = /\(790000000001,1,(\d{3}),BASE,1\)/.exec(device.text) ?? [];
  expect(serial).not.toBe('');
  const other = serial === '001' ? '002' : '001';
  device.send(`(${sn},2,${other},BASE,1,of another)`, `(${sn},2,${serial},BASE,1,JT709A,V2.1)`);
  await until(() => test.queue.told.some(([what]) => what === 'answered'));
  device.send(`(${sn},2,${serial},BASE,1,again)`);
  await until(() => test.notUnderstood.kept.length === 2);
  expect(test.queue.told.filter(([what]) => what === 'answered')).toEqual([
    ['answered', 71, { result: 'ok', told: { info: { text: 'JT709A,V2.1' } } }],
  ]);
  expect(test.notUnderstood.kept.map(({ what }) => what)).toEqual(['BASE,1', 'BASE,1']);
});

it('keeps what it says of itself without what opens it', async () => {
  const device = await test.connect();
  device.send(report(1), `(${sn},1,001,ELOCK,3,314159)`);
  await until(() => test.notUnderstood.kept.length === 1);
  const [kept] = test.notUnderstood.kept;
  expect([kept?.what, Buffer.from(kept?.raw ?? []).toString()]).toEqual(['ELOCK,3', `(${sn},1,001,ELOCK,3,******)`]);
});

it('an order to open is answered with how the lock then stands', async () => {
  const device = await test.connect();
  device.send(report(1));
  await device.until((d) => d.acks.length === 1);
  give({ kind: 'unseal' });
  await device.until((d) => d.messages.some(({ header }) => header.id === 0x8500));
  const { serial } = device.messages.find(({ header }) => header.id === 0x8500)!.header;
  const status = statusWord.of({ fix: true, motorOpen: true });
  const open = { ...place, status: { ...place.status, raw: status.raw } };
  device.send(frame(2, { kind: 'vehicleControlReply', body: { serial, location: open as typeof place } }));
  await until(() => test.queue.told.some(([what]) => what === 'answered') && test.sink.reports.length === 2);
  expect(test.sink.reports[1]?.event).toMatchObject({ code: 'jointech808:0500', actor: null });
});
