import { orders } from '@plomb/contract/orders/orders';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Refused } from './answer.ts';
import { post, send } from './client.ts';
import { answerProof, useConfirm } from './confirm.ts';
import { useNotices } from './notices.ts';
import { signedIn, signedOut, useSession } from './session.ts';

let signs: string[];
let sent: string[];
beforeEach(() => {
  signs = [];
  sent = [];
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === '/config.json') return Response.json({ signSecret: 's', title: '', version: '0' });
    sent.push(url);
    const sign = signs.shift() ?? 'success';
    return Response.json({ verify: { sign, desc: sign }, data: { of: url } });
  });
  const oper = { id: 1, oper_name: 'A', login_name: 'a', organization: { id: 1, org_name: 'O', logo: '' } };
  signedIn({ token: 't', publicKey: '', imageServerUrl: '', oper });
  useNotices.setState({ shown: [] });
});
afterEach(() => {
  signedOut();
  vi.unstubAllGlobals();
});
const asking = () => vi.waitFor(() => expect(useConfirm.getState().asked).toBe(true));

it('asks for a fresh proof once for all calls that wait, and sends each again', async () => {
  signs = ['confirmNeeded', 'confirmNeeded'];
  const calls = Promise.all([post('/lock/unseal', {}), post('/apiKey/add', {})]);
  await asking();
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  await Promise.resolve();
  answerProof(true);
  expect(await calls).toEqual([{ of: '/lock/unseal' }, { of: '/apiKey/add' }]);
  expect(sent).toHaveLength(4);
  expect(useConfirm.getState().asked).toBe(false);
});

it('knows what waits for the proof, and forgets it with the answer', async () => {
  signs = ['confirmNeeded'];
  const input = { device_id: 1, reason: '', idempotency_key: 'k' };
  const call = send(orders.seal, input, { about: '沪A·D7001' }).catch(() => undefined);
  await asking();
  expect(useConfirm.getState().deeds).toEqual([{ title: orders.seal.title, about: '沪A·D7001' }]);
  answerProof(false);
  await call;
  expect(useConfirm.getState().deeds).toEqual([]);
});

it('declined, the call is refused without a toast and not sent again', async () => {
  signs = ['confirmNeeded'];
  const call = post('/lock/unseal', {}).catch((error: unknown) => error);
  await asking();
  answerProof(false);
  expect(await call).toBeInstanceOf(Refused);
  expect(sent).toEqual(['/lock/unseal']);
  expect(useNotices.getState().shown).toEqual([]);
});

it('refused again after a proof, it does not ask for ever', async () => {
  signs = ['confirmNeeded', 'confirmNeeded'];
  const call = post('/lock/unseal', {}).catch((error: unknown) => error);
  await asking();
  answerProof(true);
  expect(await call).toMatchObject({ sign: 'confirmNeeded' });
  expect(sent).toHaveLength(2);
});

it('a code that was wrong is for the form that asked to say', async () => {
  signs = ['secondFactor'];
  await post('/login/login', {}).catch(() => undefined);
  expect(useNotices.getState().shown).toEqual([]);
});

it('told to set something up first, the permissions are fetched anew: they say what', async () => {
  useSession.setState({ menus: [], setUp: null });
  signs = ['setUpNeeded', 'setUpNeeded'];
  await post('/device/list', {}).catch(() => undefined);
  expect(useSession.getState().menus).toBeNull();
  // once that is known, late refusals of other calls change nothing
  useSession.setState({ menus: [], setUp: 'secondFactor' });
  await post('/device/list', {}).catch(() => undefined);
  expect(useSession.getState().menus).toEqual([]);
});
