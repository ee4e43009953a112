import type { FieldTask } from '@plomb/contract/logistics/tasks';
import type { Clock } from '../clock.ts';
import type { Random } from '../random.ts';
import type { Doing, FieldDeed, Handset } from './handset.ts';
import { photoOf } from './photo.ts';

export interface Place {
  lat: number;
  lon: number;
}
export interface GuardOptions {
  handset: Handset;
  clock: Pick<Clock, 'now'>;
  random: Random;
  /** which tasks are this person's */
  mine(task: FieldTask): boolean;
  /** where an address of a task is; null: nobody told */
  placeOf(address: string): Place | null;
  /** numbers in hand, the next one first */
  seals: string[];
  /** of deeds, those that are done where there is no network */
  deaf: number;
}

/** What is to be done next of what waits: the first that is due, and all of its batch. A seal that was looked at since then is not looked at again. */
export const nextTasks = (tasks: readonly FieldTask[], now: number): FieldTask[] => {
  const due = tasks
    .filter(
      ({ kind, plan_time, patrol_time }) =>
        plan_time !== null &&
        Date.parse(plan_time) <= now &&
        (kind !== 'patrol' || patrol_time === null || patrol_time < plan_time),
    )
    .toSorted((a, b) => a.plan_time!.localeCompare(b.plan_time!));
  return due.filter(({ batch_id, kind }) => batch_id === due[0]!.batch_id && kind === due[0]!.kind);
};

/** Somebody with a handset: does what is due, task by task, as they find it. Without a network it is told later, and out of its order. */
export class Guard {
  readonly #o: GuardOptions;
  constructor(options: GuardOptions) {
    this.#o = options;
  }

  /** Does the next task, if one is due; null: nothing is. `late`: it is done and told later. */
  async goOn(): Promise<'done' | 'refused' | 'late' | null> {
    const { handset, clock, random, mine } = this.#o;
    if (handset.waiting > 0) {
      handset.hasNetwork = true;
      const told = await handset.tell(true);
      return told.every(({ outcome }) => outcome === 'done') ? 'done' : 'refused';
    }
    const tasks = nextTasks((await handset.tasks()).filter(mine), clock.now());
    if (tasks.length === 0) return null;
    handset.hasNetwork = !random.chance(this.#o.deaf);
    const outcomes: string[] = [];
    for (const one of tasks) outcomes.push(await this.#do(one));
    return outcomes.includes('late') ? 'late' : outcomes.includes('refused') ? 'refused' : 'done';
  }

  async #do(task: FieldTask): Promise<'done' | 'refused' | 'late'> {
    const { handset, random, placeOf, seals } = this.#o;
    const read = task.number || (task.kind === 'seal' ? (seals.shift() ?? '') : '');
    const medium = task.medium as Doing['medium'];
    if (read === '') return 'refused';
    if (handset.hasNetwork && (await handset.scan(medium, read)).seal === null) return 'refused';
    const place = placeOf(task.address);
    const photos = Array.from({ length: Math.max(1, task.photos_asked.length) }, () => photoOf(random));
    const done = await handset.do(task.kind satisfies FieldDeed, {
      ...{ medium, read, position: task.position, photos },
      ...(place
        ? {
            lat: place.lat + (random.next() - 0.5) / 5000,
            lon: place.lon + (random.next() - 0.5) / 5000,
            accuracy: random.whole(3, 12),
          }
        : { reason: '无定位' }),
    });
    return done === null ? 'late' : done.outcome === 'done' ? 'done' : 'refused';
  }
}
