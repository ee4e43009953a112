import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Client } from 'pg';

/** What the figures were measured on: without it they mean nothing. */
export const machine = (): string => {
  const [cpu] = cpus();
  const load = loadavg()[0]!.toFixed(1);
  return `${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, ${process.platform}; load before: ${load}${Number(load) > 0.7 ? ' (NOT QUIET)' : ''}`;
};

const told = ['synchronous_commit', 'fsync', 'full_page_writes', 'shared_buffers', 'max_wal_size', 'wal_compression'];
export const databaseSettings = async (db: Client): Promise<string> => {
  const { rows } = await db.query<{ name: string; setting: string }>(
    `select name, current_setting(name) as setting from pg_settings where name = 'server_version' or name = any($1)`,
    [told],
  );
  return rows.map((row) => `${row.name} ${row.setting}`).join(', ');
};

/** Processor seconds so far, in programs and in the kernel for them. */
export interface Cpu {
  user: number;
  system: number;
}
const tick = Number(execFileSync('getconf', ['CLK_TCK']).toString());

const statOf = (pid: number): { parent: number; cpu: Cpu } | null => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), cpu: { user: Number(fields[11]) / tick, system: Number(fields[12]) / tick } };
  } catch {
    return null; // it ended between the look for it and the look at it
  }
};

export const cpuOf = (pid: number): Cpu => statOf(pid)?.cpu ?? { user: 0, system: 0 };

/** All processes of the PostgreSQL that `db` is connected to; it must be on this machine. */
export const cpuOfDatabase = async (db: Client): Promise<Cpu> => {
  const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = statOf(rows[0]!.pid)?.parent;
  const all = execFileSync('ps', ['-e', '-o', 'pid=']).toString().split('\n').map(Number);
  const sum = { user: 0, system: 0 };
  for (const pid of all) {
    const stat = statOf(pid);
    if (pid !== postmaster && stat?.parent !== postmaster) continue;
    sum.user += stat?.cpu.user ?? 0;
    sum.system += stat?.cpu.system ?? 0;
  }
  return sum;
};

export const spent = (before: Cpu, after: Cpu): Cpu => ({
  user: after.user - before.user,
  system: after.system - before.system,
});

/** Resident memory of a process, bytes. */
export const memoryOf = (pid: number): number => {
  const line = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? 0) * 1024;
};

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
/**
 * Before the `nth` call of many: takes away every ten calls what they left here. Else that comes within one of them, for up to 50 ms, and what
 * is told of the product at p99 is the load tool's own garbage.
 */
export const tidy = (nth: number): void => {
  if (nth % 10 === 0) collect();
};

export const show = (what: string, figure: string): void => console.log(`${what.padEnd(72)} ${figure}`);
export const perS = (n: number): string => `${Math.round(n).toLocaleString('en')}/s`;
export const ms = (n: number): string => `${n >= 100 ? Math.round(n) : n.toFixed(1)} ms`;
