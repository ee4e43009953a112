import type { LockPatch } from '@plomb/contract/live/live';

/** A lock that somebody has open is told at once, and again no sooner than this, however often it reports. */
export const AT_ONCE_MS = 100;

interface Opener {
  open?: ReadonlySet<number>;
}
interface OpenLock<W> {
  by: Set<W>;
  /** when it was told the last time, by a clock that only goes on */
  toldAt: number;
  /** what came too soon after that */
  held: { orgId: number; patch: LockPatch } | null;
}

/** The locks that people have open before them, and what is new of each: the first word at once, more of it a moment later. */
export class OpenLocks<W extends Opener> {
  readonly #open = new Map<number, OpenLock<W>>();
  readonly #tell: (by: Iterable<W>, orgId: number, patch: LockPatch) => void;
  readonly #elapsed: () => number;

  constructor(
    tell: (by: Iterable<W>, orgId: number, patch: LockPatch) => void,
    elapsed: () => number = () => performance.now(),
  ) {
    this.#tell = tell;
    this.#elapsed = elapsed;
  }

  /** This watcher has its locks open; answers how to close them. */
  by(watcher: W): () => void {
    const ids = [...(watcher.open ?? [])];
    for (const id of ids) {
      const open = this.#open.get(id) ?? { by: new Set<W>(), toldAt: Number.NEGATIVE_INFINITY, held: null };
      open.by.add(watcher);
      this.#open.set(id, open);
    }
    return () => {
      for (const id of ids) {
        const open = this.#open.get(id);
        if (open?.by.delete(watcher) && open.by.size === 0) this.#open.delete(id);
      }
    };
  }

  lock(orgId: number, patch: LockPatch): void {
    const open = this.#open.get(patch.id);
    if (!open) return;
    const before = open.held?.orgId === orgId ? open.held.patch : {};
    open.held = { orgId, patch: { ...before, ...patch } };
    this.#tellOne(open);
  }

  /** What came too soon leaves now, where enough time has passed. */
  tellHeld(): void {
    for (const open of this.#open.values()) this.#tellOne(open);
  }

  /** Everybody is told all that waits: nothing is left to tell. */
  settle(): void {
    for (const open of this.#open.values()) open.held = null;
  }

  #tellOne(open: OpenLock<W>): void {
    const now = this.#elapsed();
    if (!open.held || now - open.toldAt < AT_ONCE_MS) return;
    const { orgId, patch } = open.held;
    open.held = null;
    open.toldAt = now;
    this.#tell(open.by, orgId, patch);
  }
}
