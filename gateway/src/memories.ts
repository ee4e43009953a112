/** What a device's profile keeps in mind from one report to the next. Lost with the process: it may only save repetition. */
export interface DeviceMemory {
  /** the alarm word of its newest stored report: a bit that was set there is no news */
  alarmWord: number;
}

/** Memories of the devices heard lately; the one made first is forgotten when there are too many. */
export class Memories {
  private readonly kept = new Map<number, DeviceMemory>();
  private readonly size: number;

  constructor(size: number) {
    this.size = size;
  }

  of(deviceId: number): DeviceMemory {
    let memory = this.kept.get(deviceId);
    if (!memory) {
      memory = { alarmWord: 0 };
      this.kept.set(deviceId, memory);
      if (this.kept.size > this.size) this.kept.delete(this.kept.keys().next().value!);
    }
    return memory;
  }
}
