import type { Call, InputOf, OutputOf } from '@plomb/contract/kit/call';
import type { Sign } from '@plomb/contract/kit/refusal';
import { signOf } from '@plomb/contract/kit/sign';
import { sealPassword } from '@plomb/contract/session/sealedPassword';
import { session } from '@plomb/contract/session/session';
import type { FastifyInstance } from 'fastify';

export interface Reply<T = unknown> {
  status: number;
  verify: { sign: Sign; desc: string };
  data: T;
  token: string;
}

/** A caller as the console is one: signs every body, carries a token. */
export class Caller {
  readonly #app: FastifyInstance;
  readonly #secret: string;
  token = '';
  langue: 'zh_CN' | 'en_US' = 'en_US';
  /** where it calls from */
  address = '127.0.0.1';
  constructor(app: FastifyInstance, secret: string) {
    this.#app = app;
    this.#secret = secret;
  }

  body(payload: object): Record<string, unknown> {
    const body = { ...payload, langue: this.langue, timestamp: Date.now() };
    return { ...body, sign: signOf(body, this.#secret) };
  }

  /** sends whatever it is given, without a sign or with a wrong one */
  async raw(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    const payload = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await this.#app.inject({
      method: 'POST',
      url: path,
      remoteAddress: this.address,
      headers: { 'content-type': 'application/json', ...(this.token ? { authorization: this.token } : {}), ...headers },
      payload,
    });
    const { verify, data } = answer.json();
    return { status: answer.statusCode, verify, data, token: String(answer.headers.authorization ?? '') };
  }

  post(path: string, payload: object): Promise<Reply> {
    return this.raw(path, this.body(payload));
  }

  async call<C extends Call>(call: C, input: InputOf<C>): Promise<Reply<OutputOf<C>>> {
    return (await this.post(call.path, input as object)) as Reply<OutputOf<C>>;
  }

  /** the data of a call that must succeed */
  async ok<C extends Call>(call: C, input: InputOf<C>): Promise<OutputOf<C>> {
    const reply = await this.call(call, input);
    if (reply.verify.sign !== 'success')
      throw new Error(`${call.path}: ${JSON.stringify(reply.verify)} ${JSON.stringify(reply.data)}`);
    return reply.data;
  }

  /** a call with a file in it, as a browser sends it: a form with signed fields beside the file */
  async upload<C extends Call>(
    call: C,
    fields: Record<string, string>,
    { bytes, name = 'file', type = '' }: { bytes: string | Uint8Array; name?: string; type?: string },
  ): Promise<Reply<OutputOf<C>>> {
    const form = new FormData();
    for (const [key, value] of Object.entries(this.body(fields))) form.append(key, String(value));
    form.append('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], { type }), name);
    const body = new Response(form);
    const answer = await this.#app.inject({
      method: 'POST',
      url: call.path,
      remoteAddress: this.address,
      headers: { 'content-type': body.headers.get('content-type') ?? '', authorization: this.token },
      payload: Buffer.from(await body.arrayBuffer()),
    });
    const { verify, data } = answer.json();
    return { status: answer.statusCode, verify, data, token: String(answer.headers.authorization ?? '') };
  }

  async seal(path: string, password: string): Promise<string> {
    return sealPassword(await this.ok(session.key, {}), path, password);
  }

  async login(username: string, password: string, code?: string): Promise<Reply<OutputOf<typeof session.login>>> {
    const sealed = await this.seal(session.login.path, password);
    const reply = await this.call(session.login, { username, password: sealed, ...(code && { code }) });
    if (reply.verify.sign === 'success') this.token = reply.data.token;
    return reply;
  }
}
