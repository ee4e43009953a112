import type { Lang } from '@plomb/contract/kit/text';
import type { BaseMap } from './baseMap.ts';
import type { MapViewState } from './marks.ts';

/** Map Tiles API: a key opens a session, with which tiles are fetched and their owners are asked for, until it ends. */
export const GOOGLE = 'https://tile.googleapis.com';
const HOUR = 3_600_000;

export interface GoogleSession {
  session: string;
  /** when another one is asked for: well before it ends */
  renew: number;
}

const asked = async (address: string, more: RequestInit = {}): Promise<unknown> => {
  const answer = await fetch(address, { credentials: 'omit', referrerPolicy: 'strict-origin', ...more });
  if (!answer.ok) throw new Error(`Google refuses with ${answer.status}`);
  return answer.json();
};
const field = (told: unknown, name: string): unknown =>
  typeof told === 'object' && told !== null ? (told as Record<string, unknown>)[name] : undefined;

export const openGoogle = async (key: string, lang: Lang, now: number): Promise<GoogleSession> => {
  const told = await asked(`${GOOGLE}/v1/createSession?${new URLSearchParams({ key })}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ mapType: 'roadmap', language: lang === 'zh' ? 'zh-CN' : 'en-US', region: 'CN' }),
  });
  const [session, expiry] = [field(told, 'session'), Number(field(told, 'expiry'))];
  if (typeof session !== 'string') throw new Error('Google tells no session');
  // in seconds; one that says nothing of its end is good for a day
  return { session, renew: Math.max(now + HOUR / 60, (expiry > 0 ? expiry * 1000 : now + 25 * HOUR) - HOUR) };
};

/** The same base map with what the session opens. */
export const withSession = (base: BaseMap, session: string): BaseMap => {
  const tiles = [`${GOOGLE}/v1/2dtiles/{z}/{x}/{y}?${new URLSearchParams({ session, key: base.key })}`];
  return { ...base, session, tiles: { zh: tiles, en: tiles } };
};

const around = (lon: number): number => ((((lon + 180) % 360) + 360) % 360) - 180;
const within = (lat: number): string => Math.max(-89.9, Math.min(89.9, lat)).toFixed(5);

/** Whose data a view shows: Google asks for it to be said with the map, beside its own name. */
export const googleCredit = async (
  { key, session = '' }: Pick<BaseMap, 'key' | 'session'>,
  { bounds: [west, south, east, north], zoom }: MapViewState,
  signal: AbortSignal,
): Promise<string> => {
  const isWorld = east - west >= 360;
  const view = {
    // its tiles are half as wide as ours
    zoom: String(Math.max(0, Math.min(22, Math.round(zoom) + 1))),
    ...{ north: within(north), south: within(south) },
    ...{ east: (isWorld ? 180 : around(east)).toFixed(5), west: (isWorld ? -180 : around(west)).toFixed(5) },
  };
  const told = await asked(`${GOOGLE}/tile/v1/viewport?${new URLSearchParams({ session, key, ...view })}`, { signal });
  const copyright = field(told, 'copyright');
  return ['Google Maps', typeof copyright === 'string' ? copyright.trim() : ''].filter(Boolean).join(' · ');
};
