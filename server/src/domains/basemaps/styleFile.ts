import type { StyleSpecification } from '@maplibre/maplibre-gl-style-spec';
import { tileOrigin } from '@plomb/contract/basemaps/tileAddress';

/** Why an address gives no style that we draw: a refusal's name, and what stands in it. */
export class NotStyle extends Error {
  readonly refusal: 'baseMapStyleAway' | 'baseMapStyle' | 'baseMapStyleAddress';
  readonly values: Record<string, string>;
  constructor(refusal: NotStyle['refusal'], values: Record<string, string>) {
    super(refusal);
    this.refusal = refusal;
    this.values = values;
  }
}
export interface StyleFacts {
  /** as it is kept: whole in itself but for tiles, signs of fonts and pictures, and with {key} where the key stood */
  style: string;
  /** servers that it has pages fetch from */
  servers: string[];
  /** whose data these are, as its sources say it; plain text */
  attribution: string;
}
/** The text at an address; `fault`: why there is none. */
export type Fetch = (address: string, most: number) => Promise<{ text: string } | { fault: string }>;

const MOST = { text: 2_000_000, source: 1_000_000, kept: 1_500_000, sources: 20, layers: 1000, servers: 12 } as const;
const sourceTypes = ['vector', 'raster', 'raster-dem'];
/** What stands in braces, by what is fetched. */
const braces = { tiles: ['z', 'x', 'y'], glyphs: ['fontstack', 'range'], sprite: [] } as const;
/** Of a source: all else that a style may say of one is not drawn. */
const sourceFields = ['type', 'minzoom', 'maxzoom', 'bounds', 'scheme', 'tileSize', 'encoding'];

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const cut = (text: string, most = 160): string => (text.length > most ? `${text.slice(0, most)}…` : text);
const notStyle = (why: string): NotStyle => new NotStyle('baseMapStyle', { why: cut(why) });

/** An address that pages may fetch from: of a server that can be named, with what stands in braces there. */
const checked = (address: unknown, kind: keyof typeof braces): string => {
  const names: readonly string[] = braces[kind];
  const isOne =
    typeof address === 'string' &&
    address.length <= 1000 &&
    tileOrigin(address) !== null &&
    [...address.matchAll(/\{([^{}]*)\}/g)].every(([, name = '']) => names.includes(name)) &&
    names.every((name) => address.includes(`{${name}}`));
  if (!isOne)
    throw new NotStyle('baseMapStyleAddress', { address: typeof address === 'string' ? cut(address) : typeof address });
  return address;
};
/** Against the address of the file that names it, without what stands in braces being written otherwise. */
const against = (from: string, address: unknown): unknown =>
  typeof address === 'string' && !/^[a-z][a-z\d+.-]*:/i.test(address) && URL.canParse(address, from)
    ? new URL(address, from).href.replaceAll('%7B', '{').replaceAll('%7D', '}')
    : address;

const parsed = (text: string): Fields => {
  let told: unknown;
  try {
    told = JSON.parse(text);
  } catch {
    throw notStyle('no JSON');
  }
  if (!isFields(told)) throw notStyle('no object');
  return told;
};
const plain = (html: string): string =>
  html
    .replace(/<[^<>]*>/g, '')
    .replaceAll('&copy;', '©')
    .replaceAll('&amp;', '&')
    .trim();

/**
 * A style as it is at an address, made whole: descriptions of its sources are read and put in, so that nothing but tiles, signs and pictures is
 * fetched later, from servers that are known. Throws `NotStyle`.
 */
export const readStyle = async (address: string, key: string, fetch: Fetch): Promise<StyleFacts> => {
  const read = async (from: string, most: number): Promise<Fields> => {
    const told = await fetch(from, most);
    // a key that stands in it is not said
    if ('fault' in told)
      throw new NotStyle('baseMapStyleAway', { address: tileOrigin(from) ?? '', fault: cut(told.fault) });
    return parsed(told.text);
  };
  const put = address.replaceAll('{key}', encodeURIComponent(key));
  const told = await read(put, MOST.text);
  if (told.version !== 8) throw notStyle('version');
  if (!isFields(told.sources) || !Array.isArray(told.layers)) throw notStyle('sources, layers');
  const named = Object.entries(told.sources);
  if (named.length > MOST.sources) throw notStyle(`sources > ${MOST.sources}`);
  if (told.layers.length > MOST.layers) throw notStyle(`layers > ${MOST.layers}`);

  const said = new Set<string>();
  const sources: [string, Fields][] = [];
  for (const [name, source] of named) {
    if (!isFields(source) || !sourceTypes.includes(source.type as string))
      throw notStyle(`sources.${cut(name, 40)}.type`);
    let [of, from] = [source, put];
    if (source.url !== undefined) {
      from = checked(against(put, source.url), 'sprite');
      of = { ...(await read(from, MOST.source)), ...source };
    }
    if (!Array.isArray(of.tiles) || of.tiles.length === 0 || of.tiles.length > 8)
      throw notStyle(`sources.${cut(name, 40)}.tiles`);
    if (typeof of.attribution === 'string') said.add(plain(of.attribution));
    sources.push([
      name,
      {
        ...Object.fromEntries(sourceFields.flatMap((field) => (of[field] === undefined ? [] : [[field, of[field]]]))),
        tiles: of.tiles.map((tile) => checked(against(from, tile), 'tiles')),
      },
    ]);
  }
  const sprites = Array.isArray(told.sprite) ? told.sprite : told.sprite === undefined ? [] : [told.sprite];
  const pictures = sprites.map((one: unknown) =>
    isFields(one)
      ? { id: one.id, url: checked(against(put, one.url), 'sprite') }
      : { id: 'default', url: checked(against(put, one), 'sprite') },
  );
  const whole = {
    version: 8,
    sources: Object.fromEntries(sources),
    ...(told.glyphs === undefined ? {} : { glyphs: checked(against(put, told.glyphs), 'glyphs') }),
    ...(pictures.length === 0 ? {} : { sprite: pictures }),
    layers: told.layers.map((layer: unknown) => {
      if (!isFields(layer)) throw notStyle('layers');
      const { metadata: _, ...rest } = layer;
      return rest;
    }),
  };
  const { validateStyleMin, latest } = await import('@maplibre/maplibre-gl-style-spec');
  let style: string;
  try {
    const [fault] = validateStyleMin(whole as unknown as StyleSpecification, latest);
    if (fault) throw notStyle(fault.message);
    style = JSON.stringify(whole);
  } catch (error) {
    // one so deep that it cannot be walked
    throw error instanceof NotStyle ? error : notStyle('layers');
  }
  if (style.length > MOST.kept) throw notStyle(`> ${MOST.kept / 1000} KB`);
  const all = [
    ...sources.flatMap(([, { tiles }]) => tiles as string[]),
    ...pictures.map(({ url }) => url),
    ...('glyphs' in whole ? [whole.glyphs] : []),
  ];
  const servers = [...new Set(all.flatMap((one) => tileOrigin(String(one)) ?? []))].sort();
  if (servers.length > MOST.servers) throw notStyle(`servers > ${MOST.servers}`);
  return { style: withoutKey(style, key), servers, attribution: [...said].filter(Boolean).join(' · ').slice(0, 200) };
};

/** A key of a few signs stands in words that have nothing to do with it: it is left where it is. */
const KEY_MOST_SURELY = 8;
/** A key is kept sealed, and nowhere else. */
const withoutKey = (style: string, key: string): string =>
  key.length < KEY_MOST_SURELY ? style : style.replaceAll(encodeURIComponent(key), '{key}').replaceAll(key, '{key}');
/** As pages are told it. */
export const withKey = (style: string, key: string): string => style.replaceAll('{key}', encodeURIComponent(key));
