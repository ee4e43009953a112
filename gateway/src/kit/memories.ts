import { LRUCache } from 'lru-cache';

/** What a device's profile keeps in mind from one report to the next. Lost with the process: it may only save repetition. */
export interface DeviceMemory {
  /** the alarm word of its newest stored report: a bit that was set there is no news */
  alarmWord: number;
}

/** Memories of the devices heard lately; the one not heard of for longest is forgotten when there are too many. */
export class Memories {
  private readonly kept: LRUCache<number, DeviceMemory>;

  constructor(size: number) {
    this.kept = new LRUCache({ max: size });
  }

  of(deviceId: number): DeviceMemory {
    const known = this.kept.get(deviceId);
    if (known) return known;
    const memory = { alarmWord: 0 };
    this.kept.set(deviceId, memory);
    return memory;
  }
}
