import { alarmCalls } from '@plomb/contract/alarms/domain';
import { signOf } from '@plomb/contract/kit/sign';
import { orderCalls } from '@plomb/contract/orders/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refused, Unreachable } from './answer.ts';
import { download, post, send } from './client.ts';
import { learnClock } from './clock.ts';
import { forgetConfig } from './config.ts';
import { useNotices } from './notices.ts';
import { patience } from './patience.ts';
import { signedIn, signedOut, token, useSession } from './session.ts';
import { setLangChoice } from './settings.ts';

vi.mock('./patience.ts', { spy: true });
const secret = 'a-secret-of-a-test';
const oper = { id: 1, oper_name: '周敏', login_name: 'zhoumin', organization: { id: 1, org_name: '苏南', logo: '' } };
const envelope = (sign: string, desc: string, data: unknown = {}, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify({ verify: { sign, desc }, data }), {
    headers: { 'Content-Type': 'application/json', ...headers },
  });

let sent: { url: string; init: RequestInit }[];
let answers: (() => Response | Promise<Response>)[];

beforeEach(() => {
  sent = [];
  answers = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url === '/config.json') return Response.json({ signSecret: secret, title: '', version: '0' });
    sent.push({ url, init });
    const next = answers.shift();
    if (!next) throw new TypeError('nothing answers');
    return next();
  });
  useNotices.setState({ shown: [] });
  setLangChoice('zh');
  signedIn({ token: 'first', publicKey: 'k', imageServerUrl: '/images/', oper });
});
afterEach(() => {
  signedOut();
  vi.unstubAllGlobals();
});

const notices = () => useNotices.getState().shown.map((n) => [n.kind, n.text, n.milliseconds]);

describe('a request', () => {
  it('carries token, language, time and a sign over all of it', async () => {
    answers.push(() => envelope('success', ''));
    await post('/any/path', { a: 1, none: undefined, name: '锁' });
    const { url, init } = sent[0] ?? { url: '', init: {} };
    const body = JSON.parse(String(init.body)) as Record<string, unknown>;
    expect(url).toBe('/any/path');
    expect(new Headers(init.headers).get('Authorization')).toBe('first');
    expect(body).toMatchObject({ a: 1, name: '锁', langue: 'zh_CN' });
    expect(Math.abs(Number(body.timestamp) - Date.now())).toBeLessThan(60_000);
    expect(body.sign).toBe(signOf(body, secret));
  });

  it('refused for its sign is sent once more, by the clock and with the secret that the refusal taught', async () => {
    let asked = 0;
    const answer = globalThis.fetch;
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
      if (url !== '/config.json') return answer(url, init);
      asked += 1;
      return Promise.resolve(Response.json({ signSecret: 'the new secret', title: '', version: '0' }));
    });
    const late = Date.now() + 7 * 60_000;
    answers.push(
      () => envelope('signError', '请求签名或时间不正确', {}, { Date: new Date(late).toUTCString() }),
      () => envelope('success', '', { id: 1 }),
    );
    expect(await post('/any/path', { a: 1 })).toEqual({ id: 1 });
    expect(asked).toBe(1);
    expect(notices()).toEqual([]);
    const body = JSON.parse(String(sent[1]?.init.body)) as Record<string, unknown>;
    expect(Math.abs(Number(body.timestamp) - late)).toBeLessThan(5000);
    expect(body.sign).toBe(signOf(body, 'the new secret'));

    // a sign that stays wrong is said, and not tried for ever
    answers.push(...Array.from({ length: 3 }, () => () => envelope('signError', '请求签名或时间不正确')));
    await expect(post('/any/path', {})).rejects.toThrow(Refused);
    expect(sent).toHaveLength(4);
    expect(notices()).toHaveLength(1);
    learnClock(new Date().toUTCString(), Date.now(), Date.now());
    forgetConfig();
  });

  it('carries no Authorization without a session', async () => {
    signedOut();
    answers.push(() => envelope('success', ''));
    await post('/login/key', {});
    expect(new Headers(sent[0]?.init.headers).has('Authorization')).toBe(false);
  });
});

describe('an answer', () => {
  it('copies the token of its header into the data and keeps it', async () => {
    answers.push(() => envelope('success', '', { rows: [] }, { Authorization: 'second' }));
    expect(await post('/x', {})).toEqual({ rows: [], token: 'second' });
    expect(token()).toBe('second');
    expect(document.cookie).toContain('Admin-Token=second');
  });

  it('does not bring a signed-out session back to life', async () => {
    answers.push(() => {
      signedOut();
      return envelope('success', '', {}, { Authorization: 'late' });
    });
    await post('/x', {});
    expect(token()).toBe('');
  });

  it('to the session before changes nothing of the one that came after it', async () => {
    const another = (answer: Response) => () => {
      signedIn({ token: 'of-another', publicKey: 'k', imageServerUrl: '/images/', oper });
      return answer;
    };
    answers.push(another(envelope('success', '', {}, { Authorization: 'late' })));
    await post('/x', {});
    expect(token()).toBe('of-another');
    signedIn({ token: 'first', publicKey: 'k', imageServerUrl: '/images/', oper });
    answers.push(another(envelope('sessionTimeOut', 'over')));
    await post('/x', {}).catch(() => {});
    expect([token(), useSession.getState().expired]).toEqual(['of-another', 'no']);
  });

  it('that refuses is said for 5 s and rejected with its field errors', async () => {
    answers.push(() => envelope('validation', '表单信息有误', { sn: '序列号为 4-20 位数字' }));
    const error = await send(alarmCalls.alarms.claim, { id: 1 }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(Refused);
    expect(error).toMatchObject({
      sign: 'validation',
      fields: { sn: { zh: '序列号为 4-20 位数字', en: '序列号为 4-20 位数字' } },
    });
    expect(notices()).toEqual([['error', '表单信息有误', 5000]]);
  });

  it('that refuses without words says Error', async () => {
    answers.push(() => envelope('fail', ''));
    await post('/x', {}).catch(() => {});
    expect(notices()).toEqual([['error', 'Error', 5000]]);
  });

  it('says the same words once, however many calls fail', async () => {
    answers.push(...Array.from({ length: 4 }, () => () => envelope('fail', '设备不存在')));
    await Promise.allSettled([1, 2, 3, 4].map(() => post('/x', {})));
    expect(notices()).toHaveLength(1);
  });

  it('of an expired session opens the one modal, without a toast; after staying only what a person does opens it again', async () => {
    answers.push(...Array.from({ length: 3 }, () => () => envelope('sessionTimeOut', '已过期')));
    await Promise.allSettled([post('/x', {}), post('/y', {}, { quiet: true })]);
    expect(useSession.getState().expired).toBe('asking');
    useSession.setState({ expired: 'stayed' });
    await post('/z', {}, { quiet: true }).catch(() => {});
    expect(useSession.getState().expired).toBe('stayed');
    answers.push(() => envelope('sessionTimeOut', '已过期'));
    await post('/z', {}).catch(() => {});
    expect(useSession.getState().expired).toBe('asking');
    // an order says itself what became of it, and is a person's deed all the same
    useSession.setState({ expired: 'stayed' });
    answers.push(() => envelope('sessionTimeOut', '已过期'));
    await send(orderCalls.orders.seal, { device_id: 1, idempotency_key: 'press-1-x' }, { quiet: true }).catch(() => {});
    expect(useSession.getState().expired).toBe('asking');
    expect(notices()).toEqual([]);
  });

  it('that is no envelope is an HTTP error, said for 2 s', async () => {
    answers.push(() => new Response('<html>bad gateway</html>', { status: 502 }));
    const error = await post('/x', {}).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(Unreachable);
    expect(notices()).toEqual([['error', '服务器应答异常 (HTTP 502)', 2000]]);
  });
});

describe('a broken line', () => {
  it('is said for 2 s in the language of the page', async () => {
    setLangChoice('en');
    await expect(post('/x', {})).rejects.toMatchObject({ kind: 'network' });
    expect(notices()).toEqual([['error', 'The server cannot be reached, please check the network', 2000]]);
  });
  it('stays unsaid for a background request', async () => {
    await expect(post('/x', {}, { quiet: true })).rejects.toBeInstanceOf(Unreachable);
    expect(notices()).toEqual([]);
  });
  it('whose answer stops coming in its middle was not cancelled by anybody, and says so', async () => {
    const limit = new AbortController();
    vi.mocked(patience).mockReturnValue({ signal: limit.signal, stop: () => undefined });
    // as browsers do: the end of a body that is being read is an AbortError, whatever ended it
    const cut = (end: () => void) => () =>
      Object.assign(envelope('success', ''), {
        json: () => {
          end();
          return Promise.reject(new DOMException('The user aborted a request.', 'AbortError'));
        },
      });
    const byHand = new AbortController();
    answers.push(cut(() => byHand.abort()));
    await expect(post('/x', {}, { signal: byHand.signal })).rejects.toMatchObject({ kind: 'aborted' });
    expect(notices()).toEqual([]);
    answers.push(cut(() => limit.abort(new DOMException('late', 'TimeoutError'))));
    await expect(post('/x', {})).rejects.toMatchObject({ kind: 'timeout' });
    expect(notices()).toEqual([['error', '服务器未及时应答', 2000]]);
    vi.mocked(patience).mockReset();
  });

  it('knows a timeout from a dead line', async () => {
    answers.push(() => Promise.reject(new DOMException('late', 'TimeoutError')));
    await expect(post('/x', {})).rejects.toMatchObject({ kind: 'timeout' });
  });
});

describe('download', () => {
  it('gives the file and the header that names it', async () => {
    answers.push(() => new Response('a,b', { headers: { 'Content-Disposition': 'attachment; filename="x.csv"' } }));
    const { blob, contentDisposition } = await download('/file/1');
    expect(await blob.text()).toBe('a,b');
    expect(contentDisposition).toBe('attachment; filename="x.csv"');
  });
  it('tells how much is here', async () => {
    answers.push(() => new Response('a,b\r\n', { headers: { 'Content-Type': 'text/csv' } }));
    const told: number[] = [];
    const { blob } = await download('/file/1', (bytes) => told.push(bytes));
    expect([told.at(-1), blob.type]).toEqual([5, 'text/csv']);
  });
  it('reads a refusal instead of saving it', async () => {
    answers.push(() => envelope('noPermission', '没有权限'));
    await expect(download('/file/1')).rejects.toMatchObject({ sign: 'noPermission' });
    expect(notices()).toEqual([['error', '没有权限', 5000]]);
  });
});
