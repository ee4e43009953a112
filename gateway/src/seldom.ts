const millis = 60_000;

/** What is told at most once a minute of each device, however many connections give reason for it. */
export class Seldom {
  /** when it was told last, the oldest in front */
  private readonly told = new Map<number, number>();

  /** Whether it may be told now; then it counts as told. */
  may(deviceId: number, now: number): boolean {
    for (const [oldest, toldAt] of this.told) {
      if (now - toldAt < millis) break;
      this.told.delete(oldest);
    }
    if (this.told.has(deviceId)) return false;
    this.told.set(deviceId, now);
    return true;
  }
}
