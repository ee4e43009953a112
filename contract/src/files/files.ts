import { z } from 'zod';
import { call, Time } from '../kit/call.ts';

/** A file's name for programs: made by the server, unguessable. */
export const FileId = z.string().regex(/^[A-Za-z0-9_-]{24}$/);

/** How long a link to a file opens it. */
export const LINK_SECONDS = 300;

export const files = {
  /**
   * An address of one file that is in the caller's sight, to be fetched by `GET` with no more than itself: by an `img`, as a
   * download, in parts (`Range`). It ends with the caller's session, and after some minutes in any case.
   */
  link: call({
    path: '/file/link',
    title: { zh: '获取文件链接', en: 'Link to a file' },
    permit: 'session',
    business: null,
    input: z.object({
      id: FileId,
      /** the small picture of a picture, where there is one */
      thumb: z.boolean().default(false),
    }),
    output: z.object({ url: z.string(), type: z.string(), bytes: z.int(), expire_time: Time }),
  }),
};
