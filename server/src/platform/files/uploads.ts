import { finished } from 'node:stream';
import fastifyMultipart from '@fastify/multipart';
import { Upload, uploadLimit } from '@plomb/contract/files/images';
import type { Call } from '@plomb/contract/kit/call';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Spooled, spool } from './spool.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** how large the file of a form may be */
    uploadBytes?: number;
  }
  interface FastifyRequest {
    /** files of a form by field name; its other fields are the body */
    formFiles: Record<string, Upload> | null;
  }
}

const PART = 65_536;

/** How large the file may be that a call is sent with, as a form; null: it is sent without one. */
export const uploadBytes = (call: Call): number | null =>
  Object.values(call.input.shape).reduce<number | null>((found, field) => found ?? uploadLimit(field), null);

/** A part of the API whose calls may come as multipart/form-data; nowhere else is such a body read. */
export const withForms = (app: FastifyInstance, routes: (scope: FastifyInstance) => void): void => {
  app.register(async (scope) => {
    await scope.register(fastifyMultipart, {
      throwFileSizeLimit: false, // one byte more than allowed is kept, and the call's own check says why it is refused
      limits: {
        files: 1,
        fields: 20,
        parts: 21,
        fieldNameSize: 40,
        fieldSize: 2000,
        headerPairs: 20,
      },
    });
    scope.decorateRequest('formFiles', null);
    scope.addHook('preValidation', readForm);
    routes(scope);
  });
};

class BrokenForm extends Error {
  readonly statusCode = 400;
}

/** The file of a form, at the disk's speed into a file without a name, which is gone with the answer. */
const laidAside = async (parts: AsyncIterable<Uint8Array>, reply: FastifyReply): Promise<Upload> => {
  const gone = new AbortController();
  const left = finished(reply.raw, () => gone.abort());
  // how large it may be is counted where it comes in; how long it may take, with the whole request
  const file = await spool(parts, {
    bytes: Number.POSITIVE_INFINITY,
    deadline: Number.POSITIVE_INFINITY,
    signal: gone.signal,
  });
  left();
  const close = () => void file.handle.close().catch(() => undefined);
  if (reply.raw.destroyed) close();
  else finished(reply.raw, close);
  return new Upload(file.bytes, () => partsOf(file));
};

/** From its beginning, as often as it is asked for; the handle stays open. */
async function* partsOf({ handle }: Spooled): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(PART), 0, PART, position);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}

/** Form fields become the body as JSON would have brought it; the file's name is not even looked at. */
const readForm = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  if (!request.isMultipart()) return;
  const fields = new Map<string, unknown>();
  const files = new Map<string, Upload>();
  try {
    const fileSize = (request.routeOptions.config.uploadBytes ?? 0) + 1;
    for await (const part of request.parts({ limits: { fileSize } })) {
      if (part.type === 'file') files.set(part.fieldname, await laidAside(part.file, reply));
      else fields.set(part.fieldname, part.fieldname === 'timestamp' ? Number(part.value) : part.value);
    }
  } catch {
    throw new BrokenForm(); // cut short, no form at all, too many parts: the sender's fault in any case
  }
  request.body = Object.fromEntries(fields);
  request.formFiles = Object.fromEntries(files);
};
