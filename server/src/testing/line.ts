import { connect, createServer, type Socket } from 'node:net';

export interface Line {
  url: string;
  /** nothing that is answered arrives any more, though everything stays connected, and whoever comes is */
  deafen(): void;
  cut(): void;
  mend(): void;
  close(): void;
}

/**
 * A line to the product that can be cut, and mended, as a network does it: open connections break, new ones are refused.
 * To several addresses it goes in turn, a connection at a time, as a balancer does it.
 */
export const openLine = (...to: readonly string[]): Promise<Line> => openLineAt(0, ...to);

/** The same at a port that is known before. */
export const openLineAt = async (at: number, ...to: readonly string[]): Promise<Line> => {
  const ends = to.map((url) => new URL(url));
  let nth = 0;
  const sockets = new Set<Socket>();
  const answering = new Set<Socket>();
  let [whole, deaf] = [true, false];
  const server = createServer((near) => {
    if (!whole) return void near.destroy();
    const { hostname, port } = ends[nth++ % ends.length]!;
    const far = connect(Number(port), hostname);
    answering.add(far);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        answering.delete(socket);
        other.destroy();
      });
      if (socket === far && deaf) far.resume();
      else socket.pipe(other);
    }
  });
  await new Promise<void>((done) => server.listen(at, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const cut = (): void => {
    whole = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `${ends[0]!.protocol}//127.0.0.1:${port}`,
    deafen() {
      deaf = true;
      for (const socket of answering) socket.unpipe().resume();
    },
    cut,
    mend: () => {
      [whole, deaf] = [true, false];
    },
    close: () => {
      cut();
      server.close();
    },
  };
};
