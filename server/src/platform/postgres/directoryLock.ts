import { stat, unlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DirectoryInUse } from './trouble.ts';

/**
 * One opener per directory, for as long as this process lives: a listening socket named after the directory.
 * On Linux the name is abstract, so the kernel drops it with the process, even after kill -9; elsewhere it is a file,
 * and one that nobody answers on is left over. Whoever asks is told the holder's process id.
 */
export async function lockDirectory(dir: string): Promise<() => Promise<void>> {
  const { dev, ino } = await stat(dir);
  const name = `plomb-data-${dev}-${ino}`;
  const path = process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.sock`);
  const server = (await listen(path)) ?? (await takeOver(path));
  if (!server) {
    throw new DirectoryInUse(
      `The data directory ${dir} is already open in another Plomb (process ${(await askHolder(path)) ?? 'unknown'}). ` +
        'Stop that one first, or choose another folder (DATA_DIR).',
    );
  }
  server.unref();
  return () => new Promise((resolve) => server.close(() => resolve()));
}

function listen(path: string): Promise<Server | undefined> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end(String(process.pid));
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    server.listen(path, () => resolve(server));
  });
}

async function takeOver(path: string): Promise<Server | undefined> {
  if (path.startsWith('\0') || (await askHolder(path))) return undefined;
  await unlink(path);
  return listen(path);
}

function askHolder(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(path);
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      answer += text;
    });
    socket.on('error', () => resolve(undefined));
    socket.on('close', () => resolve(answer || undefined));
  });
}
