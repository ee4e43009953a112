import { Writer } from '../kit/writer.ts';
import { wrap } from './escape.ts';
import { type HeaderInit, maxBody, writeHeader } from './header.ts';

/** One frame ready to send. `body` is at most `maxBody` bytes. */
export function encodeFrame(header: HeaderInit, body: Uint8Array): Buffer {
  if (body.length > maxBody) throw new RangeError(`a JT/T 808 frame carries ${maxBody} bytes, not ${body.length}`);
  const w = new Writer(32 + body.length);
  writeHeader(w, header, body.length);
  w.raw(body);
  return wrap(w.done());
}

/**
 * A body of any length: one frame, or sub-packages of `partSize` bytes with consecutive serials from `header.serial`.
 * The number of frames returned is the number of serials used.
 */
export function encodeFrames(header: HeaderInit, body: Uint8Array, partSize = maxBody): Buffer[] {
  if (body.length <= partSize) return [encodeFrame(header, body)];
  const total = Math.ceil(body.length / partSize);
  if (total > 0xffff) throw new RangeError(`${total} sub-packages do not fit their counter`);
  return Array.from({ length: total }, (_, i) =>
    encodeFrame(
      { ...header, serial: (header.serial + i) & 0xffff, part: { total, index: i + 1 } },
      body.subarray(i * partSize, (i + 1) * partSize),
    ),
  );
}
