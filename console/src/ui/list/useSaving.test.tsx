import { manufacturers } from '@plomb/contract/devices/manufacturers';
import { renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { List } from './useList.ts';
import { useSaving } from './useSaving.ts';

let answers: ('none' | 'full' | 'refused' | 'added')[];
let sent: Record<string, unknown>[];
let seals: number;

beforeEach(() => {
  sent = [];
  seals = 0;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url === '/config.json') return Response.json({ signSecret: 's', title: '', version: '0' });
    const { factoryCode, factoryName, idempotency_key } = JSON.parse(String(init.body)) as Record<string, unknown>;
    sent.push({ factoryCode, factoryName, idempotency_key });
    const answer = answers.shift();
    if (answer === 'none') throw new TypeError('the server is away');
    const sign = answer === 'added' ? 'success' : answer === 'full' ? 'unavailable' : 'validation';
    return Response.json({ verify: { sign, desc: '' }, data: { id: 7 } });
  });
});

/** A form for a new record whose code is sealed: differently each time, as passwords are. */
const form = () => {
  const list = { open: { edit: 'new' }, show: () => undefined } as unknown as List;
  const prepare = async ({ factoryCode, ...more }: { factoryCode: string; factoryName: string }) => {
    seals += 1;
    return { ...more, factoryCode: `${factoryCode} sealed ${seals}` };
  };
  const { result } = renderHook(() => useSaving(manufacturers, list, { prepare }, async () => undefined));
  return (factoryName: string) =>
    result.current({ factoryCode: 'secret', factoryName }, '', () => undefined).catch(() => undefined);
};

it.each(['none', 'full'] as const)('what nobody knows to have arrived (%s) is sent again as it was', async (first) => {
  answers = [first, first, 'added'];
  const press = form();
  for (let times = 0; times < 3; times += 1) await press('Acme');
  expect(sent).toHaveLength(3);
  expect(sent[1]).toEqual(sent[0]);
  expect(sent[2]).toEqual(sent[0]);
});

it('is prepared anew with other values', async () => {
  answers = ['none', 'added'];
  const press = form();
  await press('Acme');
  await press('Beta');
  expect(sent.map((one) => one.factoryCode)).toEqual(['secret sealed 1', 'secret sealed 2']);
});

it('is prepared anew once it was refused: what seals it is used up', async () => {
  answers = ['refused', 'added'];
  const press = form();
  await press('Acme');
  await press('Acme');
  expect(sent.map((one) => one.factoryCode)).toEqual(['secret sealed 1', 'secret sealed 2']);
});
