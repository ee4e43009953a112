import type { Lang } from '@plomb/contract/kit/text';
import type { Config } from '../../platform/config.ts';
import { ask } from '../../platform/messages/post.ts';
import { openBuckets } from '../../platform/tokenBucket.ts';

/** What a provider calls a place; null: it was not asked, or does not say. It never fails. */
export type Geocoder = (lon: number, lat: number, lang: Lang) => Promise<string | null>;

/** People wait for a page; the offline map answers at once. */
const LONGEST_MS = 3000;
/** After a fault nobody waits for it again for so long. */
const PAUSE_MS = 60_000;
const BURST = 20;
const MOST_KEPT = 50_000;
const LONGEST_WORDS = 200;
/** A hundred metres are one place. */
const cell = (degrees: number): string => degrees.toFixed(3);

/** Of Nominatim (`display_name`), and of Tianditu and Baidu (`result.formatted_address`). */
export const wordsIn = (text: string): string | null => {
  let told: unknown;
  try {
    told = JSON.parse(text);
  } catch {
    return null;
  }
  const field = (of: unknown, name: string): unknown =>
    typeof of === 'object' && of !== null ? (of as Record<string, unknown>)[name] : undefined;
  const words = field(told, 'display_name') ?? field(field(told, 'result'), 'formatted_address');
  return typeof words === 'string' && words.trim() !== '' ? words.trim().slice(0, LONGEST_WORDS) : null;
};

type Settings = Pick<Config, 'GEOCODER_URL' | 'GEOCODER_PER_SECOND' | 'OUTBOUND_ALLOW'>;
/** The provider of the settings, asked once for a place and no oftener than it may be; null: there is none. */
export const openGeocoder = (settings: Settings, now: () => number = Date.now): Geocoder | null => {
  const { GEOCODER_URL: url, GEOCODER_PER_SECOND: perSecond, OUTBOUND_ALLOW: allowed } = settings;
  if (url === undefined) return null;
  const buckets = openBuckets({ perSecond, burst: BURST }, now);
  const kept = new Map<string, Promise<string | null>>();
  let pausedUntil = 0;

  const told = async (lon: string, lat: string, lang: Lang): Promise<string | null> => {
    const address = url
      .replaceAll('{lon}', lon)
      .replaceAll('{lat}', lat)
      .replaceAll('{lang}', lang === 'zh' ? 'zh-CN' : 'en');
    const answer = await ask(address, { allowed, timeoutMs: LONGEST_MS, headers: { 'User-Agent': 'Plomb' } });
    if ('fault' in answer || answer.status !== 200) {
      pausedUntil = now() + PAUSE_MS;
      return null;
    }
    return wordsIn(answer.text);
  };
  return (lon, lat, lang) => {
    if (lang !== 'zh' && !url.includes('{lang}')) return Promise.resolve(null);
    const [x, y] = [cell(lon), cell(lat)];
    const name = `${lang} ${x} ${y}`;
    const known = kept.get(name);
    if (known) return known;
    if (now() < pausedUntil || !buckets.take(0)) return Promise.resolve(null);
    // whoever asks for it meanwhile waits for the same answer
    const asked = told(x, y, lang).then((words) => {
      // what was not told may be asked for again
      if (words === null) kept.delete(name);
      return words;
    });
    kept.set(name, asked);
    const [oldest] = kept.size > MOST_KEPT ? kept.keys() : [];
    if (oldest !== undefined) kept.delete(oldest);
    return asked;
  };
};
