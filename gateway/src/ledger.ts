type Step = () => Promise<void>;

/**
 * What is to be told to the command queue, command by command and in order. A step that fails (the database is away)
 * stays and is tried again by `retry`; the steps behind it wait, so that an answer is never told before its sending.
 */
export class Ledger {
  private readonly pending = new Map<number, { steps: Step[]; running: boolean }>();
  private readonly failed: (error: unknown) => void;

  constructor(failed: (error: unknown) => void) {
    this.failed = failed;
  }

  /** Commands with something left to tell. */
  get size(): number {
    return this.pending.size;
  }

  tell(commandId: number, step: Step): void {
    const entry = this.pending.get(commandId) ?? { steps: [], running: false };
    this.pending.set(commandId, entry);
    entry.steps.push(step);
    if (entry.steps.length === 1) void this.run(commandId, entry);
  }

  async retry(): Promise<void> {
    await Promise.all([...this.pending].map(([id, entry]) => this.run(id, entry)));
  }

  private async run(commandId: number, entry: { steps: Step[]; running: boolean }): Promise<void> {
    if (entry.running) return;
    entry.running = true;
    try {
      for (let step = entry.steps[0]; step; step = entry.steps[0]) {
        await step();
        entry.steps.shift();
      }
      this.pending.delete(commandId);
    } catch (error) {
      this.failed(error);
    } finally {
      entry.running = false;
    }
  }
}
