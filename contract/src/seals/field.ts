import { z } from 'zod';
import { FileId } from '../files/files.ts';
import { call, halfPlace, Id, isWholePlace, Latitude, Line, Longitude, Nothing, Time } from '../kit/call.ts';
import { LoginName, Sealed } from '../kit/person.ts';
import { isoClasses } from './kinds.ts';
import { sealMedia } from './number.ts';
import { abnormalKinds, operationOutcomes } from './operations.ts';
import { refusalNames } from './refusalNames.ts';
import { sealOperations, sealStates } from './sealSteps.ts';

/** What a handset reads off a seal: the text of its code or chip, or the number that stands on it. */
const Read = { medium: z.enum(sealMedia), read: Line(200).min(1, { error: 'required' }) };

export const MOST_PHOTOS = 10;

/** What a seal is on, of those that have rules of their own: the position of a batch, the point of a meter. Each is a field of an operation, by its id. */
export const thingKinds = ['position', 'point'] as const;
export type ThingKind = (typeof thingKinds)[number];
const things = {
  /** of a batch: where it is put, or where whoever looks expects it; not said: what it is on already */
  position: Id.optional(),
  /** of a meter, likewise */
  point: Id.optional(),
} satisfies Record<ThingKind, z.ZodType>;

/** Where a handset is, WGS-84; none: it does not know. */
const where = {
  lat: Latitude.optional(),
  lon: Longitude.optional(),
  /** metres */
  accuracy: z.number().min(0).max(100_000).optional(),
};

/** What every operation in the field says, in the words of the handset. Source: ours, domain rules §8. */
const told = {
  ...Read,
  /** made by the handset, once for this operation: told again it changes nothing and has the same answer */
  key: z.string().regex(/^[\w-]{8,64}$/),
  /** by the handset's clock */
  time: Time,
  /** counts the operations of this installation, so that what was done without a network keeps its order */
  counter: z.int().min(0),
  ...where,
  photos: z.array(FileId).max(MOST_PHOTOS).default([]),
  reason: Line(200).default(''),
  ...things,
};

/** What became of it. Also what is refused is kept: it may be the trace of a forger. */
const Done = z.object({
  id: Id,
  outcome: z.enum(operationOutcomes),
  refusal: z.enum(refusalNames).nullable(),
  /** the same in words, in the caller's language; '' = it is done */
  words: z.string(),
  state: z.enum(sealStates).nullable(),
});

/** What the thing that a seal is on says to taking it off, before anybody tries. */
const Unsealing = z.object({
  /** why it is not to be opened; null: it may be */
  refusal: z.enum(refusalNames).nullable(),
  /** the same in words, in the caller's language; '' = it may be */
  words: z.string(),
  /** only by somebody who says why: it is not where it should be opened */
  with_reason: z.boolean(),
  /** only beside a second person, who signs in there */
  with_witness: z.boolean(),
});
export type Unsealing = z.output<typeof Unsealing>;

const operation = <const N extends string, S extends z.ZodRawShape>(name: N, zh: string, en: string, asked: S) =>
  call({
    path: `/field/${name}`,
    title: { zh, en },
    permit: `field:${name}`,
    business: 'other',
    input: z.object({ ...told, ...asked }).refine((said) => isWholePlace(said as never), halfPlace),
    output: Done,
  });

/** The number that is on record where it was scanned, where one is expected. */
const expected = { expected: Line(40).optional() };
/** The second person, who signs in at the same handset. */
export const witness = {
  witness_login: LoginName.optional(),
  witness_password: Sealed.optional(),
  witness_code: z.string().trim().max(20).optional(),
};

/**
 * What a handset calls. Every operation can be told late, twice and out of its order: it is judged by when it was done, and what
 * contradicts what has happened since is kept as abnormal and never dropped.
 */
export const field = {
  /** What is known of a seal that is held before the camera, before anything is done with it. */
  scan: call({
    path: '/field/scan',
    title: { zh: '扫描铅封', en: 'Scan a seal' },
    permit: 'field:scan',
    business: null,
    input: z.object({ ...Read, ...where }).refine(isWholePlace, halfPlace),
    output: z.object({
      /** as it was read, of the code its number */
      number: z.string(),
      /** by its signature: `genuine`, `forged`; `none`: it says nothing of itself */
      label: z.enum(['genuine', 'forged', 'none']),
      seal: z
        .object({
          id: Id,
          number: z.string(),
          kind_name: z.string(),
          iso_class: z.enum(isoClasses),
          state: z.enum(sealStates),
          abnormal: z.boolean(),
          holder_name: z.string(),
          /** the caller has it in hand */
          mine: z.boolean(),
          object: z.string(),
          seal_time: Time.nullable(),
        })
        .nullable(),
      /** what the table allows now */
      may: z.array(z.literal(sealOperations)),
      /** what taking it off asks of the caller now and there; null: it is on nothing that has rules of its own */
      unseal: Unsealing.nullable(),
    }),
  }),
  /** By what a handset tells a genuine label while it has no network, see docs/seal-labels.md. */
  labelKey: call({
    path: '/field/labelKey',
    title: { zh: '查询标签公钥', en: 'Public key of labels' },
    permit: 'field:scan',
    business: null,
    input: Nothing,
    /** of Ed25519, 32 bytes, hexadecimal */
    output: z.object({ public_key: z.string() }),
  }),
  seal: operation('seal', '施封', 'Apply a seal', { object: Line(100).default('') }),
  patrol: operation('patrol', '巡检铅封', 'Patrol a seal', expected),
  /** On a batch away from its destination it takes a second person. */
  unseal: operation('unseal', '拆封', 'Take a seal off', { ...expected, ...witness }),
  scrap: operation('scrap', '报废铅封', 'Scrap a seal', witness),
  abnormal: operation('abnormal', '上报铅封异常', 'Report a seal abnormal', {
    abnormal_kind: z.enum(abnormalKinds).optional(),
  }),
};
