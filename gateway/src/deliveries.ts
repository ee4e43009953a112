import { bump, type Counts } from './counts.ts';
import type { Limits } from './kit/limits.ts';
import type { CommandQueue, CommandReply, Instruction, OutboundCommand } from './kit/ports.ts';
import { Ledger } from './ledger.ts';
import type { Online } from './online.ts';
import type { Trouble } from './trouble.ts';

/** An order written to a lock that has not answered yet. */
interface Unanswered {
  commandId: number;
  instruction: Instruction;
  /** what is not answered yet, of an order in several texts each of them */
  keys: string[];
  physical: boolean;
  at: number;
}

interface Recipient {
  /** it said something on its present connection: it listens */
  isAwake: boolean;
  claiming: boolean;
  /** answers the queue has not taken yet: what they answer may wait to be sent again */
  telling: number;
  unanswered: Unanswered[];
  /** settings may wait behind the one under way */
  hasMore: boolean;
}

/** Claims under way at a time: as many as the queue can answer at once, so that none of 10,000 waits longer than it may. */
const claimsAtOnce = 16;

/** A queue that hands out nothing but expired commands is looked at again later. */
const maxClaims = 10;

/**
 * Takes commands from the queue to the locks, one at a time and each at most once: what moves metal is never written
 * twice. Whose queue holds something is told by hints and by one question for all every few seconds, so that a lock for
 * which nothing waits costs nothing. What became of each command is told to the queue in order, and again if it could not
 * be.
 */
export class Deliveries {
  private readonly queue: CommandQueue;
  private readonly online: Online;
  private readonly limits: Limits;
  private readonly counts: Counts;
  private readonly trouble: Trouble;
  private readonly now: () => number;
  private readonly ledger: Ledger;
  private readonly recipients = new Map<number, Recipient>();
  /** devices for which something may wait, here or not */
  private waiting = new Set<number>();
  private claims = 0;
  /** devices whose claim waits for one under way to end */
  private readonly due = new Set<number>();
  private askedAt = Number.NEGATIVE_INFINITY;
  /** devices hinted since the question under way was asked: its answer may be older */
  private hintedSince: Set<number> | null = null;

  constructor(
    queue: CommandQueue,
    online: Online,
    limits: Limits,
    counts: Counts,
    trouble: Trouble,
    now: () => number,
  ) {
    this.queue = queue;
    this.online = online;
    this.limits = limits;
    this.counts = counts;
    this.trouble = trouble;
    this.now = now;
    this.ledger = new Ledger((err) => trouble(err, 'the command queue does not answer; it is told later'));
  }

  /** Commands whose outcome the queue has not taken yet. */
  get untold(): number {
    return this.ledger.size;
  }

  /** Whether an order that moves metal is out to this device. */
  moves(deviceId: number): boolean {
    const recipient = this.recipients.get(deviceId);
    return recipient !== undefined && this.isBusy(recipient, 'physical');
  }

  /** Something may wait for this device: it is asked for now, or when it comes. */
  hint(deviceId: number): void {
    this.waiting.add(deviceId);
    this.hintedSince?.add(deviceId);
    const recipient = this.recipients.get(deviceId);
    if (recipient?.isAwake) this.claim(deviceId, recipient);
  }

  /** The device said something beyond its registration: it is awake and listens. */
  heard(deviceId: number): void {
    const recipient = this.recipient(deviceId);
    recipient.isAwake = true;
    this.claim(deviceId, recipient);
  }

  /** The device has just connected: it is given nothing before it has said something more. */
  connected(deviceId: number): void {
    this.recipient(deviceId).isAwake = false;
  }

  /**
   * An answer counts for the open order of its key, once. With two open under one key, as on wires without serials
   * nobody can say which was meant: both are uncertain. An order in several texts is done when all were taken, and refused
   * by the first no. Whether it was the answer to anything.
   */
  answered(deviceId: number, key: string, reply: CommandReply): boolean {
    const recipient = this.recipients.get(deviceId);
    const meant = recipient?.unanswered.filter((one) => one.keys.includes(key)) ?? [];
    const [only] = meant;
    if (!recipient || !only) {
      bump(this.counts.commands, 'answer to nothing');
      return false;
    }
    if (meant.length === 1 && reply.result === 'ok' && only.keys.length > 1) {
      only.keys.splice(only.keys.indexOf(key), 1);
      return true;
    }
    const ids = new Set(meant.map(({ commandId }) => commandId));
    recipient.unanswered = recipient.unanswered.filter((one) => !ids.has(one.commandId));
    if (meant.length > 1) {
      bump(this.counts.commands, 'answer ambiguous');
      for (const { commandId } of meant)
        this.tell(deviceId, recipient, commandId, () => this.queue.uncertain(commandId));
    } else {
      const judged = heldAgainst(only.instruction, reply);
      bump(this.counts.commands, judged ? `answered ${judged.result}` : 'answered in part');
      this.tell(deviceId, recipient, only.commandId, () =>
        judged ? this.queue.answered(only.commandId, judged) : this.queue.uncertain(only.commandId),
      );
    }
    if (recipient.hasMore) this.waiting.add(deviceId);
    recipient.hasMore = false;
    return true;
  }

  /** Tells what an answer came to; the next order goes after that. */
  private tell(deviceId: number, recipient: Recipient, commandId: number, step: () => Promise<void>): void {
    recipient.telling++;
    this.ledger.tell(commandId, async () => {
      await step();
      recipient.telling--;
      this.claim(deviceId, recipient);
    });
  }

  /** Once a second. */
  sweep(now: number): void {
    if (this.ledger.size > 0) void this.ledger.retry();
    if (now - this.askedAt >= this.limits.waitingMillis) void this.ask(now);
    for (const [deviceId, recipient] of this.recipients) {
      const { unanswered } = recipient;
      if (unanswered.length > 0) {
        recipient.unanswered = unanswered.filter((one) => now - one.at < this.limits.lateAnswerMillis);
      }
      if (this.online.get(deviceId)) {
        if (recipient.isAwake) this.claim(deviceId, recipient);
      } else if (recipient.unanswered.length + recipient.telling === 0 && !recipient.claiming)
        this.recipients.delete(deviceId);
    }
  }

  /** For whom something waits, in one question for all. */
  async ask(now: number): Promise<void> {
    if (this.hintedSince) return;
    this.askedAt = now;
    const hinted = new Set<number>();
    this.hintedSince = hinted;
    try {
      const waiting = new Set(await this.queue.waiting());
      for (const deviceId of hinted) waiting.add(deviceId);
      this.waiting = waiting;
    } catch (error) {
      this.trouble(error, 'the command queue cannot say for whom something waits');
    } finally {
      this.hintedSince = null;
    }
  }

  /** Tells the queue what is left to tell; resolves when it was tried. */
  settle(): Promise<void> {
    return this.ledger.retry();
  }

  private recipient(deviceId: number): Recipient {
    let recipient = this.recipients.get(deviceId);
    if (!recipient) {
      recipient = { isAwake: false, claiming: false, telling: 0, unanswered: [], hasMore: false };
      this.recipients.set(deviceId, recipient);
    }
    return recipient;
  }

  private claim(deviceId: number, recipient: Recipient): void {
    if (!this.waiting.has(deviceId) || recipient.claiming || recipient.telling > 0 || !this.online.get(deviceId))
      return;
    if (this.isBusy(recipient, 'physical')) return;
    if (this.claims >= claimsAtOnce) {
      this.due.add(deviceId);
      return;
    }
    this.claims++;
    this.due.delete(deviceId);
    recipient.claiming = true;
    this.deliver(deviceId, recipient)
      .catch((err: unknown) => {
        bump(this.counts.commands, 'not claimed');
        this.trouble(err, 'commands could not be claimed');
        this.waiting.add(deviceId);
      })
      .finally(() => {
        recipient.claiming = false;
        this.claims--;
        this.claimDue();
      });
  }

  private claimDue(): void {
    for (const deviceId of this.due) {
      if (this.claims >= claimsAtOnce) return;
      this.due.delete(deviceId);
      const recipient = this.recipients.get(deviceId);
      if (recipient?.isAwake) this.claim(deviceId, recipient);
    }
  }

  /** Whether an order is under way that the lock may still answer; `physical`: one that moves metal. */
  private isBusy({ unanswered }: Recipient, what: 'any' | 'physical'): boolean {
    const now = this.now();
    return unanswered.some((one) => (what === 'any' || one.physical) && now - one.at < this.limits.answerMillis);
  }

  private async deliver(deviceId: number, recipient: Recipient): Promise<void> {
    for (let i = 0; i < maxClaims && !this.isBusy(recipient, 'physical'); i++) {
      // What moves metal does not wait for a setting that the lock is slow to answer.
      const physicalOnly = this.isBusy(recipient, 'any');
      // Before the question, so that a hint that comes meanwhile stays: it may be of something newer than the answer.
      this.waiting.delete(deviceId);
      const command = await this.queue.claim(deviceId, physicalOnly);
      if (command) {
        // One at a time: behind it may be the next.
        this.waiting.add(deviceId);
        this.write(command, recipient);
      } else if (physicalOnly && !this.isBusy(recipient, 'any')) {
        // answered meanwhile: what waited behind it may go
        this.waiting.add(deviceId);
      } else if (!this.waiting.has(deviceId)) {
        recipient.hasMore ||= physicalOnly;
        return;
      }
    }
  }

  private write({ id, deviceId, instruction, physical, expiresAt }: OutboundCommand, recipient: Recipient): void {
    const connection = this.online.get(deviceId);
    if (!connection) {
      this.uncertain(id);
      return;
    }
    const isExpired = this.now() >= expiresAt;
    const order = isExpired ? null : connection.order(instruction);
    if (!order) {
      this.notSent(id, isExpired ? 'expired' : 'unsupported');
      return;
    }
    // sent again: an answer to either is one
    const isOther = (one: Unanswered) => one.commandId !== id || !one.keys.every((key) => order.keys.includes(key));
    recipient.unanswered = recipient.unanswered.filter(isOther);
    recipient.unanswered.push({ commandId: id, instruction, keys: [...order.keys], physical, at: this.now() });
    connection.writeOrder(order.bytes, (ok) => {
      if (!ok) this.uncertain(id);
    });
    bump(this.counts.commands, 'sent');
    this.ledger.tell(id, () => this.queue.sent(id, order.serial));
  }

  /** Claimed, and the socket gone before the bytes were: nothing says whether the lock got them. */
  private uncertain(commandId: number): void {
    bump(this.counts.commands, 'uncertain');
    this.ledger.tell(commandId, () => this.queue.uncertain(commandId));
  }

  private notSent(commandId: number, cause: 'expired' | 'unsupported'): void {
    bump(this.counts.commands, cause);
    this.ledger.tell(commandId, () => this.queue.notSent(commandId, cause));
  }
}

/**
 * A lock that says yes and tells other intervals than it was told has not taken them. Of one that took some of the cards
 * nobody knows which: null.
 */
function heldAgainst(instruction: Instruction, reply: CommandReply): CommandReply | null {
  const count = reply.told?.cards?.count;
  if ((instruction.kind === 'add_cards' || instruction.kind === 'delete_cards') && reply.result === 'ok' && count)
    return count < instruction.args.cards.length ? null : reply;
  const told = reply.told?.parameters;
  if (instruction.kind !== 'set_intervals' || reply.result !== 'ok' || !told) return reply;
  const { report_interval: report, sleep_interval: sleep } = instruction.args;
  const differs = (wanted?: number, got?: number) => wanted !== undefined && got !== undefined && wanted !== got;
  const isOther = differs(report, told.report_interval) || differs(sleep, told.sleep_interval);
  return isOther ? { result: 'refused', cause: 'otherwise', told: reply.told } : reply;
}
