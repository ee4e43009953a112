import { randomUUID } from 'node:crypto';
import { fileIdOf, images } from '@plomb/contract/files/images';
import type { Call, InputOf, OutputOf } from '@plomb/contract/kit/call';
import type { Sign } from '@plomb/contract/kit/refusal';
import { signOf } from '@plomb/contract/kit/sign';
import { type FieldTask, fieldTasks } from '@plomb/contract/logistics/tasks';
import { field } from '@plomb/contract/seals/field';
import { sealPassword } from '@plomb/contract/session/sealedPassword';
import { session } from '@plomb/contract/session/session';
import { type Clock, realClock } from '../clock.ts';
import type { Random } from '../random.ts';

export type FieldDeed = 'seal' | 'patrol' | 'unseal' | 'abnormal';
type Told = InputOf<(typeof field)[FieldDeed]>;
/** What somebody does; the handset adds key, time and counter. */
export type Doing = Omit<Told, 'key' | 'time' | 'counter' | 'photos'> & { photos?: readonly Buffer[] };
type Done = OutputOf<typeof field.seal>;

interface Waiting {
  deed: FieldDeed;
  told: Omit<Told, 'photos'>;
  photos: readonly Buffer[];
  /** that the platform has by now */
  kept: string[];
}
export interface HandsetOptions {
  url: string;
  login: string;
  password: string;
  clock: Pick<Clock, 'now'>;
  random: Random;
  /** of answers, those that are lost on their way: the same is told again */
  lost?: number;
}
/** The platform answered, and not as it was asked. */
export class Refused extends Error {
  readonly sign: Sign;
  constructor(path: string, sign: Sign, desc: string) {
    super(`${path}: ${desc}`);
    this.sign = sign;
  }
}

/**
 * A handset of field staff, as docs/field-calls.md has one: what is done is put down with its own clock and counter, and told when there is a
 * network, again as long as no answer came.
 */
export class Handset {
  readonly #o: HandsetOptions;
  readonly #secret: string;
  #token = '';
  #counter = 0;
  #waiting: Waiting[] = [];
  hasNetwork = true;

  private constructor(options: HandsetOptions, secret: string) {
    this.#o = options;
    this.#secret = secret;
  }

  static async open(options: HandsetOptions): Promise<Handset> {
    const { signSecret } = (await (await fetch(`${options.url}/config.json`)).json()) as { signSecret: string };
    const handset = new Handset(options, signSecret);
    await handset.signIn();
    return handset;
  }

  /** How much it has to tell. */
  get waiting(): number {
    return this.#waiting.length;
  }

  async signIn(): Promise<void> {
    const { login, password } = this.#o;
    const sealed = sealPassword(await this.#ask(session.key, {}), session.login.path, password);
    this.#token = (await this.#ask(session.login, { username: login, password: sealed })).token;
  }

  async tasks(): Promise<FieldTask[]> {
    return (await this.ask(fieldTasks.tasks, {})).rows;
  }

  scan(medium: Told['medium'], read: string): Promise<OutputOf<typeof field.scan>> {
    return this.ask(field.scan, { medium, read });
  }

  /** Puts down what is done now. It is told at once where there is a network; null: it waits. */
  async do(deed: FieldDeed, { photos = [], ...doing }: Doing): Promise<Done | null> {
    this.#counter += 1;
    const time = new Date(this.#o.clock.now()).toISOString();
    this.#waiting.push({
      ...{ deed, photos, kept: [] },
      told: { ...doing, key: randomUUID(), time, counter: this.#counter },
    });
    return this.hasNetwork ? ((await this.tell()).at(-1) ?? null) : null;
  }

  /** Tells what waits, in the order in which it was done. `shuffled`: as apps do that send several at once. */
  async tell(shuffled = false): Promise<Done[]> {
    const order = [...this.#waiting];
    if (shuffled) order.sort(() => this.#o.random.next() - 0.5);
    const done: Done[] = [];
    for (const one of order) {
      done.push(await this.#tellOne(one));
      this.#waiting = this.#waiting.filter((other) => other !== one);
    }
    return done;
  }

  async #tellOne(one: Waiting): Promise<Done> {
    // a picture that was taken over is not sent again
    for (const photo of one.photos.slice(one.kept.length)) one.kept.push(await this.#upload(photo));
    const told = { ...one.told, photos: one.kept } as never;
    const answer = await this.ask(field[one.deed], told);
    return this.#o.random.chance(this.#o.lost ?? 0.1) ? await this.ask(field[one.deed], told) : answer;
  }

  /** A call of whoever signed in; a session that ended is begun anew, once. */
  async ask<C extends Call>(call: C, input: InputOf<C>): Promise<OutputOf<C>> {
    try {
      return await this.#ask(call, input);
    } catch (error) {
      if (!(error instanceof Refused) || error.sign !== 'sessionTimeOut') throw error;
      await this.signIn();
      return await this.#ask(call, input);
    }
  }

  #signed(payload: object): Record<string, unknown> {
    // by the clock of the network, whatever the handset's own says
    const body = { ...payload, langue: 'zh_CN', timestamp: realClock.now() };
    return { ...body, sign: signOf(body, this.#secret) };
  }

  #ask<C extends Call>(call: C, input: InputOf<C>): Promise<OutputOf<C>> {
    return this.#send(call, JSON.stringify(this.#signed(input as object)), { 'content-type': 'application/json' });
  }

  async #upload(photo: Buffer): Promise<string> {
    const form = new FormData();
    for (const [name, value] of Object.entries(this.#signed({ purpose: 'seal' }))) form.append(name, String(value));
    form.append('file', new Blob([new Uint8Array(photo)], { type: 'image/png' }), 'photo.png');
    return fileIdOf((await this.#send(images.upload, form, {})).path);
  }

  async #send<C extends Call>(call: C, body: string | FormData, headers: Record<string, string>): Promise<OutputOf<C>> {
    const answer = await fetch(this.#o.url + call.path, {
      ...{ method: 'POST', body },
      headers: { ...headers, ...(this.#token && { authorization: this.#token }) },
    });
    const { verify, data } = (await answer.json()) as { verify: { sign: Sign; desc: string }; data: OutputOf<C> };
    if (verify.sign !== 'success') throw new Refused(call.path, verify.sign, verify.desc);
    return data;
  }
}
