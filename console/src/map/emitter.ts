/** Listeners per event; `on` answers how to stop listening. */
export class Emitter<E> {
  private readonly listeners = new Map<keyof E, Set<(e: never) => void>>();

  on<K extends keyof E>(event: K, listener: (e: E[K]) => void): () => void {
    const set = this.listeners.get(event) ?? new Set();
    this.listeners.set(event, set.add(listener));
    return () => set.delete(listener);
  }

  emit<K extends keyof E>(event: K, e: E[K]): void {
    for (const listener of this.listeners.get(event) ?? []) (listener as (e: E[K]) => void)(e);
  }

  clear(): void {
    this.listeners.clear();
  }
}
