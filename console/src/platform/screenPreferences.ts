import { preferences } from '@plomb/contract/session/preferences';
import { useEffect, useMemo } from 'react';
import { create } from 'zustand';
import { Refused } from './answer.ts';
import { send } from './client.ts';
import { useSession } from './session.ts';
import { remember, rememberedJson } from './storage.ts';

/**
 * What a person likes its screens to be, kept by the server so that it follows to the next computer. A copy stands in
 * the browser: screens are right from the first moment, and a change outlives a broken line.
 */
export interface Kept {
  values: Readonly<Record<string, unknown>>;
  /** names changed here that have not reached the server */
  unsaved: readonly string[];
}

const nothing: Kept = { values: {}, unsaved: [] };
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const readKept = (value: unknown): Kept =>
  isObject(value) && isObject(value.values) && Array.isArray(value.unsaved)
    ? { values: value.values, unsaved: value.unsaved.filter((n) => typeof n === 'string') }
    : nothing;

const without = (values: Readonly<Record<string, unknown>>, name: string): Record<string, unknown> => {
  const { [name]: _gone, ...rest } = values;
  return rest;
};
const put = (values: Readonly<Record<string, unknown>>, name: string, value: unknown): Record<string, unknown> =>
  value === null || value === undefined ? without(values, name) : { ...values, [name]: value };

/** What the server holds, under what was changed here and has not reached it yet. */
export const merged = (server: Readonly<Record<string, unknown>>, here: Kept): Kept => ({
  values: here.unsaved.reduce((values, name) => put(values, name, here.values[name]), server),
  unsaved: here.unsaved,
});

/** Beside what is kept: whose it is. */
export const useScreenPreferences = create<Kept & { operator: number | null }>(() => ({ operator: null, ...nothing }));

const storageName = (operator: number): string => `screens.${operator}`;
const change = (next: Kept): void => {
  useScreenPreferences.setState(next);
  const { operator } = useScreenPreferences.getState();
  if (operator !== null)
    remember(storageName(operator), JSON.stringify({ values: next.values, unsaved: next.unsaved }));
};

const pause = 800;
let timer: ReturnType<typeof setTimeout> | null = null;
const saveSoon = (): void => {
  if (timer !== null) clearTimeout(timer);
  timer = setTimeout(() => void save(), pause);
};

const save = async (): Promise<void> => {
  timer = null;
  const { operator, unsaved } = useScreenPreferences.getState();
  for (const name of unsaved) {
    const value = useScreenPreferences.getState().values[name];
    try {
      await send(preferences.update, { name, value: value ?? null }, { quiet: true });
    } catch (error) {
      if (!(error instanceof Refused) || error.sign === 'sessionTimeOut') return; // tried again with the next change or visit
    }
    const now = useScreenPreferences.getState();
    if (now.operator !== operator) return;
    // changed again meanwhile: it goes once more
    if (now.values[name] === value) change({ values: now.values, unsaved: now.unsaved.filter((n) => n !== name) });
  }
  if (useScreenPreferences.getState().unsaved.length > 0) saveSoon();
};

/** Remembers a value at once; null forgets it. The server hears of it when the changes pause. */
export const setScreenPreference = (name: string, value: unknown): void => {
  const { values, unsaved } = useScreenPreferences.getState();
  change({ values: put(values, name, value), unsaved: unsaved.includes(name) ? unsaved : [...unsaved, name] });
  saveSoon();
};

/** Takes over an operator's preferences: the copy of this browser first, the server's as soon as they are here. */
export const loadScreenPreferences = async (operator: number | null): Promise<void> => {
  if (useScreenPreferences.getState().operator === operator) return;
  if (timer !== null) clearTimeout(timer);
  timer = null;
  const here = operator === null ? nothing : readKept(rememberedJson(storageName(operator)));
  useScreenPreferences.setState({ operator, ...here });
  if (operator === null) return;
  try {
    const found = await send(preferences.find, {}, { quiet: true });
    const now = useScreenPreferences.getState();
    if (now.operator !== operator) return;
    change(merged(found.preferences, now));
    if (now.unsaved.length > 0) saveSoon();
  } catch {
    // the copy has to do
  }
};

/** `read` makes sense of whatever is stored; it stands outside of the component. */
export const useScreenPreference = <T>(name: string, read: (stored: unknown) => T): [T, (value: T | null) => void] => {
  const operator = useSession((s) => s.oper?.id ?? null);
  useEffect(() => void loadScreenPreferences(operator), [operator]);
  const stored = useScreenPreferences((s) => s.values[name]);
  const value = useMemo(() => read(stored), [read, stored]);
  return [value, (next) => setScreenPreference(name, next)];
};
