import type { Text } from '@plomb/contract/kit/text';
import { learnClock } from './clock.ts';

/** What the server tells every page before anyone signs in. */
export interface PublicConfig {
  signSecret: string;
  title: Text;
  version: string;
  /** which build of the console the server hands out; empty: none */
  build: string;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const line = (value: unknown): string => (typeof value === 'string' ? value : '');
/** A title is a text in both languages, or one for both. */
const textOf = (value: unknown): Text =>
  isObject(value) ? { zh: line(value.zh), en: line(value.en) } : { zh: line(value), en: line(value) };

/** As it is now, whatever was fetched before. */
export const freshConfig = async (signal?: AbortSignal): Promise<PublicConfig> => {
  const sent = Date.now();
  const answer = await fetch('/config.json', { cache: 'no-cache', ...(signal ? { signal } : {}) });
  learnClock(answer.headers.get('Date'), sent, Date.now());
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  const value: unknown = await answer.json();
  if (!isObject(value)) throw new Error('the configuration is no object');
  const { signSecret, title, version, build } = value;
  return { signSecret: line(signSecret), title: textOf(title), version: line(version), build: line(build) };
};

let asked: Promise<PublicConfig> | null = null;

/** Fetched once, until it is forgotten; a failure is not remembered, the next caller asks again. */
export const publicConfig = (signal?: AbortSignal): Promise<PublicConfig> => {
  asked ??= freshConfig(signal).catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
};

/** The server refused a sign: its secret may be another since it was set up anew. The next caller asks again. */
export const forgetConfig = (): void => {
  asked = null;
};
