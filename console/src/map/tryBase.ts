import { baseMaps, type Trial } from '@plomb/contract/basemaps/baseMaps';
import { tileOrigin } from '@plomb/contract/basemaps/tileAddress';
import type { Lang } from '@plomb/contract/kit/text';
import { send } from '../platform/client.ts';
import { serverNow } from '../platform/clock.ts';
import { useBarred } from '../platform/release.ts';
import { type BaseMap, isScript } from './baseMap.ts';
import { boundsOf, type Look, lookAt, STILL } from './covered.ts';
import { GOOGLE, openGoogle, withSession } from './google.ts';
import type { LngLat } from './marks.ts';

/** `barred`: this page is older than the base map, and may not ask its server; one that is loaded anew may. */
export type Found = Trial | 'barred';

const PATIENCE_MS = 15_000;
/** A pixel is some four metres. */
export const TRIED_ZOOM = 14;

/** Where a base map is looked at: a place that everybody knows or, of a file that does not have it, all that it has. */
export const triedAt = async (base: BaseMap, at: LngLat): Promise<Look> =>
  lookAt({ at, zoom: TRIED_ZOOM }, await boundsOf(base), STILL);

/** Whether words of whoever fetched say that a server would not give it: to this key, or to anybody. */
export const isRefusal = (words: string): boolean => /(?:with |code: |\()(?:400|401|403|429)\b/.test(words);

/** Drawn by its vendor's script, out of sight: that tells nobody why it does not come. */
const comes = async (base: BaseMap, at: LngLat): Promise<boolean> => {
  const { openVendorGround } = await import('./vendorGround.ts');
  const el = document.createElement('div');
  el.style.cssText = `position: fixed; inset-block-start: 0; inset-inline-start: -10000px; inline-size: ${STILL.width}px; block-size: ${STILL.height}px`;
  el.inert = true;
  document.body.append(el);
  let end = (): void => {};
  try {
    return await new Promise<boolean>((done) => {
      const ground = openVendorGround(
        el,
        base,
        () => ({ at, zoom: TRIED_ZOOM }),
        (what) => done(what === 'stands'),
      );
      end = ground.end;
    });
  } finally {
    end();
    el.remove();
  }
};

const drawableOf = async (base: BaseMap, lang: Lang): Promise<BaseMap> => {
  if (base.kind === 'google') return withSession(base, (await openGoogle(base.key, lang, serverNow())).session);
  if (base.kind !== 'style') return base;
  return { ...base, style: (await send(baseMaps.style, { id: base.id }, { quiet: true })).style };
};

/** Draws a base map around a place as a map would, and says what came of it. */
export const tryBase = async (base: BaseMap, at: LngLat, lang: Lang): Promise<{ found: Found; ms: number }> => {
  const began = performance.now();
  const after = (found: Found) => ({ found, ms: Math.round(performance.now() - began) });
  let servers = base.kind === 'google' ? [GOOGLE] : base.tiles[lang].flatMap((url) => tileOrigin(url) ?? []);
  try {
    if (isScript(base.kind)) return after((await comes(base, at)) ? 'works' : 'away');
    const [{ hasThere }, { isBlank }, { tilesOfStyle }] = await Promise.all([
      import('./drawStill.ts'),
      import('./tiles.ts'),
      import('./styleGround.ts'),
    ]);
    const drawable = await drawableOf(base, lang);
    const tiles = drawable.style === undefined ? drawable.tiles[lang] : tilesOfStyle(drawable);
    servers = tiles.flatMap((url) => tileOrigin(url) ?? []);
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const look = await triedAt(base, at);
    const is = await hasThere(look.at, { ...STILL, zoom: look.zoom, base: drawable, lang, mode: 'light', signal });
    return after(is && !isBlank(tiles) ? 'works' : 'empty');
  } catch (error) {
    if (useBarred.getState().servers.some((server) => servers.includes(server))) return after('barred');
    return after(error instanceof Error && isRefusal(error.message) ? 'refused' : 'away');
  }
};
