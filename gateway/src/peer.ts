import type { Instruction, KnownDevice, Upgrade } from './kit/ports.ts';
import type { Order, Package } from './wires/wire.ts';

/** A connection as those see it that look after all of them. */
export interface Peer {
  readonly address: string;
  readonly isOpen: boolean;
  /** a registration of it is being looked up */
  readonly isRegistering: boolean;
  /** it was given its code a moment ago */
  readonly isAwaited: boolean;
  readonly openedAt: number;
  /** when its latest whole frame came */
  readonly heardAt: number;
  /** ends it once what was written has left */
  end(reason: string): void;
  /** ends it at once */
  drop(reason: string): void;
  sweep(now: number): void;
  /** looks again whether its device is still the one it was */
  recheck(now: number): Promise<void>;
  /** the bytes of an instruction; null: its protocol has none for it */
  order(instruction: Instruction): Order | null;
  /** a firmware in parts; null: its protocol has no word for it */
  pack(upgrade: Upgrade): Package | null;
  /** the bytes that ask which version of its firmware it has; null: it cannot be asked */
  versionQuestion(): Uint8Array | null;
  writeOrder(bytes: Uint8Array, written: (ok: boolean) => void): void;
}

/** A connection as its identification sees it. */
export interface Candidate extends Peer {
  refused(reason: string): void;
  earn(): void;
  readonly reception: { takeRegistration(device: KnownDevice): void; readOn(): void };
}
