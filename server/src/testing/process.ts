import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { endWithUs } from './endWithUs.ts';

const dataDirs = new Map<string, string>();
/** The processes of one database have a folder together. */
const dataDirOf = (database: string): string => {
  const known = dataDirs.get(database) ?? mkdtempSync(join(tmpdir(), 'plomb-data-'));
  dataDirs.set(database, known);
  return known;
};
process.once('exit', () => {
  for (const dir of dataDirs.values()) rmSync(dir, { recursive: true, force: true });
});

const root = resolve(import.meta.dirname, '../../..');

/** Where Node keeps what it made of our modules: read so, the product is there in half the processor's time. */
export const compiled = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') };

/** The product as a process of its own, so that it can be killed. */
export interface ProductProcess {
  child: ChildProcess;
  url: string;
  /** 0: it has no gateway */
  gatewayPort: number;
  /** SIGKILL, and the process is gone when this resolves */
  kill(): Promise<void>;
  /** holds it still, as a machine that is suspended does, and lets it go on */
  sleep(): void;
  wake(): void;
  stop(): Promise<void>;
}

/** `from`: the folder of another copy of the product. */
export const spawnProduct = async (env: Record<string, string>, from = root): Promise<ProductProcess> => {
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: from,
    env: {
      ...process.env,
      ...compiled,
      PORT: '0',
      GATEWAY_PORT: '0',
      ...(env.DATABASE_URL ? { DATA_DIR: dataDirOf(env.DATABASE_URL) } : {}),
      LOG_LEVEL: 'error',
      PLOMB_ADMIN_PASSWORD: 'keeper-of-seals-7',
      PLOMB_SECRET: 'what the tests seal their secrets with',
      // one lock stands for a fleet here
      DEVICE_REPORTS_PER_MINUTE: '100000000',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithUs(child);
  const said: string[] = [];
  const gone = once(child, 'exit');
  const end = (signal: NodeJS.Signals) => async () => {
    child.kill(signal);
    await gone;
  };
  let url = '';
  const hasGateway = (env.ROLES ?? 'gateway').includes('gateway');
  const gatewayPort = await new Promise<number>((ready, fail) => {
    const hear = (line: string) => {
      said.push(line);
      const port = /Devices connect to port (\d+)/.exec(line)?.[1];
      url ||= /Plomb is ready: (\S+)/.exec(line)?.[1] ?? '';
      if (port || (url && !hasGateway)) ready(Number(port ?? 0));
    };
    createInterface(child.stdout!).on('line', hear);
    createInterface(child.stderr!).on('line', hear);
    child.once('exit', (code) => fail(new Error(`the product ended with ${code}:\n${said.join('\n')}`)));
  });
  return {
    child,
    url,
    gatewayPort,
    kill: end('SIGKILL'),
    sleep: () => void child.kill('SIGSTOP'),
    wake: () => void child.kill('SIGCONT'),
    stop: end('SIGTERM'),
  };
};
