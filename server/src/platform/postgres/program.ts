import { spawn } from 'node:child_process';
import type { Account } from './account.ts';
import { spawnTrouble } from './trouble.ts';

/** Nothing of the person's language, LC_* or PG* settings reaches the database's programs. */
export const programEnv: NodeJS.ProcessEnv = { PATH: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin', TZ: 'UTC' };

export type ProgramRun = { code: number | null; output: string };

export type ProgramOptions = { cwd: string; account?: Account | undefined; input?: string };

/** Runs one of PostgreSQL's programs to its end; `output` is all it printed. */
export function runProgram(program: string, args: string[], options: ProgramOptions): Promise<ProgramRun> {
  const { cwd, account, input = '' } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env: programEnv, ...identity(account) });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text: string) => {
        output += text;
      });
    }
    child.once('error', (error) => reject(spawnTrouble(program, error)));
    child.once('close', (code) => resolve({ code, output }));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

export function identity(account: Account | undefined): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {};
}
