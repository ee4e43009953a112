import type { ImagePurpose } from '@plomb/contract/files/images';
import { fieldRefusal } from '../refusal.ts';
import type { Ctx } from '../serve.ts';
import { useFile as keepFile } from './files.ts';

/** Keeps pictures as evidence of what they are for: they are of this person's, made for this, and prove one thing alone. */
export const keepPictures = async (
  photos: readonly string[],
  purpose: ImagePurpose,
  usedBy: string,
  { client, operator }: Pick<Ctx, 'client' | 'operator'>,
): Promise<void> => {
  if (photos.length === 0) return;
  const { rows } = await client.query(
    `select from file where id = any($1) and purpose = $2 and operator_id = $3
       and not exists (select from file_use u where u.file_id = file.id)`,
    [photos, purpose, operator.id],
  );
  if (rows.length !== new Set(photos).size) throw fieldRefusal('photos', 'choice');
  for (const photo of photos) await keepFile(client, photo, usedBy.slice(0, 200), { evidence: true });
};
