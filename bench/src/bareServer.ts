import { createServer } from 'node:net';
import { encodeFrame } from '@plomb/protocols/jt808/encode';
import { Jt808Framer } from '@plomb/protocols/jt808/framer';
import { decodeFrame } from '@plomb/protocols/jt808/header';

/** A yardstick, run as a process of its own: acknowledges every report at once and keeps none. Says its port. */
const nothing = () => undefined;
const server = createServer({ noDelay: true }, (socket) => {
  const frame = (content: Uint8Array) => {
    const { id, serial, phone, version } = decodeFrame(content).header;
    const body = Uint8Array.of(serial >>> 8, serial, id >>> 8, id, 0);
    socket.write(encodeFrame({ id: 0x8001, version, phone, serial: 0 }, body));
  };
  const framer = new Jt808Framer({ frame, text: nothing, refused: nothing });
  socket.on('data', (chunk) => framer.push(chunk));
  socket.on('error', nothing);
});
server.listen({ host: '127.0.0.1', port: 0, backlog: 1024 }, () => {
  const address = server.address();
  if (typeof address === 'object' && address) console.log(address.port);
});
