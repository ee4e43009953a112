import type { Call, InputOf, OutputOf } from '@plomb/contract/kit/call';
import { signOf } from '@plomb/contract/kit/sign';
import { sealPassword } from '@plomb/contract/session/sealedPassword';
import { session } from '@plomb/contract/session/session';

/** A caller over the network, for a product that runs in another process. */
export class FetchClient {
  readonly #url: string;
  readonly #secret: string;
  token = '';

  private constructor(url: string, secret: string) {
    this.#url = url;
    this.#secret = secret;
  }

  static async open(url: string): Promise<FetchClient> {
    const answer = await fetch(`${url}/config.json`);
    if (!answer.ok) throw new Error(`${url}/config.json: ${answer.status} ${await answer.text()}`);
    const { signSecret } = (await answer.json()) as { signSecret: string };
    return new FetchClient(url, signSecret);
  }

  post(path: string, input: object, signal: AbortSignal | null = null): Promise<Response> {
    const body = { ...input, langue: 'en_US', timestamp: Date.now() };
    return fetch(this.#url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(this.token ? { authorization: this.token } : {}) },
      body: JSON.stringify({ ...body, sign: signOf(body, this.#secret) }),
      signal,
    });
  }

  /** the data of a call that must succeed */
  async ok<C extends Call>(call: C, input: InputOf<C>): Promise<OutputOf<C>> {
    const answer = (await (await this.post(call.path, input)).json()) as {
      verify: { sign: string };
      data: OutputOf<C>;
    };
    if (answer.verify.sign !== 'success') throw new Error(`${call.path}: ${JSON.stringify(answer)}`);
    return answer.data;
  }

  /** a call with a file in it, as a form */
  async upload<C extends Call>(
    call: C,
    fields: Record<string, string>,
    file: Uint8Array<ArrayBuffer>,
  ): Promise<OutputOf<C>> {
    const body = { ...fields, langue: 'en_US', timestamp: Date.now() };
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...body, sign: signOf(body, this.#secret) }))
      form.append(name, String(value));
    form.append('file', new Blob([file]));
    const headers = { authorization: this.token };
    const sent = await fetch(this.#url + call.path, { method: 'POST', headers, body: form });
    const answer = (await sent.json()) as { verify: { sign: string }; data: OutputOf<C> };
    if (answer.verify.sign !== 'success') throw new Error(`${call.path}: ${JSON.stringify(answer)}`);
    return answer.data;
  }

  async login(username: string, password: string): Promise<void> {
    const sealed = sealPassword(await this.ok(session.key, {}), session.login.path, password);
    this.token = (await this.ok(session.login, { username, password: sealed })).token;
  }
}
