import { imageBytes, imagePurposes, images } from '@plomb/contract/images';
import { Refusal } from '../refusal.ts';
import { type Served, serve } from '../serve.ts';
import { cleanImage } from './images.ts';
import { storeImage } from './imagesStore.ts';

export const imageRoutes: Served[] = serve(images, {
  upload: async ({ purpose, file }, ctx) => {
    const { permits, side } = imagePurposes[purpose];
    // uploading is half of a change: whoever may not make the change may not upload for it
    if (!permits.some((p) => ctx.operator.grants.has(p))) throw new Refusal('noPermission');
    if (file.length > imageBytes) throw new Refusal('imageRule');
    const image = await cleanImage(file, side);
    const path = await storeImage(ctx, purpose, image);
    ctx.note(`${purpose} ${image.width} × ${image.height}`);
    return { path, width: image.width, height: image.height };
  },
});
