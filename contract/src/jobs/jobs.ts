import { z } from 'zod';
import { FileId } from '../files/files.ts';
import { call, Id, Nothing, Time } from '../kit/call.ts';

/** Work that takes longer than anybody waits for an answer. */
export const jobKinds = [
  'import_check',
  'import_run',
  'batch_give',
  'export_locations',
  'export_statuses',
  'export_alerts',
  'export_changes',
  'evidence_pack',
] as const;
export type JobKind = (typeof jobKinds)[number];

export const jobStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type JobState = (typeof jobStates)[number];
/** Of a job that is over neither well nor badly. */
export const isUnderWay = (state: JobState): boolean => state === 'queued' || state === 'running';

export const Job = z.object({
  id: Id,
  kind: z.enum(jobKinds),
  state: z.enum(jobStates),
  /** what it is about, in words: the name of a file, an order */
  subject: z.string(),
  /** and by its id, for whoever shows it */
  subject_id: Id,
  /** units of work: those that are done are committed */
  done: z.int(),
  total: z.int(),
  /** why it failed, in the reader's language; '' = it did not */
  failure: z.string(),
  /** what it made, to be fetched by `/file/link`; null: nothing, not yet, or not any more */
  file: FileId.nullable(),
  /** and how large it is; null as above */
  file_bytes: z.int().nullable(),
  create_time: Time,
  start_time: Time.nullable(),
  end_time: Time.nullable(),
});
export type Job = z.output<typeof Job>;

/** The caller's own jobs: whoever began one follows and ends it. */
export const jobs = {
  /** those under way, and the latest that are over, newest first */
  list: call({
    path: '/job/list',
    title: { zh: '查询后台任务', en: 'Search own jobs' },
    permit: 'session',
    business: null,
    input: Nothing,
    output: z.object({ rows: z.array(Job) }),
  }),
  /** What is done stays done; the part under way is finished or taken back as a whole. */
  cancel: call({
    path: '/job/cancel',
    title: { zh: '取消后台任务', en: 'Cancel a job' },
    permit: 'session',
    business: 'update',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
};
