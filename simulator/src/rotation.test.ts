import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { hhd } from '@plomb/protocols/hhd/messages';
import { encodeFrame } from '@plomb/protocols/jt808/encode';
import { Jt808Framer } from '@plomb/protocols/jt808/framer';
import { decodeFrame } from '@plomb/protocols/jt808/header';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Rotation } from './rotation.ts';

const phones = ['14802100001', '14802100002', '14802100003'];
let server: Server;
let fleet: Rotation;
/** who reported, in order */
let heard: string[];
let sockets: Socket[];

beforeEach(async () => {
  heard = [];
  sockets = [];
  server = createServer((socket) => {
    sockets.push(socket);
    const nothing = () => undefined;
    const frame = (content: Uint8Array) => {
      const { header } = decodeFrame(content);
      heard.push(header.phone);
      const reply = { kind: 'platformReply', body: { serial: header.serial, id: header.id, result: 0 } } as const;
      socket.write(encodeFrame({ id: 0x8001, version: 2013, phone: header.phone, serial: 0 }, hhd.encode(reply, 2013)));
    };
    const framer = new Jt808Framer({ frame, text: nothing, refused: nothing });
    socket.on('data', (chunk) => framer.push(chunk));
    socket.on('error', nothing);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  fleet = new Rotation({ host: '127.0.0.1', port, phones });
  await fleet.open({ silent: true });
});
afterEach(async () => {
  await fleet.cut();
  server.close();
});

it('lets every lock report once', async () => {
  expect(await fleet.once()).toMatchObject({ acknowledged: 3, refused: 0, lost: 0, open: 0 });
  expect(new Set(heard).size).toBe(3);
});

it('takes turns, with no more on the way than may be', async () => {
  const run = await fleet.run({ inFlight: 1 }, 0.05);
  expect(run).toMatchObject({ acknowledged: heard.length, refused: 0, lost: 0, open: 0 });
  for (const [nth, phone] of heard.entries()) expect(phone).toBe(heard[nth % 3]);
});

it('sends so many a second, whoever answers', async () => {
  expect(await fleet.run({ perSecond: 200 }, 0.1)).toMatchObject({ acknowledged: 20, open: 0 });
});

it('begins anew after it was cut', async () => {
  await fleet.cut();
  await fleet.open();
  expect(new Set(heard).size).toBe(3); // each told who it is
  expect(await fleet.once()).toMatchObject({ acknowledged: 3, lost: 0 });
});

it('tells of connections that the other side ended', async () => {
  await fleet.once();
  const run = fleet.run({ inFlight: 1 }, 0.05);
  for (const socket of sockets) socket.destroy();
  expect((await run).lost).toBe(3);
});
