import type { Messages, Subject } from './bus.ts';

/** Who hears what within this process. */
export class Listeners {
  readonly #of = new Map<Subject, Set<(message: never) => void>>();
  readonly #failed: (error: unknown, subject: Subject) => void;

  constructor(failed: (error: unknown, subject: Subject) => void) {
    this.#failed = failed;
  }

  /** Whoever tells something must not fail because a listener does. */
  tell<S extends Subject>(subject: S, message: Messages[S]): void {
    for (const listener of this.#of.get(subject) ?? [])
      try {
        listener(message as never);
      } catch (error) {
        this.#failed(error, subject);
      }
  }

  hear<S extends Subject>(subject: S, listener: (message: Messages[S]) => void): () => void {
    const known = this.#of.get(subject) ?? new Set();
    this.#of.set(subject, known.add(listener));
    return () => void known.delete(listener);
  }
}
