import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import { ConfigError } from '../config.ts';
import type { Logger } from '../log.ts';
import type { Storage } from './storage/storage.ts';

const SETTING = 'files_owner';

/**
 * Sees to it that a database and the contents it names belong together, in a transaction that no other start runs beside:
 * a folder of each process, or a database that came back without its files, would look like pictures that were lost.
 * `anew`: what is there is to belong to it from now on.
 */
export const claimStorage = async (db: ClientBase, storage: Storage, anew: boolean, log: Logger): Promise<void> => {
  const there = await storage.owner().catch((err: unknown) => {
    log.warn({ err }, 'the storage of files could not be asked whose they are');
    return undefined;
  });
  // it may be away for a while, as at any other time
  if (there === undefined) return;
  const { rows } = await db.query<{ value: string }>('select value from setting where name = $1', [SETTING]);
  const known = rows[0]?.value;
  if (known === there) return;
  // a backup of before this was asked names files; a database without any would take those of another installation for its own
  const isOlder = known === undefined && there !== null && (await namesFiles(db));
  if (!anew && !isOlder && (known !== undefined || there !== null))
    throw new ConfigError(
      `The files of this database are not in ${storage.name}, which ${there ? 'has those of another one' : 'is new'}. ` +
        'All processes that serve people or do the jobs need the same folder (DATA_DIR) or bucket (FILES_URL), and a database ' +
        'that was restored needs its files beside it. If they are lost for good, start once with --new-files.',
    );
  // whoever had them before finds at its next start that they are no longer its own
  const owner = isOlder ? there : randomUUID();
  await db.query(
    `insert into setting (name, value) values ($1, to_jsonb($2::text))
     on conflict (name) do update set value = excluded.value`,
    [SETTING, owner],
  );
  if (owner !== there) await storage.own(owner);
};

const namesFiles = async (db: ClientBase): Promise<boolean> => {
  const { rows } = await db.query<{ any: boolean }>('select exists (select from file) as any');
  return rows[0]?.any === true;
};
