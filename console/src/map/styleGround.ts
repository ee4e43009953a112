import type { Lang } from '@plomb/contract/kit/text';
import { Map as GlMap, type LayerSpecification, type StyleSpecification } from 'maplibre-gl';
import { Arrivals } from './arrivals.ts';
import type { BaseMap } from './baseMap.ts';
import { nameIn } from './names.ts';
import { isBlank, tileAddress } from './tiles.ts';
import type { Ground, GroundView } from './vendorGround.ts';

/** What a text is made of: fields of what it stands on. */
const fieldsOf = (text: unknown): string[] => {
  if (typeof text === 'string') return [...text.matchAll(/\{([^{}]*)\}/g)].map(([, field = '']) => field);
  if (!Array.isArray(text))
    return typeof text === 'object' && text !== null ? Object.values(text).flatMap(fieldsOf) : [];
  return text[0] === 'get' && typeof text[1] === 'string' ? [text[1]] : text.slice(1).flatMap(fieldsOf);
};
const isName = (field: string): boolean => /^name([:_]|$)/.test(field);

/** A text that is a name is said in the language of whoever looks; numbers of roads stay. */
const inLanguage = (layer: LayerSpecification, lang: Lang): LayerSpecification => {
  if (layer.type !== 'symbol') return layer;
  const fields = fieldsOf(layer.layout?.['text-field']);
  if (fields.length === 0 || !fields.every(isName)) return layer;
  return { ...layer, layout: { ...layer.layout, 'text-field': nameIn(lang) } };
};

/** The style of a base map as a page fetches it: tiles by the page itself, as those of all others. */
export const styleIn = ({ style = '' }: Pick<BaseMap, 'style'>, lang: Lang): StyleSpecification => {
  const { sources, layers, ...rest }: StyleSpecification = JSON.parse(style);
  return {
    ...rest,
    sources: Object.fromEntries(
      Object.entries(sources).map(([name, source]) => [
        name,
        'tiles' in source && source.tiles
          ? { ...source, tiles: source.tiles.map((address) => tileAddress('wgs84', address)) }
          : source,
      ]),
    ),
    layers: layers.map((layer) => inLanguage(layer, lang)),
  };
};
/** The addresses of tiles that it names; those of files and of what describes itself are in none of them. */
export const tilesOfStyle = ({ style = '{}' }: Pick<BaseMap, 'style'>): string[] =>
  Object.values((JSON.parse(style) as Partial<StyleSpecification>).sources ?? {}).flatMap((source) =>
    'tiles' in source ? (source.tiles ?? []) : [],
  );
/** A key that its vendor restricts to an address is told ours, and no more of it. */
export const openly = (url: string) => ({ url, referrerPolicy: 'strict-origin' }) as const;

/** A map by a style of its own, below ours and moved with it: what it names its layers, pictures and fonts is nothing to ours. */
export const openStyleGround = (
  el: HTMLElement,
  base: BaseMap,
  lang: Lang,
  viewed: () => GroundView,
  told: (what: 'stands' | 'fails') => void,
): Ground => {
  const frame = document.createElement('div');
  frame.className = 'map-vendor';
  frame.inert = true;
  el.prepend(frame);
  const view = () => {
    const { at, zoom } = viewed();
    return { center: [...at] as [number, number], zoom };
  };
  const map = new GlMap({
    container: frame,
    style: styleIn(base, lang),
    ...view(),
    transformRequest: openly,
    interactive: false,
    attributionControl: false,
    fadeDuration: 0,
  });
  const addresses = tilesOfStyle(base);
  let stands = false;
  /** something of it is there; a style without sources is all there at once */
  let came = Object.keys(map.getStyle()?.sources ?? {}).length === 0;
  const tell = (next: boolean): void => {
    stands = next;
    told(next ? 'stands' : 'fails');
  };
  const arrivals = new Arrivals((isAway) => tell(!isAway));
  map.on('data', (e) => {
    if (!('tile' in e) || e.tile?.state !== 'loaded' || isBlank(addresses)) return;
    came = true;
    arrivals.came();
  });
  // at its first tile it would stand with holes, and the offline map that fills them gone
  map.on('idle', () => {
    if (!came) arrivals.missed('all');
    else if (!stands && !arrivals.isAway) tell(true);
  });
  // pictures and fonts that do not come leave a map without them
  map.on('error', (e) => {
    if ('sourceId' in e) arrivals.missed('tile' in e ? 'tile' : 'all');
  });
  return {
    move() {
      map.jumpTo(view());
      // in the picture in which ours moves
      map.redraw();
    },
    resize: () => void map.resize(),
    end() {
      map.remove();
      frame.remove();
    },
  };
};
