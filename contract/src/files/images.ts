import { z } from 'zod';
import { call, type Permit } from '../kit/call.ts';

/** Largest picture one may upload. Source: specification, sections 5 and 9. */
export const imageBytes = 2 * 1024 * 1024;

/**
 * What pictures are for: who may upload one (holders of any of these), the side it is bounded to and that of its small
 * picture, in pixels. Those of `open` purposes are shown to whoever has their path; others need a link (`/file/link`), which
 * holders of any of `shown` get: they see the record it belongs to, or make it.
 */
export const imagePurposes = {
  logo: { permits: ['organisation:add', 'organisation:update'], shown: ['session'], side: 512, thumb: 96, open: true },
  /** what is left of a device that is scrapped */
  custody: {
    permits: ['stock:final_inspection_failed'],
    shown: ['stock:list', 'stock:final_inspection_failed'],
    side: 2048,
    thumb: 320,
    open: false,
  },
  /** what was found where an alarm rang */
  alarm: { permits: ['alarm:process'], shown: ['alarm:list'], side: 2048, thumb: 320, open: false },
  /** a seal, and what it is on, as it was found */
  seal: {
    permits: [
      ...(['field:seal', 'field:patrol', 'field:unseal', 'field:scrap', 'field:abnormal'] as const),
      'logisticsBatch:abnormal',
    ],
    shown: [
      ...(['qrOperation:list', 'nfcUse:list', 'rfidUse:list', 'meterSeal:list', 'meter:list'] as const),
      ...(['field:seal', 'field:patrol', 'field:unseal', 'field:scrap', 'field:abnormal'] as const),
      ...(['logisticsBatch:abnormal', 'logisticsBatch:list', 'batchStep:list'] as const),
    ],
    side: 2048,
    thumb: 320,
    open: false,
  },
  /** a meter as it was found, and what was done to it */
  meter: {
    permits: ['meterInspection:add', 'meterWork:repair'],
    shown: ['meter:list', 'meterInspection:list', 'meterWork:list'],
    side: 2048,
    thumb: 320,
    open: false,
  },
} as const satisfies Record<
  string,
  { permits: readonly Permit[]; shown: readonly Permit[]; side: number; thumb: number; open: boolean }
>;
export type ImagePurpose = keyof typeof imagePurposes;

/** A file as it came in a form, laid aside on the disk: only the server makes one, so nothing in JSON is taken for it. */
export class Upload {
  readonly bytes: number;
  readonly parts: () => AsyncIterable<Uint8Array>;
  constructor(bytes: number, parts: () => AsyncIterable<Uint8Array>) {
    this.bytes = bytes;
    this.parts = parts;
  }
}

/**
 * A file of at most so many bytes in a form. A call with such a field is sent as multipart/form-data: its other fields,
 * `langue`, `timestamp` and `sign` are form fields beside it, and the sign leaves the file out.
 */
export const UploadedFile = (bytes: number) =>
  z.instanceof(Upload).meta({ type: 'string', format: 'binary', maxLength: bytes });
/** How large the file of a form may be, by the field's schema; null: it is no file. */
export const uploadLimit = (schema: z.ZodType): number | null => {
  const { format, maxLength } = schema.meta() ?? {};
  return format === 'binary' && typeof maxLength === 'number' ? maxLength : null;
};

/** The path of an uploaded picture, to be kept in a field such as `logo` and shown behind imageServerUrl. */
export const ImagePath = z.union([z.literal(''), z.string().regex(/^\/image\/[A-Za-z0-9_-]{24}$/)]);

/** A picture by its file, and the way back. */
export const pathOfFile = (id: string): string => `/image/${id}`;
export const fileIdOf = (path: string): string => path.slice(pathOfFile('').length);

export const images = {
  /** A jpg or png; stored anew without its metadata, and fetched by `GET` at `path`. */
  upload: call({
    path: '/image/upload',
    title: { zh: '上传图片', en: 'Upload a picture' },
    permit: 'session',
    business: 'insert',
    input: z.object({
      purpose: z.enum(Object.keys(imagePurposes) as [ImagePurpose, ...ImagePurpose[]]),
      file: UploadedFile(imageBytes),
    }),
    output: z.object({ path: z.string(), width: z.int(), height: z.int() }),
  }),
};
