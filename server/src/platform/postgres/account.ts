import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseTrouble } from './trouble.ts';

/** The operating system's account the server process runs as. */
export type Account = { name: string; uid: number; gid: number };

/** PostgreSQL refuses to run as root: root lends it another account. Undefined means: run as ourselves. */
export async function serverAccount(pgdata: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = await knownAccounts();
  const existing = await stat(pgdata).catch(() => undefined);
  if (existing && existing.uid !== 0) {
    const name = accounts.find(({ uid }) => uid === existing.uid)?.name ?? `user ${existing.uid}`;
    return { name, uid: existing.uid, gid: existing.gid };
  }
  if (existing) {
    throw new DatabaseTrouble(
      `${pgdata} belongs to root, and PostgreSQL does not run as root. Give it to another user: chown -R postgres ${pgdata}`,
    );
  }
  const account = accounts.find(({ name }) => name === 'postgres') ?? accounts.find(({ name }) => name === 'nobody');
  if (!account) {
    throw new DatabaseTrouble(
      'PostgreSQL does not run as root, and this machine has neither a user postgres nor nobody. Add one, or start Plomb as an ordinary user.',
    );
  }
  return account;
}

async function knownAccounts(): Promise<Account[]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

/** Whether the account may pass through `path` and everything above it. Parts that do not exist yet count as passable. */
export async function mayPassThrough(path: string, { uid, gid }: Account): Promise<boolean> {
  for (let at = resolve(path); ; at = dirname(at)) {
    const found = await stat(at).catch(() => undefined);
    if (found) {
      const shift = found.uid === uid ? 6 : found.gid === gid ? 3 : 0;
      if (!((found.mode >> shift) & 1)) return false;
    }
    if (at === dirname(at)) return true;
  }
}

/**
 * Where the embedded database may lie: `preferred`, unless root would put it where the server's account cannot go
 * (a checkout under /root). Then a directory of its own under `fallback`, the same one at every start.
 */
export async function placeForData(preferred: string, fallback = '/var/lib/plomb'): Promise<string> {
  const account = await serverAccount(join(preferred, 'pg'));
  if (!account || (await mayPassThrough(preferred, account))) return preferred;
  return join(fallback, createHash('sha256').update(resolve(preferred)).digest('hex').slice(0, 12));
}
