import type { Map as GlMap } from 'maplibre-gl';
import { drawBar, drawDoubt, drawFlag, drawLabelBox, drawSprite, PIXEL_RATIO, parseSpriteId } from './sprites.ts';

/** An image that a layer names is drawn when it is wanted first. */
export const drawMissing = (map: GlMap, id: string): void => {
  const add = (image: Parameters<GlMap['addImage']>[1] | null): void => {
    if (image) map.addImage(id, image, { pixelRatio: PIXEL_RATIO });
  };
  const sprite = parseSpriteId(id);
  if (sprite) add(drawSprite(sprite));
  else if (id.startsWith('bar/')) add(drawBar(id));
  const [kind, mode] = id.split('/');
  if (mode !== 'light' && mode !== 'dark') return;
  if (kind === 'flag') add(drawFlag(mode));
  if (kind === 'doubt') add(drawDoubt(mode));
  if (kind !== 'label') return;
  const { image, stretch, content } = drawLabelBox(mode) ?? {};
  if (image && stretch && content)
    map.addImage(id, image, { pixelRatio: PIXEL_RATIO, stretchX: [stretch], stretchY: [stretch], content });
};
