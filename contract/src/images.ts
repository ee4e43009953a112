import { z } from 'zod';
import { call, type Permit } from './call.ts';

/** Largest picture one may upload. Source: specification, sections 5 and 9. */
export const imageBytes = 2 * 1024 * 1024;

/** What pictures are for: who may upload one (holders of any of these), and the side it is bounded to, in pixels. */
export const imagePurposes = {
  logo: { permits: ['organisation:add', 'organisation:update'], side: 512 },
} as const satisfies Record<string, { permits: readonly Permit[]; side: number }>;
export type ImagePurpose = keyof typeof imagePurposes;

/**
 * A file in a form. A call with such a field is sent as multipart/form-data: its other fields, `langue`, `timestamp`
 * and `sign` are form fields beside it, and the sign leaves the file out.
 */
export const UploadedFile = z.instanceof(Uint8Array).meta({ type: 'string', format: 'binary' });

/** The path of an uploaded picture, to be kept in a field such as `logo` and shown behind imageServerUrl. */
export const ImagePath = z.union([z.literal(''), z.string().regex(/^\/image\/[A-Za-z0-9_-]{24}$/)]);

export const images = {
  /** A jpg or png; stored anew without its metadata, and fetched by `GET` at `path`. */
  upload: call({
    path: '/image/upload',
    title: { zh: '上传图片', en: 'Upload a picture' },
    permit: 'session',
    business: 'insert',
    input: z.object({
      purpose: z.enum(Object.keys(imagePurposes) as [ImagePurpose, ...ImagePurpose[]]),
      file: UploadedFile,
    }),
    output: z.object({ path: z.string(), width: z.int(), height: z.int() }),
  }),
};
