import type { LockPatch } from '@plomb/contract/live/live';
import type { Messages, Subject } from '../bus.ts';
import type { Listeners } from '../listeners.ts';
import type { Link } from './connection.ts';
import type { Names } from './subjects.ts';

/** What is new of locks waits this long for more of its organisation. Everything else goes at once. */
const LINGER_MS = 25;
/** Words of one message. */
const AT_ONCE = 500;

/** Words of one subject that wait to be sent; of a lock all that is new is one word. */
class Waiting {
  readonly #words: unknown[] = [];
  readonly #patches = new Map<number, LockPatch>();
  readonly #orgId: number | null;

  constructor(orgId: number | null) {
    this.#orgId = orgId;
  }

  add(message: Messages[Subject]): void {
    if ('patch' in message) {
      const { patch } = message;
      this.#patches.set(patch.id, { ...this.#patches.get(patch.id), ...patch });
    } else this.#words.push(message);
  }

  get isOfLocks(): boolean {
    return this.#orgId !== null;
  }

  parts(): Iterable<string> {
    return inParts([...this.#words, ...Array.from(this.#patches.values(), (patch) => ({ orgId: this.#orgId, patch }))]);
  }

  /** The same, without what they have become. */
  asRead(): Iterable<string> {
    return inParts(Array.from(this.#patches.keys(), toBeRead));
  }
}

const toBeRead = (id: number): Messages['device'] => ({ id, left: [] });

function* inParts(all: readonly unknown[]): Iterable<string> {
  for (let at = 0; at < all.length; at += AT_ONCE) yield JSON.stringify(all.slice(at, at + AT_ONCE));
}

/**
 * What is told, on its way to the other processes. Nothing is kept for who is away: whoever comes back reads everything
 * anew, and so do the others, for nobody can say how long before the end of a connection its words went nowhere. A process
 * that may have slept while another went on in its place tells of locks as to be read: what it knows of them may be old.
 */
export class News {
  readonly #link: () => Link;
  readonly #names: Names;
  readonly #here: Listeners;
  readonly #heard = new Set<Subject>();
  #waiting = new Map<string, Waiting>();
  #timers = new Map<string, NodeJS.Timeout | NodeJS.Immediate>();
  readonly #isSure: () => boolean;

  constructor(link: () => Link, names: Names, here: Listeners, isSure: () => boolean) {
    this.#isSure = isSure;
    this.#link = link;
    this.#names = names;
    this.#here = here;
  }

  tell<S extends Subject>(subject: S, message: Messages[S]): void {
    if ('patch' in message && !this.#isSure()) {
      this.tell('device', toBeRead(message.patch.id));
      return;
    }
    this.#here.tell(subject, message);
    if (!this.#link().isUp()) return;
    const name = this.#names.told(subject, message);
    const waiting = this.#waiting.get(name) ?? new Waiting('orgId' in message ? message.orgId : null);
    waiting.add(message);
    if (this.#waiting.has(name)) return;
    this.#waiting.set(name, waiting);
    const send = () => this.#send(name);
    this.#timers.set(name, subject === 'lock' ? setTimeout(send, LINGER_MS) : setImmediate(send));
  }

  hear<S extends Subject>(subject: S, listener: (message: Messages[S]) => void): () => void {
    if (!this.#heard.has(subject)) {
      this.#heard.add(subject);
      this.#link().nats.subscribe(this.#names.heard(subject), {
        callback: (error, message) => {
          if (!error) for (const one of message.json<Messages[S][]>()) this.#here.tell(subject, one);
        },
      });
    }
    return this.#here.hear(subject, listener);
  }

  /** The connection was lost and is there again. */
  back(): void {
    this.tell('resync', {});
  }

  /** Sends all that waits. */
  flush(): void {
    for (const name of [...this.#waiting.keys()]) this.#send(name);
  }

  #send(name: string): void {
    const waiting = this.#waiting.get(name);
    this.#waiting.delete(name);
    this.#timers.delete(name);
    if (!waiting) return;
    const { nats, isUp } = this.#link();
    if (!isUp()) return;
    const isLate = waiting.isOfLocks && !this.#isSure();
    if (isLate) for (const part of waiting.asRead()) nats.publish(this.#names.heard('device'), part);
    else for (const part of waiting.parts()) nats.publish(name, part);
  }
}
