import type { LockPatch } from '@plomb/contract/live/live';
import type { LockReport } from '@plomb/contract/lock/report';

/** What the parts of the product tell each other, by subject. A word may get lost, and says so by `resync`. */
export interface Messages {
  /** what is new of a lock, for whoever shows it */
  lock: { orgId: number; patch: LockPatch };
  /** these changed: whoever shows them reads them */
  alarm: { id: number };
  command: { id: number };
  /** a device came, went or changed; `left`: organisations it may have been in before */
  device: { id: number; left: readonly number[] };
  dictionaries: Record<never, never>;
  params: Record<never, never>;
  /** somebody's session, rights or duties changed */
  rights: Record<never, never>;
  /** what only these people see of their own changed: friends, applications */
  personal: { operators: readonly number[] };
  /** a command waits for this device */
  hint: { deviceId: number };
  /** who may connect may be another now; null: any of them */
  admission: { ids: readonly number[] | null };
  /** this gateway has the device's connection now, and no other; each time it changes hands counts one more */
  owner: { deviceId: number; gateway: string; epoch: number };
  /** more may have changed than was told: whatever is remembered is read anew */
  resync: Record<never, never>;
}
export type Subject = keyof Messages;

/** Whose report it is. */
export interface Reporter {
  id: number;
}
/** Resolves when the report is stored, and rejects when it is not. */
export type Store = (device: Reporter, report: LockReport) => Promise<void>;

/** The way of reports from the gateways to ingest: each is kept until it is stored, those of one device in their order. */
export interface Reports {
  /** Resolves when the report is durable: only then may its device be acknowledged. */
  submit(device: Reporter, report: LockReport): Promise<void>;
  /** whether a report of this moment would become durable */
  isTaking(): Promise<boolean>;
  /** From now on this process stores reports. */
  storeBy(store: Store): void;
}

/** The one way in which parts of the product tell each other anything: within a process, or between several. */
export interface Bus {
  /** nobody waits for it and nobody answers; told in order */
  tell<S extends Subject>(subject: S, message: Messages[S]): void;
  /** call the returned function to hear no more */
  hear<S extends Subject>(subject: S, listener: (message: Messages[S]) => void): () => void;
  /**
   * A moment of the house's clock: all that had reached the servers before it has been heard here by now, and what was told
   * here is with them; null = nobody can say. What others told is under way to the servers for a moment: see `OVERLAP_MS`.
   */
  heard(): Promise<number | null>;
  readonly reports: Reports;
  /** whether what is told and reported gets through at this moment */
  isConnected(): boolean;
  /** takes no more reports, and ends when what was taken is settled */
  close(): Promise<void>;
}
