import { pipeline } from 'node:stream/promises';
import type { Call } from '@plomb/contract/call';
import type { FastifyReply } from 'fastify';
import type { FileColumn } from './cells.ts';
import { csvOf, type Rows, xlsxOf } from './formats.ts';

interface FileInput {
  format: 'xlsx' | 'csv';
  columns: FileColumn[];
  timeZone: string;
}

const types = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

/** e.g. `device-2026-11-21-081500.xlsx` */
export const fileNameOf = (call: Call, input: unknown): string => {
  const at = new Date().toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '');
  return `${call.path.split('/')[1]}-${at}.${(input as FileInput).format}`;
};

export const writeFile = async (reply: FastifyReply, call: Call, input: unknown, rows: Rows): Promise<void> => {
  const { format, columns, timeZone } = input as FileInput;
  const body = format === 'csv' ? csvOf(rows, { columns, timeZone }) : await xlsxOf(rows, { columns, timeZone });
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.raw.setHeader('Content-Type', types[format]);
  reply.raw.setHeader('Content-Disposition', `attachment; filename="${fileNameOf(call, input)}"`);
  reply.raw.setHeader('Cache-Control', 'no-store');
  reply.hijack();
  if (Buffer.isBuffer(body)) reply.raw.end(body);
  else await pipeline(body, reply.raw);
};
