import fastifyMultipart from '@fastify/multipart';
import type { Call } from '@plomb/contract/call';
import { imageBytes, UploadedFile } from '@plomb/contract/images';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** files of a form by field name; its other fields are the body */
    formFiles: Record<string, Uint8Array> | null;
  }
}

/** Whether a call is sent as a form with a file in it. */
export const takesFile = (call: Call): boolean => Object.values(call.input.shape).includes(UploadedFile);

/** A part of the API whose calls may come as multipart/form-data; nowhere else is such a body read. */
export const withForms = (app: FastifyInstance, routes: (scope: FastifyInstance) => void): void => {
  app.register(async (scope) => {
    await scope.register(fastifyMultipart, {
      throwFileSizeLimit: false, // one byte more than allowed is kept, and the picture's own check says why it is refused
      limits: {
        files: 1,
        fields: 20,
        parts: 21,
        fieldNameSize: 40,
        fieldSize: 2000,
        fileSize: imageBytes + 1,
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

/** Form fields become the body as JSON would have brought it; the file's name is not even looked at. */
const readForm = async (request: FastifyRequest): Promise<void> => {
  if (!request.isMultipart()) return;
  const fields = new Map<string, unknown>();
  const files = new Map<string, Uint8Array>();
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') files.set(part.fieldname, await part.toBuffer());
      else fields.set(part.fieldname, part.fieldname === 'timestamp' ? Number(part.value) : part.value);
    }
  } catch {
    throw new BrokenForm(); // cut short, no form at all, too many parts: the sender's fault in any case
  }
  request.body = Object.fromEntries(fields);
  request.formFiles = Object.fromEntries(files);
};
