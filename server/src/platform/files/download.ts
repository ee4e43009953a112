import type { Call } from '@plomb/contract/kit/call';
import type { FastifyReply } from 'fastify';
import type { FileColumn } from './cells.ts';
import { csvOf, type Rows, xlsxOf } from './formats.ts';
import { cutOffSlowReader } from './slowReader.ts';
import type { Spooled } from './spool.ts';

interface FileInput {
  format: 'xlsx' | 'csv';
  columns: FileColumn[];
  timeZone: string;
}

const types = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

/** e.g. `device-2026-11-21-081500.xlsx`, the hour by the clock of whoever asked: the file says the hours inside so too. */
export const fileNameOf = (call: Call, input: unknown, now: Date = new Date()): string => {
  const { format, timeZone } = input as FileInput;
  const local = now.toLocaleString('sv-SE', { timeZone }); // 2026-11-21 08:15:00
  return `${call.path.split('/')[1]}-${local.replace(' ', '-').replaceAll(':', '')}.${format}`;
};

/** The bytes of a file, in pieces, as its rows come. */
export async function* fileOf(input: unknown, rows: Rows): AsyncGenerator<string | Uint8Array> {
  const { format, columns, timeZone } = input as FileInput;
  if (format === 'csv') yield* csvOf(rows, { columns, timeZone });
  else yield await xlsxOf(rows, { columns, timeZone });
}

/** Sends a finished file. A reader that stops reading, or takes longer than `seconds`, is cut off. */
export const sendFile = (
  reply: FastifyReply,
  call: Call,
  input: unknown,
  { handle }: Spooled,
  seconds: number,
): FastifyReply => {
  cutOffSlowReader(reply.raw, seconds);
  return reply
    .type(types[(input as FileInput).format])
    .header('Content-Disposition', `attachment; filename="${fileNameOf(call, input)}"`)
    .send(handle.createReadStream({ start: 0 })); // closes the handle when it ends, however it ends
};
