import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dictionaryOf, refreshWords, useWords } from './dictionaries.ts';
import { signedIn } from './session.ts';

let server: { version: string; all: ReturnType<typeof useWords.getState>['all'] };
let asked: unknown[];

const item = (item_code: string, en: string, enabled = true) => ({
  item_code,
  item_text: { zh: `${en}(中)`, en },
  colour: 'grey' as const,
  enabled,
});

beforeEach(() => {
  asked = [];
  useWords.setState(useWords.getInitialState());
  server = {
    version: 'v1',
    all: { fence_type: { dict_text: { zh: '类', en: 'Kind' }, items: [item('line', 'Route')] } },
  };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url === '/config.json') return Response.json({ signSecret: 's', title: '', version: '0' });
    const { version } = JSON.parse(String(init.body)) as { version?: string };
    asked.push(version);
    const data = { version: server.version, dictionaries: version === server.version ? null : server.all };
    return Response.json({ verify: { sign: 'success', desc: '' }, data });
  });
  const oper = { id: 1, oper_name: 'A', login_name: 'a', organization: { id: 1, org_name: 'O', logo: '' } };
  signedIn({ token: 't', publicKey: '', imageServerUrl: '', oper });
});
afterEach(() => vi.unstubAllGlobals());

const word = (code: string) => dictionaryOf(useWords.getState().all, 'fence_type', 'en').word(code);

test('words are fetched once, and again only when another version is told', async () => {
  expect(word('line')).toBe('Line');
  await Promise.all([refreshWords(), refreshWords()]);
  expect([word('line'), word('circle')]).toEqual(['Route', 'Circle']);
  await refreshWords('v1');
  expect(asked).toEqual([undefined]);

  server = {
    version: 'v2',
    all: { fence_type: { dict_text: { zh: '类', en: 'Kind' }, items: [item('line', 'Way')] } },
  };
  await refreshWords('v2');
  expect(asked).toEqual([undefined, 'v1']);
  expect(word('line')).toBe('Way');
  await refreshWords();
  expect(asked).toEqual([undefined, 'v1', 'v2']);
  expect(word('line')).toBe('Way');
});

test('what is disabled has its word but is not offered; the order is the dictionary’s', () => {
  const items = [item('circle', 'Circle'), item('polygon', 'Area', false), item('line', 'Line')];
  const dictionary = dictionaryOf({ fence_type: { dict_text: { zh: '类', en: 'Kind' }, items } }, 'fence_type', 'zh');
  expect(dictionary.offered(['line', 'polygon', 'circle'])).toEqual([
    { value: 'circle', label: 'Circle(中)' },
    { value: 'line', label: 'Line(中)' },
  ]);
  expect(dictionary.options.map((o) => o.value)).toEqual(['circle', 'line']);
  expect(dictionary.word('polygon')).toBe('Area(中)');
});
