import { imageBytes, imagePurposes, images } from '@plomb/contract/files/images';
import { Refusal } from '../refusal.ts';
import { prepared, type Served, serve } from '../serve.ts';
import type { Files } from './files.ts';
import { imagePath } from './imagesStore.ts';

export const imageRoutes = (files: Files): Served[] =>
  serve(images, {
    upload: prepared(
      images.upload,
      async ({ purpose, file }, operator) => {
        // uploading is half of a change: whoever may not make the change may not upload for it
        if (!imagePurposes[purpose].permits.some((p) => operator.grants.has(p))) throw new Refusal('noPermission');
        if (file.bytes > imageBytes) throw new Refusal('imageRule');
        return { purpose, laid: await files.layPicture(file, imagePurposes[purpose], operator) };
      },
      async ({ purpose, laid }, ctx) => {
        const id = await files.add(ctx, purpose, laid);
        ctx.note(`${purpose} ${laid.width} × ${laid.height}`);
        return { path: imagePath(id), width: laid.width, height: laid.height };
      },
    ),
  });
