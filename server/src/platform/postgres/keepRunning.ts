import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import type { DatabaseLog } from './log.ts';
import { stopPostmaster } from './postmaster.ts';

/** Milliseconds before each new start in a row: one that was ended by force is back at once, one that cannot run is given up. */
const PAUSES: readonly number[] = [100, 1000, 3000, 10_000, 30_000];
/** One that has run for so long was sound when it ended: its end begins a new row. */
const SOUND_MS = 1000;

interface Server {
  /** starts it anew, at the same address */
  again(): Promise<ChildProcess>;
  pauses: readonly number[] | undefined;
  onDied: (() => void) | undefined;
  onStopped(): Promise<void>;
  log: DatabaseLog;
  now?: () => number;
}

/**
 * The ways the server ends: we stop it, we exit without stopping it, or it dies by itself, by the system's hand or by
 * somebody's. Then it is started again: what was committed is in its log, and whoever was connected connects anew.
 */
export const keepRunning = (
  first: ChildProcess,
  { again, pauses = PAUSES, onDied, onStopped, log, now = Date.now }: Server,
) => {
  let child = first;
  let stopping: Promise<void> | undefined;
  let returning: Promise<void> = Promise.resolve();
  let began = now();
  /** starts in a row that came to nothing */
  let failures = 0;
  const stopped = new AbortController();
  const onExit = () => child.kill('SIGINT');
  process.once('exit', onExit);

  const comeBack = async (): Promise<void> => {
    const pause = pauses[failures];
    if (pause === undefined) {
      process.off('exit', onExit);
      onDied?.();
      return;
    }
    await wait(pause, undefined, { signal: stopped.signal }).catch(() => undefined);
    if (stopping) return;
    try {
      watch(await again());
      log.info({ failures }, 'The embedded database server is running again');
    } catch (err) {
      failures++;
      log.warn({ err }, 'The embedded database server did not start again; trying once more');
      await comeBack();
    }
  };

  const watch = (running: ChildProcess): void => {
    child = running;
    began = now();
    child.unref();
    child.once('exit', (code, signal) => {
      if (stopping) return;
      log.error({ code, signal }, 'The embedded database server ended though nobody stopped it; see postgres.log');
      // ended by force it was sound, however short it ran: somebody, or the system for want of memory, took it
      failures = signal !== 'SIGKILL' && now() - began < SOUND_MS ? failures + 1 : 0;
      returning = comeBack();
    });
  };
  watch(first);

  return (): Promise<void> => {
    stopping ??= (async () => {
      stopped.abort();
      await returning;
      process.off('exit', onExit);
      await stopPostmaster(child, log);
      await onStopped();
    })();
    return stopping;
  };
};
