import { imagePurposes, Upload } from '@plomb/contract/files/images';
import { photoOf } from '@plomb/simulator/field/photo';
import { Random } from '@plomb/simulator/random';
import type { ClientBase } from 'pg';
import { type Files, useFile as keepFile, type Laid, openFiles } from '../platform/files/files.ts';
import type { Storage } from '../platform/files/storage/storage.ts';
import type { Logger } from '../platform/log.ts';
import type { Pools } from '../platform/postgres/pools.ts';

/** So many are drawn; each proof has a file of its own, whose bytes are those of one of these. */
const DRAWN = 12;

/** Photos of the demonstration: drawn, and drawn anew as those of handsets are. */
export interface DemoPhotos {
  /** as many files, each evidence of that use, as of whoever took them */
  taken(
    client: ClientBase,
    by: { id: number; orgId: number },
    usedBy: string,
    count: number,
    purpose?: 'seal' | 'meter',
  ): Promise<string[]>;
}

export const layDemoPhotos = async (pools: Pools, storage: Storage, log: Logger, seed: number): Promise<DemoPhotos> => {
  const files: Files = openFiles({ platform: pools.platform, storage, log, megabytes: () => 100 });
  const random = new Random(seed);
  const laid: Laid[] = [];
  for (let nth = 0; nth < DRAWN; nth += 1) {
    const bytes = photoOf(random);
    const upload = new Upload(bytes.length, async function* () {
      yield bytes;
    });
    // the organisation comes with the demonstration, and has no files yet
    laid.push(await files.layPicture(upload, imagePurposes.seal, { orgId: 0 }));
  }
  return {
    async taken(client, operator, usedBy, count, purpose = 'seal') {
      const ids: string[] = [];
      for (let nth = 0; nth < count; nth += 1) {
        const id = await files.add({ client, operator }, purpose, random.pick(laid));
        await keepFile(client, id, usedBy, { evidence: true });
        ids.push(id);
      }
      return ids;
    },
  };
};
