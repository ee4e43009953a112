/** One message's reports on their way to storage. */
interface Slot {
  left: number;
  failed: boolean;
  acknowledge: () => void;
}

/**
 * Acknowledges messages in the order they came, each once all its reports are durable. After a lost one nothing more:
 * whatever came behind it is sent again with it, in its order.
 */
export class Outbox {
  private slots: Slot[] = [];
  private hasLost = false;

  get isEmpty(): boolean {
    return this.slots.length === 0;
  }

  add(reports: number, acknowledge: () => void): Slot {
    const slot = { left: reports, failed: false, acknowledge };
    this.slots.push(slot);
    if (reports === 0) this.release();
    return slot;
  }

  /** One report of the slot was stored or refused. */
  settle(slot: Slot, stored: boolean): void {
    if (!stored) slot.failed = true;
    slot.left--;
    if (slot.left === 0) this.release();
  }

  private release(): void {
    for (let head = this.slots[0]; head && head.left === 0; head = this.slots[0]) {
      this.slots.shift();
      this.hasLost ||= head.failed;
      if (!this.hasLost) head.acknowledge();
    }
  }
}
