import { randomBytes } from 'node:crypto';
import type { ImagePurpose } from '@plomb/contract/images';
import type { FastifyInstance } from 'fastify';
import type { ClientBase, Pool } from 'pg';
import type { AddressLimit } from '../addressLimit.ts';
import { answerOf, Refusal } from '../refusal.ts';
import type { Ctx } from '../serve.ts';
import type { CleanImage } from './images.ts';

const idForm = /^[A-Za-z0-9_-]{24}$/;
const pathOf = (id: string): string => `/image/${id}`;

/** Keeps a picture for the caller's organisation under an id nobody can guess; answers its path. */
export const storeImage = async (
  { client, operator }: Ctx,
  purpose: ImagePurpose,
  { type, width, height, bytes }: CleanImage,
): Promise<string> => {
  const id = randomBytes(18).toString('base64url');
  await client.query(
    `insert into image (id, org_id, operator_id, purpose, type, width, height, bytes)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, operator.orgId, operator.id, purpose, type, width, height, bytes],
  );
  return pathOf(id);
};

/** Refuses a path that names no picture of this purpose in the caller's scope; '' is none and always fine. */
export const checkImage = async (client: ClientBase, purpose: ImagePurpose, path: string): Promise<void> => {
  if (path === '') return;
  const { rowCount } = await client.query('select 1 from image where id = $1 and purpose = $2', [
    path.slice(pathOf('').length),
    purpose,
  ]);
  if (rowCount === 0) throw new Refusal('notFound');
};

/**
 * A picture by its id. A browser's `img` carries no session, so the id is the permission; and should a picture ever be
 * opened as a page, it is a page without rights.
 */
export const serveImages = (app: FastifyInstance, callers: Pool, guesses: AddressLimit): void => {
  const find = async (id: string, address: string) => {
    await guesses.claim(address);
    const { rows } = await callers.query<{ type: string; bytes: Buffer }>(
      'select type, bytes from image where id = $1',
      [id],
    );
    if (rows[0]) await guesses.giveBack(address);
    return rows[0];
  };
  app.get<{ Params: { id: string } }>('/image/:id', async (request, reply) => {
    const { id } = request.params;
    const image = idForm.test(id) ? await find(id, request.ip) : undefined;
    if (!image)
      return reply
        .code(404)
        .header('Cache-Control', 'no-store')
        .send(answerOf(new Refusal('notFound'), 'en'));
    const ending = image.type === 'image/png' ? 'png' : 'jpg';
    return reply
      .headers({
        'Content-Type': image.type,
        'Content-Disposition': `attachment; filename="${id}.${ending}"`,
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Cache-Control': 'private, max-age=31536000, immutable', // a changed picture has another id
      })
      .send(image.bytes);
  });
};

/** Logos that were uploaded and never saved, or replaced since. Other purposes are records and stay. */
export const sweepImages = async (platform: Pool): Promise<void> => {
  await platform.query(
    `delete from image i where i.purpose = 'logo' and i.create_time < now() - interval '1 day'
       and not exists (select from organisation o where o.logo = '/image/' || i.id)`,
  );
};
