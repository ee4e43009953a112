import type { ImagePurpose } from '@plomb/contract/files/images';
import type { ClientBase } from 'pg';
import { Refusal } from '../refusal.ts';

/** The path of a picture, by which rows such as an organisation's name it. */
export const imagePath = (id: string): string => `/image/${id}`;

/** Refuses a path that names no picture of this purpose in the caller's scope; '' is none and always fine. */
export const checkImage = async (client: ClientBase, purpose: ImagePurpose, path: string): Promise<void> => {
  if (path === '') return;
  const { rowCount } = await client.query('select 1 from file where id = $1 and purpose = $2', [
    path.slice(imagePath('').length),
    purpose,
  ]);
  if (rowCount === 0) throw new Refusal('notFound');
};
