import { z } from 'zod';
import { FileId } from '../files/files.ts';
import { jobStates } from '../jobs/jobs.ts';
import { call, Id, Time } from '../kit/call.ts';
import { isTimeZone } from '../kit/exporting.ts';
import { verdicts } from './verdict.ts';

/** What a pack has beside the plan, the steps and the verdict, each only for whoever may see it. */
export const packParts = ['photos', 'frames', 'positions', 'events', 'alarms', 'orders'] as const;
export type PackPart = (typeof packParts)[number];

/** What there may be more of than is in it. */
export const packCuts = [...packParts, 'steps', 'refused', 'amendments'] as const;
export type PackCut = (typeof packCuts)[number];

/** What is in one at most; what is cut is said inside. Words and alarms are of each lock. */
export const PACK_LIMITS = {
  ...{ steps: 2000, amendments: 500, photos: 300, photoMegabytes: 100, frames: 1000, positions: 60_000 },
  ...{ rows: 2000 },
} as const;
/** Of one person, in 24 hours. */
export const MOST_PACKS_A_DAY = 40;
/** Packs of a batch that are listed, newest first. */
export const MOST_PACKS = 50;

const EvidencePack = z.object({
  id: Id,
  oper_name: z.string(),
  lang: z.enum(['zh', 'en']),
  create_time: Time,
  /** when it was finished; null: it was not */
  made_time: Time.nullable(),
  /** until when what is in it was known */
  as_of: Time.nullable(),
  verdict: z.enum(verdicts).nullable(),
  files: z.int(),
  bytes: z.int(),
  /** SHA-256 of its `manifest.json`, hexadecimal; '' = not finished */
  manifest_sha256: z.string(),
  /** what whoever made it might not see, and so is not in it */
  left_out: z.array(z.enum(packParts)),
  /** what was cut, for there was more than a pack holds */
  cut: z.array(z.enum(packCuts)),
  /** null: it is no longer in the list of jobs */
  state: z.enum(jobStates).nullable(),
  done: z.int(),
  total: z.int(),
  /** of the caller's own, as long as it is kept */
  file: FileId.nullable(),
  /** the caller's own job, to end it */
  job_id: Id.nullable(),
});
export type EvidencePack = z.output<typeof EvidencePack>;

/** All that is known of a batch in one file, which anybody can check without this system. */
export const evidencePacks = {
  make: call({
    path: '/logisticsBatch/pack',
    title: { zh: '制作证据包', en: 'Make an evidence pack' },
    permit: 'logisticsBatch:pack',
    business: 'export',
    input: z.object({
      id: Id,
      lang: z.enum(['zh', 'en']),
      /** an IANA name; moments are written in it, and in UTC for machines */
      time_zone: z.string().max(60).refine(isTimeZone, { error: 'timeZone' }),
    }),
    output: z.object({ id: Id }),
  }),
  /** Those that were made of a batch, with the sum by which one is checked later. */
  packs: call({
    path: '/logisticsBatch/packs',
    title: { zh: '查询证据包', en: 'Evidence packs of a batch' },
    permit: 'logisticsBatch:list',
    business: null,
    /** `sum`: those alone whose manifest has it, however long ago they were made */
    input: z.object({
      id: Id,
      sum: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .optional(),
    }),
    output: z.object({ rows: z.array(EvidencePack) }),
  }),
};
