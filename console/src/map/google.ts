import type { Lang } from '@plomb/contract/kit/text';
import type { BaseMap } from './baseMap.ts';

/** Google tells for a key a session, with which tiles are fetched for two weeks (Map Tiles API, `createSession`). */
export const googleTiles = async (key: string, lang: Lang): Promise<string> => {
  const answer = await fetch(`https://tile.googleapis.com/v1/createSession?key=${encodeURIComponent(key)}`, {
    method: 'POST',
    credentials: 'omit',
    referrerPolicy: 'strict-origin',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ mapType: 'roadmap', language: lang === 'zh' ? 'zh-CN' : 'en', region: 'CN' }),
  });
  const told: unknown = answer.ok ? await answer.json() : null;
  if (typeof told !== 'object' || told === null || !('session' in told) || typeof told.session !== 'string')
    throw new Error(`Google refuses a session with ${answer.status}`);
  return `https://tile.googleapis.com/v1/2dtiles/{z}/{x}/{y}?session=${encodeURIComponent(told.session)}&key=${encodeURIComponent(key)}`;
};

export const withTiles = (base: BaseMap, address: string): BaseMap => ({
  ...base,
  tiles: { zh: [address], en: [address] },
});
