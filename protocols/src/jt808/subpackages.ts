import type { Header } from './header.ts';

export interface SubPackageLimits {
  /** an incomplete message is given up this long after its first part; the standard's practice is 60 s */
  expiryMillis: number;
  /** bytes of incomplete messages held in all, bookkeeping included; the oldest message makes room */
  maxBytes: number;
}

export type SubPackageResult =
  /** all parts are there; `header` is that of the first of `count` parts, whose serials follow each other, without its `part` */
  | { state: 'whole'; header: Header; body: Uint8Array; count: number }
  | { state: 'waiting' }
  /** an index outside 1…total */
  | { state: 'refused' }
  /** more than may be held at once: none of its parts is. `isNews` for the first of them */
  | { state: 'tooLong'; isNews: boolean };

/** What to ask for again with 0x8003. */
export interface Missing {
  header: Header;
  firstSerial: number;
  /** counted from 1 */
  indexes: number[];
}

interface Pending {
  /** the header of the part with the lowest index so far */
  header: Header;
  firstSerial: number;
  total: number;
  parts: Map<number, Uint8Array>;
  bytes: number;
  since: number;
  grown: number;
}

/** What a held part costs beside its bytes; keeps floods of empty parts within the bound. */
const partCost = 128;
/** Messages remembered as too long; their parts keep coming for a while. */
const maxTooLong = 32;
/** The most indexes one 0x8003 asks for: the 2013 edition counts them in a byte. */
const maxAsked = 255;

/**
 * Puts the sub-packages of long messages together. Parts belong together by phone, message id and the serial of the
 * first part (serial − index + 1). A part that comes twice changes nothing. Pure but for what it holds: the clock is an
 * argument, milliseconds.
 */
export class SubPackages {
  /** messages given up, for the caller's counters */
  dropped = 0;
  private readonly limits: SubPackageLimits;
  private readonly pending = new Map<string, Pending>();
  private readonly tooLong = new Map<string, number>();
  private bytes = 0;

  constructor(limits: SubPackageLimits = { expiryMillis: 60_000, maxBytes: 256 * 1024 }) {
    this.limits = limits;
  }

  /** Bytes held, bookkeeping included. */
  get held(): number {
    return this.bytes;
  }

  add(header: Header, body: Uint8Array, now: number): SubPackageResult {
    this.expire(now);
    const { part } = header;
    if (part === null) return { state: 'whole', header, body, count: 1 };
    if (part.index < 1 || part.index > part.total) return { state: 'refused' };
    const firstSerial = (header.serial - part.index + 1) & 0xffff;
    const key = `${header.phone}/${header.id}/${firstSerial}`;
    if (this.tooLong.has(key)) return { state: 'tooLong', isNews: false };
    const message = this.open(key, header, firstSerial, part.total, now);
    if (!message.parts.has(part.index)) this.keep(message, part.index, body, now);
    if (part.index === 1) message.header = header;
    if (this.isTooLong(message, part.index, body)) return this.refuse(key, message, now);
    if (message.parts.size < message.total) {
      this.makeRoom();
      return { state: 'waiting' };
    }
    this.remove(key, message);
    const parts = [...message.parts].sort(([a], [b]) => a - b).map(([, bytes]) => bytes);
    return {
      state: 'whole',
      header: { ...message.header, part: null },
      body: Buffer.concat(parts),
      count: message.total,
    };
  }

  /** Incomplete messages that have not grown for `quietMillis`. */
  missing(now: number, quietMillis: number): Missing[] {
    this.expire(now);
    return [...this.pending.values()]
      .filter((message) => now - message.grown >= quietMillis)
      .map(({ header, firstSerial, total, parts }) => {
        const indexes: number[] = [];
        for (let i = 1; i <= total && indexes.length < maxAsked; i++) if (!parts.has(i)) indexes.push(i);
        return { header, firstSerial, indexes };
      });
  }

  /** Gives up what is too old. `add` and `missing` do so themselves. */
  expire(now: number): void {
    for (const [key, message] of this.pending) {
      if (now - message.since < this.limits.expiryMillis) break;
      this.drop(key, message);
    }
    for (const [key, since] of this.tooLong) {
      if (now - since < this.limits.expiryMillis) break;
      this.tooLong.delete(key);
    }
  }

  /** All parts but the last are of one size. */
  private isTooLong({ total, bytes }: Pending, index: number, body: Uint8Array): boolean {
    const foreseen = index < total ? (total - 1) * (body.length + partCost) : 0;
    return Math.max(bytes, foreseen) > this.limits.maxBytes;
  }

  private refuse(key: string, message: Pending, now: number): SubPackageResult {
    this.drop(key, message);
    this.tooLong.set(key, now);
    if (this.tooLong.size > maxTooLong) this.tooLong.delete(this.tooLong.keys().next().value!);
    return { state: 'tooLong', isNews: true };
  }

  private open(key: string, header: Header, firstSerial: number, total: number, now: number): Pending {
    const known = this.pending.get(key);
    if (known?.total === total) return known;
    // Another total under the same serial: the terminal restarted, and the old message will never be finished.
    if (known) this.drop(key, known);
    const parts = new Map<number, Uint8Array>();
    const message: Pending = { header, firstSerial, total, parts, bytes: 0, since: now, grown: now };
    this.pending.set(key, message);
    return message;
  }

  private keep(message: Pending, index: number, body: Uint8Array, now: number): void {
    message.parts.set(index, Buffer.from(body));
    message.bytes += body.length + partCost;
    this.bytes += body.length + partCost;
    message.grown = now;
  }

  private makeRoom(): void {
    for (const [key, message] of this.pending) {
      if (this.bytes <= this.limits.maxBytes) break;
      this.drop(key, message);
    }
  }

  private drop(key: string, message: Pending): void {
    this.remove(key, message);
    this.dropped++;
  }

  private remove(key: string, message: Pending): void {
    this.pending.delete(key);
    this.bytes -= message.bytes;
  }
}
