import type { Call } from '@plomb/contract/kit/call';
import { statusOf } from '@plomb/contract/kit/refusal';
import { z } from 'zod';
import { uploadBytes } from './files/uploads.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const form = (schema: object) => ({ content: { 'multipart/form-data': { schema } } });
const plain = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

const envelope = {
  type: 'object',
  required: ['langue', 'timestamp', 'sign'],
  properties: {
    langue: { enum: ['zh_CN', 'en_US'] },
    timestamp: { type: 'integer', description: 'milliseconds since 1970 UTC' },
    sign: {
      type: 'string',
      pattern: '^[0-9A-F]{32}$',
      description: 'see docs: upper-case MD5 of the sorted fields and the secret',
    },
  },
};
const text = { type: 'object', properties: { zh: { type: 'string' }, en: { type: 'string' } } };
const words = {
  type: 'object',
  description: 'of a refusal: what verify.desc and data say, in every language',
  properties: { desc: text, fields: { type: 'object', additionalProperties: text } },
};
const verify = {
  type: 'object',
  required: ['sign', 'desc'],
  properties: {
    sign: { enum: Object.keys(statusOf) },
    desc: { type: 'string', description: "in the caller's language" },
  },
};

/** The API as OpenAPI 3.1, made from the same declarations that serve it. */
export const openApi = (calls: readonly Call[], version: string) => ({
  openapi: '3.1.1',
  info: { title: 'Plomb', version, description: 'Every call is a POST with a JSON object and answers {verify, data}.' },
  components: {
    securitySchemes: {
      token: { type: 'apiKey', in: 'header', name: 'Authorization' },
      apiKey: { type: 'http', scheme: 'bearer', description: 'an API key, plk_…; no sign, no timestamp' },
    },
    schemas: { Envelope: envelope, Verify: verify, Words: words },
  },
  paths: Object.fromEntries(
    calls.map((c) => [
      c.path,
      {
        post: {
          operationId: c.path.slice(1).replaceAll('/', '_'),
          summary: c.title.en,
          tags: [c.path.split('/')[1]],
          'x-permit': c.permit,
          ...(c.permit === 'open'
            ? {}
            : { security: [{ token: [] }, ...(c.permit === 'session' ? [] : [{ apiKey: [] }])] }),
          requestBody: {
            required: true,
            ...(uploadBytes(c) === null ? json : form)({
              allOf: [{ $ref: '#/components/schemas/Envelope' }, plain(c.input, 'input')],
            }),
          },
          responses: {
            200:
              c.answer === 'stream'
                ? {
                    description: 'a stream of events',
                    content: { 'text/event-stream': { schema: plain(c.output, 'output') } },
                  }
                : {
                    description: 'data is present when verify.sign is success',
                    ...json({
                      type: 'object',
                      required: ['verify'],
                      properties: {
                        verify: { $ref: '#/components/schemas/Verify' },
                        data: plain(c.output, 'output'),
                        words: { $ref: '#/components/schemas/Words' },
                      },
                    }),
                  },
          },
        },
      },
    ]),
  ),
});
