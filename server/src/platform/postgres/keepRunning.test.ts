import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { keepRunning } from './keepRunning.ts';
import { silentLog } from './log.ts';

/** as much of a process as is looked at: it has ended, so stopping it is done at once */
const aServer = () => Object.assign(new EventEmitter(), { exitCode: 0, unref() {}, kill() {} });

const kept = (starts: (() => ReturnType<typeof aServer>)[]) => {
  const clock = { now: 0 };
  const servers = [aServer()];
  const again = vi.fn(async () => {
    const server = starts.shift()!();
    servers.push(server);
    return server as unknown as ChildProcess;
  });
  let died = false;
  const stop = keepRunning(servers[0] as unknown as ChildProcess, {
    again,
    pauses: [0, 0, 0],
    onDied: () => {
      died = true;
    },
    onStopped: async () => undefined,
    log: silentLog,
    now: () => clock.now,
  });
  const endAfter = (ms: number, code: number | null = 1) => {
    clock.now += ms;
    servers.at(-1)!.emit('exit', code, code === null ? 'SIGKILL' : null);
  };
  return { again, endAfter, stop, hasDied: () => died };
};
const fails = () => {
  throw new Error('the port is taken');
};

it('starts a server again however often it is ended, when it ran in between', async () => {
  const { again, endAfter, hasDied, stop } = kept(Array.from({ length: 20 }, () => aServer));
  for (let i = 1; i <= 20; i++) {
    endAfter(5000);
    await vi.waitFor(() => expect(again).toHaveBeenCalledTimes(i));
  }
  expect(hasDied()).toBe(false);
  await stop();
});

it('starts a server again however soon and often it is ended by force', async () => {
  const { again, endAfter, hasDied, stop } = kept(Array.from({ length: 20 }, () => aServer));
  for (let i = 1; i <= 20; i++) {
    endAfter(10, null);
    await vi.waitFor(() => expect(again).toHaveBeenCalledTimes(i));
  }
  expect(hasDied()).toBe(false);
  await stop();
});

it('gives one up that cannot start, or ends as soon as it has', async () => {
  const { again, endAfter, hasDied } = kept([fails, aServer]);
  endAfter(5000);
  await vi.waitFor(() => expect(again).toHaveBeenCalledTimes(2));
  endAfter(10);
  await vi.waitFor(() => expect(again).toHaveBeenCalledTimes(3));
  await vi.waitFor(() => expect(hasDied()).toBe(true));
});

it('starts nothing any more once it is stopped', async () => {
  const { again, endAfter, stop } = kept([aServer]);
  const stopped = stop();
  endAfter(5000);
  await stopped;
  expect(again).not.toHaveBeenCalled();
});
