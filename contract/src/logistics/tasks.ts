import { z } from 'zod';
import { call, Id, Nothing, Time } from '../kit/call.ts';
import { positionMedia } from './plan.ts';

/** What a position waits for. */
export const taskKinds = ['seal', 'patrol', 'unseal'] as const;
export type TaskKind = (typeof taskKinds)[number];

/** What is told to a handset at most; those planned first are first. */
export const MOST_TASKS = 200;

const Task = z.object({
  kind: z.enum(taskKinds),
  /** as operations name it */
  position: Id,
  position_name: z.string(),
  process_name: z.string(),
  medium: z.enum(positionMedia),
  /** that has to be put on, or is on; '' = whichever is in hand */
  number: z.string(),
  photos_asked: z.array(z.string()),
  /** opening it takes a second person also at its destination */
  second_person: z.boolean(),
  batch_id: Id,
  serial: z.string(),
  plate: z.string(),
  /** where it is done, in words: the start, the next stop with a patrol, the destination */
  address: z.string(),
  plan_time: Time.nullable(),
  /** when it was looked at last */
  patrol_time: Time.nullable(),
});
export type FieldTask = z.output<typeof Task>;

/** Beside the calls of seals: what waits for whoever asks. */
export const fieldTasks = {
  /** Positions to seal, to patrol and to unseal, of batches in the caller's organisations; to unseal those the caller may. */
  tasks: call({
    path: '/field/tasks',
    title: { zh: '查询我的任务', en: 'My tasks' },
    permit: 'field:scan',
    business: null,
    input: Nothing,
    /** `more`: not all of them are here */
    output: z.object({ rows: z.array(Task), more: z.boolean() }),
  }),
};
