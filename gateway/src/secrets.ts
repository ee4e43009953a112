import { hasCard, hasPassword } from '@plomb/protocols/jointech808/lock-event';
import { wrap } from '@plomb/protocols/jt808/escape';

/** Item 0x67 of a Hhdlink location with its length: eight digits follow, the one-time unlock password. */
const passwordItem = Buffer.of(0x67, 8);
const digits = 8;
/**
 * Item 0x0B of a Jointech location: its length, what happened, and the password it happened with, of six characters. Of
 * another length, as firmwares append to it, or behind a type nobody has published, what is kept is held back where it is six
 * digits, as every password of these locks is: else it may be anything of any other protocol.
 */
const eventItem = 0x0b;
const eventLengths = [7, 8];
const characters = 6;
const flag = 0x7e;
const mark = 0x7d;
const star = 0x2a;
/** Of the first byte of a header's attributes. */
const partBit = 0x20;
const versionBit = 0x40;

/**
 * The bytes of a frame as they are kept: as received, but for a one-time password, whose digits give way to stars. The
 * checksum follows, for with the digits gone it would tell three bits of them. Where a frame is cut, or is a sub-package,
 * so may be the password: what may be a part of one at its end, or at the beginning of what goes on, is not kept either.
 * What holds none is returned as it is.
 */
export function withoutPassword<Bytes extends Uint8Array>(raw: Bytes): Bytes | Buffer {
  return raw[0] === 0x28 ? withoutTextPassword(raw) : withoutItem(raw);
}

/**
 * A Jointech lock tells its new password in `(id,P52,2,password)`, and the one that stays, when asked, in `(id,P44,password)`;
 * what one of the 808 locks says by `ELOCK` nobody has published, and looks like one.
 */
function withoutTextPassword<Bytes extends Uint8Array>(raw: Bytes): Bytes | Buffer {
  const text = Buffer.from(raw).toString('latin1');
  const kept = text.replace(
    /^(\([^,]*,)(?:(P(?:52,2|44),)([^),]{4,})|([12],\d+,ELOCK,\d+,)([^)]+))/,
    (_, id: string, word = '', secret = '', unknown = '', fields = '') =>
      `${id}${word}${'*'.repeat(secret.length)}${unknown}${fields.replace(/[^,]/g, '*')}`,
  );
  return kept === text ? raw : Buffer.from(kept, 'latin1');
}

function withoutItem<Bytes extends Uint8Array>(raw: Bytes): Bytes | Buffer {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.length);
  let kept: Buffer | null = null;
  let change = 0;
  const hide = (from: number, count: number) => {
    if (count === 0) return;
    kept ??= Buffer.from(bytes);
    for (let i = from; i < from + count; i++) {
      change ^= kept[i]! ^ star;
      kept[i] = star;
    }
  };
  const { begin, end } = edgesOf(bytes);
  if (begin !== null) {
    const from = bytes[begin] === passwordItem[1] ? begin + 1 : begin;
    hide(from, digitsFrom(bytes, from, end ?? bytes.length));
  }
  // Neither the item's head nor a digit is ever escaped.
  for (let at = bytes.indexOf(passwordItem); at >= 0; at = bytes.indexOf(passwordItem, at + 1)) {
    const from = at + passwordItem.length;
    const count = digitsFrom(bytes, from, end ?? bytes.length);
    if (count === digits || from + count === end) hide(from, count);
  }
  for (let at = bytes.indexOf(eventItem); at >= 0; at = bytes.indexOf(eventItem, at + 1)) {
    const [fits, type] = [eventLengths.includes(bytes[at + 1]!), bytes[at + 2]!];
    if (!hasPassword(type) && (!fits || hasCard(type))) continue;
    const from = at + 3;
    const stop = end ?? bytes.length;
    const count =
      fits && hasPassword(type)
        ? charactersFrom(bytes, from, stop)
        : Math.min(digitsFrom(bytes, from, stop), characters);
    if (count === characters || from + count === end) hide(from, count);
  }
  if (!kept) return raw;
  return isWhole(kept) ? withChecksum(kept, change) : kept;
}

const isWhole = (bytes: Buffer): boolean => bytes.length > 1 && bytes[0] === flag && bytes.at(-1) === flag;

/** How many digits stand there, a password's at most. */
function digitsFrom(bytes: Buffer, from: number, end: number): number {
  let count = 0;
  while (count < digits && from + count < end && bytes[from + count]! >= 0x30 && bytes[from + count]! <= 0x39) count++;
  return count;
}

/** How many characters stand there that need no escape, a password's at most. */
function charactersFrom(bytes: Buffer, from: number, end: number): number {
  let count = 0;
  while (count < characters && from + count < end && bytes[from + count]! > 0x20 && bytes[from + count]! < mark)
    count++;
  return count;
}

/**
 * Where the contents of a frame may lack what belongs to them, as places in its escaped bytes: the beginning of a
 * sub-package that goes on with the one before it, and the end of one or of a frame that was cut. Null = nowhere.
 */
function edgesOf(bytes: Buffer): { begin: number | null; end: number | null } {
  if (bytes[0] !== flag) return nowhere;
  const whole = isWhole(bytes);
  // nearly every frame, at once
  if (whole && bytes[1] !== mark && bytes[2] !== mark && bytes[3] !== mark && (bytes[3]! & partBit) === 0)
    return nowhere;
  const header = headerOf(bytes);
  if (!header?.isPart) return { begin: null, end: whole ? null : bytes.length };
  const checksum = bytes.at(-3) === mark ? 2 : 1;
  return {
    begin: header.isFirst ? null : header.length,
    end: whole ? bytes.length - 1 - checksum : bytes.length,
  };
}

const nowhere = { begin: null, end: null };

/** Of a frame: whether it is a sub-package, the first of its message, and how many of its escaped bytes its header has. */
function headerOf(bytes: Buffer): { isPart: boolean; isFirst: boolean; length: number } | null {
  const plain: number[] = [];
  let at = 1;
  const read = (count: number): boolean => {
    for (; plain.length < count && at < bytes.length; at++)
      plain.push(bytes[at] === mark ? (bytes[++at] === 2 ? flag : mark) : bytes[at]!);
    return plain.length === count;
  };
  if (!read(4)) return null;
  const attributes = plain[2]!;
  const isPart = (attributes & partBit) !== 0;
  // id, attributes, phone and serial; the 2019 edition has its revision and a longer phone
  const head = (attributes & versionBit) !== 0 ? 17 : 12;
  if (!read(isPart ? head + 4 : head)) return null;
  return { isPart, isFirst: plain[head + 2] === 0 && plain[head + 3] === 1, length: at };
}

/** `change` is the XOR of what was changed; the checksum stands before the closing flag and may be escaped. */
function withChecksum(frame: Buffer, change: number): Buffer {
  const last = frame.length - 2;
  const isEscaped = frame[last - 1] === mark;
  const was = isEscaped ? (frame[last] === 2 ? flag : mark) : frame[last]!;
  const sum = was ^ change;
  if (!isEscaped && sum !== flag && sum !== mark) {
    frame[last] = sum;
    return frame;
  }
  const end = wrap(Buffer.of(sum));
  // Of the frame of one byte, its escaped form and the closing flag; its own checksum equals the byte.
  const escaped = end.subarray(1, 1 + (end.length - 2) / 2);
  return Buffer.concat([frame.subarray(0, isEscaped ? last - 1 : last), escaped, Buffer.of(flag)]);
}
