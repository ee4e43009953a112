import { once } from 'node:events';
import { pipeline, Readable, Transform } from 'node:stream';
import { imagePurposes } from '@plomb/contract/files/images';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { AddressLimit } from '../addressLimit.ts';
import { openFileTurns } from '../fileTurns.ts';
import type { Logger } from '../log.ts';
import { answerOf, Refusal } from '../refusal.ts';
import { type Found, foundOf } from './found.ts';
import { fileOfLink } from './links.ts';
import { sentBytes } from './metrics.ts';
import { rangeOf } from './range.ts';
import { cutOffSlowReader } from './slowReader.ts';
import { checked, type Range, type Storage } from './storage/storage.ts';

interface Deps {
  callers: Pool;
  storage: Storage;
  log: Logger;
  /** what one address may ask for in vain */
  guesses: AddressLimit;
  addressKey(address: string): string;
  /** that sending one may take */
  seconds(): number;
  open: readonly OpenFiles[];
}

/** Files of a domain that stand open to whoever has their path, as long as the domain says so. */
export interface OpenFiles {
  /** e.g. `/app`: that of a file is `/app/<id>` */
  path: `/${string}`;
  /** 'off': there is one, which is given to nobody now; asking for it is no guess, for it was told */
  find(id: string): Promise<Found | 'off' | null>;
  /** absent: nobody keeps it */
  cache?: string;
  /** it is being fetched, from its beginning; `query`: what the address says besides */
  fetched(id: string, query: Readonly<Record<string, unknown>>): Promise<void>;
}

const endings: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'application/zip': 'zip',
  'application/vnd.android.package-archive': 'apk',
};
/** Files on their way to one address; more of them wait for these. */
const AT_ONCE = 100;
const idForm = /^[A-Za-z0-9_-]{24}$/;
const keyForm = /^[A-Za-z0-9_-]{43}$/;
const openPurposes = Object.entries(imagePurposes).flatMap(([name, { open }]) => (open ? [name] : []));

/** A picture by its id: where a browser's `img` shows it to whoever has its path, the id is the permission. */
const openImage = async (callers: Pool, id: string, thumb: boolean): Promise<Found | null> => {
  const { rows } = await callers.query<Found>(
    foundOf('$3', '(select * from file where id = $1 and purpose = any ($2)) f'),
    [id, openPurposes, thumb],
  );
  return rows[0] ?? null;
};

/** Fetching of files: pictures that whoever has their path may see, and what links open. */
export const serveFiles = (app: FastifyInstance, d: Deps): void => {
  const turn = openFileTurns(AT_ONCE, d.addressKey);
  const notFound = (reply: FastifyReply): FastifyReply =>
    reply
      .code(404)
      .header('Cache-Control', 'no-store')
      .send(answerOf(new Refusal('notFound'), 'en'));
  /** what nobody has is a guess; where nobody could look it is none */
  const guessed = async <F>(address: string, find: () => Promise<F | null>): Promise<F | null> => {
    await d.guesses.claim(address);
    let isGuess = false;
    try {
      const found = await find();
      isGuess = found === null;
      return found;
    } finally {
      if (!isGuess) await d.guesses.giveBack(address);
    }
  };
  const options = { compress: false as const, onRequest: turn };

  for (const [path, thumb] of [
    ['/image/:id', false],
    ['/image/:id/thumb', true],
  ] as const)
    app.get<{ Params: { id: string } }>(path, options, async (request, reply) => {
      const { id } = request.params;
      const found = idForm.test(id) ? await guessed(request.ip, () => openImage(d.callers, id, thumb)) : null;
      if (!found) return notFound(reply);
      // a changed picture has another id
      return send(request, reply, found, d, 'private, max-age=31536000, immutable');
    });

  // large ones take long, and a whole yard may fetch them at once: pictures do not wait for them
  for (const { path, find, fetched, cache = 'no-store' } of d.open)
    app.get<{ Params: { id: string }; Querystring: Record<string, unknown> }>(
      `${path}/:id`,
      { ...options, onRequest: openFileTurns(AT_ONCE, d.addressKey) },
      async (request, reply) => {
        const { id } = request.params;
        const found = idForm.test(id) ? await guessed(request.ip, () => find(id)) : null;
        if (!found || found === 'off') return notFound(reply);
        const isBegun = /^(bytes=0-|$)/.test(request.headers.range?.trim() ?? '');
        const begun = async () => {
          if (request.method === 'GET' && isBegun) await fetched(id, request.query);
        };
        return send(request, reply, found, d, cache, begun);
      },
    );

  app.get<{ Params: { key: string } }>('/file/:key', options, async (request, reply) => {
    const { key } = request.params;
    const found = keyForm.test(key) ? await guessed(request.ip, () => fileOfLink(d.callers, key)) : null;
    return found ? send(request, reply, found, d, 'no-store') : notFound(reply);
  });
};

/**
 * All of a content, or the part that is asked for. Should it ever be opened as a page, it is a page without rights; a
 * reader that stops reading is cut off. What a browser may keep is said of the content alone, never of a refusal.
 */
const send = async (
  request: FastifyRequest,
  reply: FastifyReply,
  found: Found,
  d: Deps,
  cache: string,
  /** its bytes are about to leave */
  begun: () => Promise<void> = async () => undefined,
): Promise<FastifyReply> => {
  const { id, type, sha256, bytes } = found;
  const etag = `"${sha256}"`;
  const said = { 'Cache-Control': cache, 'Accept-Ranges': 'bytes', ETag: etag };
  if (request.headers['if-none-match'] === etag) return reply.code(304).headers(said).send();
  // a part of what it was before is no part of this
  const stillThis = (request.headers['if-range'] ?? etag) === etag;
  const range = stillThis ? rangeOf(request.headers.range, bytes) : null;
  if (range === 'none') return reply.code(416).header('Content-Range', `bytes */${bytes}`).send();
  const isAsked = request.method !== 'HEAD';
  const source = isAsked ? await opened(found, range, d) : Readable.from([]);
  await begun();
  reply.headers({
    ...said,
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${id}.${endings[type] ?? 'bin'}"`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Content-Length': range ? range.end - range.start + 1 : bytes,
  });
  if (range) reply.code(206).header('Content-Range', `bytes ${range.start}-${range.end}/${bytes}`);
  if (isAsked) cutOffSlowReader(reply.raw, d.seconds());
  return reply.send(source);
};

/** The bytes of it, the first of which are there. */
const opened = async (found: Found, range: Range | null, { storage, log }: Deps): Promise<Readable> => {
  const { inline, sha256 } = found;
  if (inline) return Readable.from([range ? inline.subarray(range.start, range.end + 1) : inline]);
  const from = await storage.get(sha256, range ?? undefined).catch((err) => {
    log.error({ err, storage: storage.name }, 'the storage of files does not answer');
    return null;
  });
  if (!from) {
    log.error({ file: found.id, sha256, storage: storage.name }, 'a file is not in the storage');
    throw new Refusal('fileAway');
  }
  const ended = (err: Error | null | undefined) => {
    // a reader that leaves is no news; what is damaged is, and ends before its last byte
    if (err && !('code' in err && err.code === 'ERR_STREAM_PREMATURE_CLOSE'))
      log.error({ err, file: found.id, storage: storage.name }, 'a file could not be sent whole');
  };
  // a part cannot be told from a damaged one; all of it can, also where it is asked for as a part
  const isPart = range && range.end - range.start + 1 < found.bytes;
  const source = isPart ? pipeline(from, counted(), ended) : pipeline(from, checked(sha256), counted(), ended);
  await once(source, 'readable').catch(() => {
    throw new Refusal('fileAway');
  });
  return source;
};

const counted = (): Transform =>
  new Transform({
    transform(part: Buffer, _encoding, done) {
      sentBytes.inc(part.length);
      done(null, part);
    },
  });
