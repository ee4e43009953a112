import { z } from 'zod';
import { FileId, files } from '../files/files.ts';
import { call, Id, Latitude, Longitude, Time } from '../kit/call.ts';
import { lockFamilies } from '../lock/codes.ts';
import { commandEvidence, commandStates } from '../lock/command.ts';
import { commandKinds } from '../lock/orderKinds.ts';
import { refusalNames } from '../seals/refusalNames.ts';
import { rfidResults } from '../seals/rfidSteps.ts';
import { sealOperations } from '../seals/sealSteps.ts';
import { Track } from '../tracks/tracks.ts';
import { gapKinds } from '../tracks/trip.ts';
import { reasonCodes, reasonWeights, verdicts } from './verdict.ts';

/** Of one lock so many reports are read, and so many of its places drawn. */
export const MOST_READ = 20_000;
export const MOST_DRAWN = 1500;
/** Locks of a batch whose ways are drawn: those of the first positions. All are judged, and of more so many fewer reports of each are read; a pack has the ways of all. */
export const MOST_WAYS = 3;
/** Of its refusals, where there are more the verdict says so; of its orders, and of the words and alarms of each lock. */
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

/** What there can be more of than is told. */
export const journeyParts = ['events', 'alarms', 'orders', 'refused'] as const;

/**
 * A lock of the batch: what it did and what rang, whatever became of its reports, and where it was. Its way is drawn by fewer places than
 * it told, between which nothing was lost.
 */
const Way = Track.pick({ id: true, sn: true, device_name: true, events: true, alarms: true }).extend({
  /** null: the lock is out of sight by now */
  family: z.enum(lockFamilies).nullable(),
  /** its reports are kept, and in sight */
  kept: z.boolean(),
  /** its places are here: it is one of the first, and the reader may see ways */
  drawn: z.boolean(),
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
  operator_id: Id.nullable(),
  oper_name: z.string(),
  approved_by: z.string(),
  create_time: Time,
  answer_time: Time.nullable(),
  evidence: z.enum(commandEvidence).nullable(),
  evidence_time: Time.nullable(),
});
/** What was told of a deed in the field: by whom, where, by which clock, and when it came. */
const Told = z.object({
  id: Id,
  at: Time,
  device_time: Time,
  create_time: Time,
  number: z.string(),
  position: z.string(),
  operator_id: Id,
  oper_name: z.string(),
  org_name: z.string(),
  lat: Latitude.nullable(),
  lon: Longitude.nullable(),
  accuracy: z.number().nullable(),
  photos: z.array(FileId),
});
/** An operation at a position of it that was refused, or that contradicted what was known. */
const JourneyRefusal = Told.extend({
  operation: z.literal(sealOperations),
  refusal: z.enum(refusalNames),
  /** the step that it made all the same, which says less of it */
  step_id: Id.nullable(),
});
/** What a reader tried at the chip of a position, and could not. */
const JourneyFailure = Told.extend({ result: z.literal(rfidResults), reason: z.string() });
/** What a reader closed that was closed: an opening between was not told. `step_id`: what had put the chip on. */
const JourneyReading = z.object({
  step_id: Id,
  at: Time,
  result: z.literal(rfidResults),
  number: z.string(),
  position: z.string(),
});
/** What rang of its seals and of readers. */
const JourneyAlarm = Track.shape.alarms.element.extend({ number: z.string(), position: z.string() });

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
      failures: z.array(JourneyFailure),
      alarms: z.array(JourneyAlarm),
      untold: z.array(JourneyReading),
      /** there are more than are told */
      cut: z.array(z.enum(journeyParts)),
    }),
  }),
  /** A link to a photo that shows something of a batch, of whichever organisation took it. */
  photo: call({
    path: '/logisticsBatch/photo',
    title: { zh: '查看批次照片', en: 'View a photo of a batch' },
    permit: 'logisticsBatch:list',
    business: null,
    input: z.object({ id: Id, file: FileId, thumb: files.link.input.shape.thumb }),
    output: files.link.output,
  }),
};
