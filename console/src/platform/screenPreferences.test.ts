import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadScreenPreferences, merged, setScreenPreference, useScreenPreferences } from './screenPreferences.ts';

let server: Record<string, unknown>;
let sent: { path: string; name?: string; value?: unknown }[];
let answer: 'success' | 'validation' | 'dead';

beforeEach(async () => {
  vi.useFakeTimers();
  localStorage.clear();
  server = {};
  sent = [];
  answer = 'success';
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url === '/config.json') return Response.json({ signSecret: 's', title: '', version: '0' });
    const body = JSON.parse(String(init.body)) as { name: string; value: unknown };
    if (answer === 'dead') throw new TypeError('the line is dead');
    sent.push({ path: url, ...body });
    if (url === '/oper/preference/find')
      return Response.json({ verify: { sign: 'success', desc: '' }, data: { preferences: server } });
    if (answer === 'success') server = { ...server, [body.name]: body.value };
    return Response.json({ verify: { sign: answer, desc: '' }, data: {} });
  });
  await loadScreenPreferences(null);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const updates = () => sent.filter((s) => s.path === '/oper/preference/update').map(({ name, value }) => [name, value]);
const values = () => useScreenPreferences.getState().values;

it('puts what was changed here over what the server holds, forgotten names too', () => {
  const here = { values: { a: 'mine', c: 3 }, unsaved: ['a', 'b'] };
  expect(merged({ a: 'theirs', b: 2, c: 'newer' }, here)).toEqual({
    values: { a: 'mine', c: 'newer' },
    unsaved: ['a', 'b'],
  });
});

it('saves once the changes pause, the last value only', async () => {
  await loadScreenPreferences(7);
  setScreenPreference('table.device', { size: 10 });
  setScreenPreference('table.device', { size: 50 });
  expect(values()).toEqual({ 'table.device': { size: 50 } });
  expect(updates()).toEqual([]);
  await vi.runAllTimersAsync();
  expect(updates()).toEqual([['table.device', { size: 50 }]]);
  expect(useScreenPreferences.getState().unsaved).toEqual([]);
});

it('comes to the next computer', async () => {
  server = { 'table.device': { size: 100 } };
  await loadScreenPreferences(7);
  expect(values()).toEqual({ 'table.device': { size: 100 } });
});

it('keeps a change over a broken line and saves it at the next visit', async () => {
  server = { a: 1 };
  await loadScreenPreferences(7);
  answer = 'dead';
  setScreenPreference('a', 2);
  await vi.runAllTimersAsync();
  expect(server).toEqual({ a: 1 });

  await loadScreenPreferences(null);
  expect(values()).toEqual({});
  answer = 'success';
  await loadScreenPreferences(7);
  expect(values()).toEqual({ a: 2 });
  await vi.runAllTimersAsync();
  expect(server).toEqual({ a: 2 });
});

it('shows nobody what another person likes', async () => {
  await loadScreenPreferences(7);
  setScreenPreference('a', 1);
  await vi.runAllTimersAsync();
  server = {};
  await loadScreenPreferences(8);
  expect(values()).toEqual({});
});

it('does not offer again what the server refuses', async () => {
  await loadScreenPreferences(7);
  answer = 'validation';
  setScreenPreference('a', 'far too long');
  await vi.runAllTimersAsync();
  expect(useScreenPreferences.getState().unsaved).toEqual([]);
  expect(updates()).toHaveLength(1);
});
