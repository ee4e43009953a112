import { z } from 'zod';
import { FileId } from '../files/files.ts';
import { call, Id, Latitude, Longitude, Time } from '../kit/call.ts';
import { commandEvidence, commandStates } from '../lock/command.ts';
import { commandKinds } from '../lock/orderKinds.ts';
import { refusalNames } from '../seals/refusalNames.ts';
import { sealOperations } from '../seals/sealSteps.ts';
import { Track } from '../tracks/tracks.ts';
import { gapKinds } from '../tracks/trip.ts';
import { reasonCodes, reasonWeights, verdicts } from './verdict.ts';

/** Of one lock so many reports are read, and so many of its places drawn. */
export const MOST_READ = 20_000;
export const MOST_DRAWN = 1500;
/** Locks of a batch whose ways are drawn: those of the first positions. All are judged, and of more so many fewer reports of each are read. */
export const MOST_WAYS = 3;
/** Of its refusals and orders; where there are more, the verdict says so. */
export const MOST_ROWS = 500;
export const MOST_STEPS = 5000;

const Moment = z.int();
export const JourneyReason = z.object({
  code: z.enum(reasonCodes),
  weight: z.enum(reasonWeights),
  from: Moment.nullable(),
  to: Moment.nullable(),
  positions: z.array(z.string()),
  numbers: z.array(z.string()),
  count: z.int(),
  rests_on: z.array(z.string()),
});

/** Where a lock of the batch was; drawn by fewer places than it told, between which nothing was lost. */
const Way = Track.pick({ id: true, sn: true, device_name: true, family: true, events: true, alarms: true }).extend({
  /** runs of places that belong together: ms since 1970, longitude, latitude, km/h, state of the lock */
  runs: z.array(z.array(z.tuple([Moment, Longitude, Latitude, z.number().nullable(), z.int()]))),
  gaps: z.array(z.object({ kind: z.enum(gapKinds), from: Moment, to: Moment })),
  metres: z.number(),
});
export type Way = z.output<typeof Way>;

const JourneyOrder = z.object({
  id: Id,
  device_id: Id,
  kind: z.enum(commandKinds),
  state: z.enum(commandStates),
  oper_name: z.string(),
  approved_by: z.string(),
  create_time: Time,
  answer_time: Time.nullable(),
  evidence: z.enum(commandEvidence).nullable(),
  evidence_time: Time.nullable(),
});
/** An operation at a position of it that was refused, or that contradicted what was known. */
const JourneyRefusal = z.object({
  id: Id,
  operation: z.literal(sealOperations),
  refusal: z.enum(refusalNames),
  at: Time,
  number: z.string(),
  position: z.string(),
  oper_name: z.string(),
  photos: z.array(FileId),
});

export const journeys = {
  /** Whether what a batch carries is intact, by which reasons, and where its locks were: all that was told from its departure to its end. */
  detail: call({
    path: '/logisticsBatch/journey',
    title: { zh: '查看批次行程', en: 'View the journey of a batch' },
    permit: 'logisticsBatch:list',
    business: null,
    input: z.object({ id: Id }),
    output: z.object({
      from: Time,
      to: Time,
      /** null: it never left */
      verdict: z.enum(verdicts).nullable(),
      reasons: z.array(JourneyReason),
      /** when, by which state of the rules; `kept`: as it was judged while its track could be read */
      judged: z.object({ at: Time, rules: z.int(), kept: z.boolean() }),
      ways: z.array(Way),
      orders: z.array(JourneyOrder),
      refused: z.array(JourneyRefusal),
    }),
  }),
};
