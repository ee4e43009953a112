import { vi } from 'vitest';
import { signedIn } from '../platform/session.ts';

type Answer = [sign: string, desc: string, data?: unknown];
export type Asked = { path: string; body: Record<string, unknown> }[];

/** A server that answers as told; keys for passwords it gives by itself. Answers what it was asked. */
export const serveWith = (answer: (path: string, body: Record<string, unknown>) => Answer): Asked => {
  const asked: Asked = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url === '/config.json') return Response.json({ signSecret: 's', title: '', version: '0' });
    const body = JSON.parse(String(init.body)) as Record<string, unknown>;
    if (url === '/login/key') return Response.json({ verify: { sign: 'success', desc: '' }, data: key });
    asked.push({ path: url, body });
    const [sign, desc, data = {}] = answer(url, body);
    return Response.json({ verify: { sign, desc }, data });
  });
  return asked;
};
const key = {
  keyId: 'one',
  publicKey: 'hSDwCYkwp1R0i33ctD73Wg2/Og0mOBr066SpjqqbTmo=',
  nonce: 'AAAAAAAAAAAAAAAAAAAAAA==',
  expires: '2030-01-01T00:00:00Z',
};

export const signInAs = (oper_name: string): void => {
  const organization = { id: 1, org_name: 'O', logo: '' };
  signedIn({
    token: 't',
    publicKey: '',
    imageServerUrl: '',
    oper: { id: 1, oper_name, login_name: 'a', organization },
  });
};
