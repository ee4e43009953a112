import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followRights } from './auth.ts';
import { startLive } from './live.ts';
import { signedIn, useSession } from './session.ts';

const menu = (menu_code: string) => ({
  id: 1,
  menu_code,
  menu_name: { zh: menu_code, en: menu_code },
  menu_url: '0',
  menu_icon: '',
  hidden: false,
  remarks: '1',
  sid: null,
  buttons: [],
});
let say: ((event: string, data: object) => void) | undefined;
let asked: number;
let answer: object;
let stops: (() => void)[];

beforeEach(async () => {
  asked = 0;
  say = undefined;
  const text = new TextEncoder();
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === '/config.json') return Response.json({ signSecret: 's', title: '', version: '0' });
    if (url === '/auth/getAuth') {
      asked += 1;
      return Response.json(answer);
    }
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => {
        say = (event, data) => stream.enqueue(text.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
        say('hello', { epoch: 'e', seq: 0 });
        say('rights', { mark: 'as it was' });
      },
    });
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
  });
  const oper = { id: 1, oper_name: 'A', login_name: 'a', organization: { id: 1, org_name: 'O', logo: '' } };
  signedIn({ token: 't', publicKey: '', imageServerUrl: '', oper });
  useSession.setState({ menus: [menu('before')] });
  answer = { verify: { sign: 'success', desc: '' }, data: { token: 't', publicKey: '', menus: [menu('after')] } };
  stops = [followRights(), startLive()];
  await vi.waitFor(() => expect(say).toBeTypeOf('function'));
});
afterEach(() => {
  for (const stop of stops) stop();
  vi.unstubAllGlobals();
});
const codes = () => useSession.getState().menus?.map((m) => m.menu_code) ?? null;

it('fetches the permissions again when they changed, and only then', async () => {
  say?.('rights', { mark: 'as it was' });
  say?.('rights', { mark: 'another' });
  await vi.waitFor(() => expect(codes()).toEqual(['after']));
  expect(asked).toBe(1);
});

it('lets go of somebody who has no right left', async () => {
  answer = { verify: { sign: 'noPermission', desc: 'none' } };
  say?.('rights', { mark: 'none left' });
  await vi.waitFor(() => expect(codes()).toBeNull());
});
