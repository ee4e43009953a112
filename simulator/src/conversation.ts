import type { Clock } from './clock.ts';
import type { Dialect, Heard, Order, Report, Sample, Setting } from './dialect.ts';
import { Link } from './link.ts';
import type { LockState } from './lock.ts';
import { Outbox } from './outbox.ts';
import type { Pace } from './pace.ts';
import type { Random } from './random.ts';

/** How long a lock waits for an acknowledgement, and how often it repeats itself before it dials anew. */
const ackWait = 10_000;
const repeats = 3;
/** A lock the platform does not know tries again rarely. */
const turnedAwayFor = 60_000;

export interface Counts {
  connected: number;
  /** acknowledged */
  reports: number;
  resent: number;
  /** refused for good by the platform */
  rejected: number;
  commands: number;
}

export interface Surroundings {
  clock: Clock;
  pace: Pace;
  random: Random;
  counts: Counts;
  platform: { host: string; port: number };
}

export interface Speaker {
  lockState(): LockState;
  ordered(order: Order): void;
  told(setting: Setting): void;
  /** reports can go out from now on */
  ready(): void;
}

/** A lock's side of the talk with its platform: nothing told is lost, whatever becomes of the connection. */
export class Conversation {
  private readonly dialect: Dialect;
  private readonly around: Surroundings;
  private readonly speaker: Speaker;
  private readonly link: Link;
  private readonly outbox: Outbox;
  /** positions recorded without network */
  private memory: Sample[] = [];
  private lastHeartbeat = 0;
  private lastProgress = 0;
  private repeated = 0;
  /** the platform has taken this lock in */
  isReady = false;

  constructor(dialect: Dialect, around: Surroundings, speaker: Speaker) {
    this.dialect = dialect;
    this.around = around;
    this.speaker = speaker;
    this.outbox = new Outbox(dialect.window);
    this.link = new Link(around.platform, around.clock, around.random, {
      opened: () => this.opened(),
      heard: (chunk) => this.heard(chunk),
      closed: () => this.closed(),
    });
  }

  get isConnected(): boolean {
    return this.link.isOpen;
  }

  open(): void {
    this.link.open();
  }

  close(): void {
    this.link.close();
  }

  /** Switches off, and on again. */
  restart(): void {
    this.link.drop();
  }

  say(bytes: Uint8Array): void {
    this.link.say(bytes);
  }

  /** What happened is made a report at once; mere positions without network become one blind-spot report later. */
  tell(sample: Sample): void {
    if (!this.isReady && sample.happened === null) {
      this.memory.push(sample);
      return;
    }
    this.report(this.dialect.reports([sample], false));
  }

  report(reports: readonly Report[]): void {
    this.outbox.add(reports);
    this.sendWaiting();
  }

  /** Repeats what nobody acknowledged, then dials anew; says that it is still there. */
  keepAlive(): void {
    if (!this.isReady) return;
    const now = this.around.clock.now();
    if (this.outbox.isWaitingForAcks && now - this.lastProgress >= ackWait) this.repeat(now);
    if (now - this.lastHeartbeat < this.around.pace.heartbeat * 1000) return;
    this.lastHeartbeat = now;
    for (const words of this.dialect.heartbeat(this.speaker.lockState())) this.link.say(words);
  }

  private repeat(now: number): void {
    this.repeated++;
    if (this.repeated > repeats) this.link.drop();
    else this.sendAgain(this.outbox.unacknowledged());
    this.lastProgress = now;
  }

  private sendAgain(reports: readonly Report[]): void {
    for (const report of reports) this.link.say(report.bytes);
    this.around.counts.resent += reports.length;
  }

  private opened(): void {
    this.around.counts.connected++;
    for (const words of this.dialect.greet(this.speaker.lockState())) this.link.say(words);
  }

  private closed(): void {
    this.around.counts.connected--;
    this.isReady = false;
    this.outbox.takeBack();
  }

  private heard(chunk: Uint8Array): void {
    for (const one of this.dialect.hear(chunk)) {
      // It may have hung up over what it has just heard.
      if (this.link.isOpen) this.react(one);
    }
  }

  private react(heard: Heard): void {
    switch (heard.kind) {
      case 'ready':
        this.ready();
        break;
      case 'say':
        this.link.say(heard.bytes);
        break;
      case 'acknowledged':
        if (this.outbox.acknowledge(heard.key)) this.acknowledged();
        break;
      case 'acknowledged oldest':
        if (this.outbox.acknowledgeOldest()) this.acknowledged();
        break;
      case 'rejected':
        if (this.outbox.acknowledge(heard.key)) this.around.counts.rejected++;
        this.sendWaiting();
        break;
      case 'send again':
        this.sendAgain(this.outbox.unacknowledged().filter((report) => report.key === heard.key));
        break;
      case 'setting':
        this.speaker.told(heard.setting);
        break;
      case 'turned away':
        this.link.drop(turnedAwayFor);
        break;
      case 'order':
        this.speaker.ordered(heard.order);
        break;
    }
  }

  private ready(): void {
    this.isReady = true;
    this.link.settled();
    this.outbox.add(this.dialect.reports(this.memory, true));
    this.memory = [];
    this.sendWaiting();
    this.speaker.ready();
  }

  private acknowledged(): void {
    this.around.counts.reports++;
    this.progress();
    this.sendWaiting();
  }

  private progress(): void {
    this.lastProgress = this.around.clock.now();
    this.repeated = 0;
  }

  private sendWaiting(): void {
    if (!this.isReady) return;
    if (!this.outbox.isWaitingForAcks) this.progress();
    for (const report of this.outbox.take()) this.link.say(report.bytes);
  }
}
