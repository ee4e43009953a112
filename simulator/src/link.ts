import { connect, type Socket } from 'node:net';
import type { Clock } from './clock.ts';
import type { Random } from './random.ts';

export interface LinkOwner {
  opened(): void;
  heard(chunk: Uint8Array): void;
  closed(): void;
}

const firstWait = 2_000;
const longestWait = 60_000;

/** A lock's modem: one TCP connection that is dialled again, ever more slowly, until it is told to stay closed. */
export class Link {
  private readonly host: string;
  private readonly port: number;
  private readonly clock: Clock;
  private readonly random: Random;
  private readonly owner: LinkOwner;
  private socket: Socket | null = null;
  private wanted = false;
  private wait = firstWait;
  private callOff: (() => void) | null = null;
  isOpen = false;

  constructor(to: { host: string; port: number }, clock: Clock, random: Random, owner: LinkOwner) {
    this.host = to.host;
    this.port = to.port;
    this.clock = clock;
    this.random = random;
    this.owner = owner;
  }

  open(): void {
    this.wanted = true;
    if (!this.socket && !this.callOff) this.dial();
  }

  /** Stays closed until `open`. */
  close(): void {
    this.wanted = false;
    this.callOff?.();
    this.callOff = null;
    if (this.socket) this.lost(this.socket);
  }

  /** Closes, and dials again after a while: `milliseconds` or more. */
  drop(milliseconds = 0): void {
    this.wait = Math.max(this.wait, milliseconds);
    if (this.socket) this.lost(this.socket);
  }

  /** The platform has taken this lock in: the next loss of the connection is a new one. */
  settled(): void {
    this.wait = firstWait;
  }

  say(bytes: Uint8Array): void {
    this.socket?.write(bytes);
  }

  private dial(): void {
    const socket = connect({ host: this.host, port: this.port, noDelay: true });
    this.socket = socket;
    socket.on('connect', () => {
      if (this.socket !== socket) return;
      this.isOpen = true;
      this.owner.opened();
    });
    socket.on('data', (chunk) => {
      if (this.socket === socket) this.owner.heard(chunk);
    });
    // 'close' follows, and is what counts.
    socket.on('error', () => undefined);
    socket.on('close', () => this.lost(socket));
  }

  /** At once and once, whether this side hung up or the other did. */
  private lost(socket: Socket): void {
    if (this.socket !== socket) return;
    const wasOpen = this.isOpen;
    this.socket = null;
    this.isOpen = false;
    socket.destroy();
    if (wasOpen) this.owner.closed();
    if (this.wanted) this.dialLater();
  }

  private dialLater(): void {
    // Spread, so that a fleet does not come back in one instant.
    const wait = this.wait * this.random.between(0.5, 1);
    this.wait = Math.min(longestWait, this.wait * 2);
    this.callOff = this.clock.after(wait, () => {
      this.callOff = null;
      this.dial();
    });
  }
}
