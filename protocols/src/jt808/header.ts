import { bcd } from '../kit/bcd.ts';
import { bits } from '../kit/bits.ts';
import { type Part as Field, u8, u16 } from '../kit/codec.ts';
import { partOf } from '../kit/explain.ts';
import { MalformedMessage } from '../kit/malformed.ts';
import { Reader } from '../kit/reader.ts';
import type { Writer } from '../kit/writer.ts';

/** Editions of JT/T 808 that differ on the wire; 2011 differs from 2013 in the registration only. */
export type Version = 2013 | 2019;

export interface Header {
  /** message id, e.g. 0x0200 */
  id: number;
  version: Version;
  /** 2019 only: revision of the terminal's protocol, 1 for the first; 0 in a 2013 header */
  revision: number;
  /** identity as on the wire: 12 hex characters (2013) or 20 (2019), leading zeros and odd nibbles included */
  phone: string;
  /** counts up per connection and direction, 65535 → 0 */
  serial: number;
  /** 0 = plain; bits 10-12 of the attributes. We decode plain bodies only, the caller decides what to do with others */
  encryption: number;
  /** bit 15, reserved by the standard and set by some Jointech locks */
  reserved: boolean;
  /** set when the body is one of several sub-packages; `index` counts from 1 */
  part: Part | null;
}

export interface Part {
  total: number;
  index: number;
}

/** Bits 0-9 are the body's length. */
const attributeWord = bits(u16, { rsa: 10, encrypted11: 11, encrypted12: 12, part: 13, edition2019: 14, reserved: 15 });
const versionBit = 1 << 14;
const partBit = 1 << 13;
const lengthMask = 0x3ff;

/** The longest body one frame can carry. */
export const maxBody = lengthMask;

export interface Frame {
  header: Header;
  /** shares memory with the frame */
  body: Uint8Array;
}

/**
 * Header and body of an unescaped frame without its checksum (what `Jt808Framer` hands over). The edition is told by
 * attribute bit 14 alone. Throws `MalformedMessage`: 'short', or 'length' when the stated body length is not the real one.
 */
export function decodeFrame(content: Uint8Array): Frame {
  const r = new Reader(content);
  const id = r.u16();
  const attributes = r.u16();
  const is2019 = (attributes & versionBit) !== 0;
  const revision = is2019 ? r.u8() : 0;
  const phone = r.hex(is2019 ? 10 : 6);
  const serial = r.u16();
  const part = attributes & partBit ? { total: r.u16(), index: r.u16() } : null;
  const stated = attributes & lengthMask;
  if (r.left !== stated) throw new MalformedMessage('length', `body of ${stated} bytes stated, ${r.left} there`);
  return {
    header: {
      id,
      version: is2019 ? 2019 : 2013,
      revision,
      phone,
      serial,
      encryption: (attributes >>> 10) & 7,
      reserved: (attributes & 0x8000) !== 0,
      part,
    },
    body: r.rest(),
  };
}

/** The header of an unescaped frame, field by field. Throws as `decodeFrame` does. */
export function explainHeader(content: Uint8Array): Field[] {
  const { header, body } = decodeFrame(content);
  const is2019 = header.version === 2019;
  const r = new Reader(content, 0, content.length - body.length);
  return [
    partOf('id', u16, r),
    partOf('attributes', attributeWord, r),
    ...(is2019 ? [partOf('revision', u8, r)] : []),
    partOf('phone', bcd(is2019 ? 10 : 6), r),
    partOf('serial', u16, r),
    ...(header.part ? [partOf('total', u16, r), partOf('index', u16, r)] : []),
  ];
}

/** What a sender says of a message; the rest of the header has a plain default. */
export type HeaderInit = Pick<Header, 'id' | 'version' | 'phone' | 'serial'> & Partial<Header>;

export function writeHeader(w: Writer, header: HeaderInit, bodyLength: number): void {
  const is2019 = header.version === 2019;
  const part = header.part ?? null;
  w.u16(header.id);
  w.u16(
    bodyLength |
      ((header.encryption ?? 0) << 10) |
      (part ? partBit : 0) |
      (is2019 ? versionBit : 0) |
      (header.reserved ? 0x8000 : 0),
  );
  if (is2019) w.u8(header.revision ?? 1);
  const digits = is2019 ? 20 : 12;
  if (header.phone.length > digits) throw new RangeError(`phone ${header.phone} has more than ${digits} digits`);
  w.hex(header.phone.padStart(digits, '0'));
  w.u16(header.serial);
  if (part) {
    w.u16(part.total);
    w.u16(part.index);
  }
}

/** The identity to look a terminal up by: the phone without the zeros it is padded with. */
export function identityOf(phone: string): string {
  return phone.replace(/^0+(?=.)/, '');
}
