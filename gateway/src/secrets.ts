import { wrap } from '@plomb/protocols/jt808/escape';

/** Item 0x67 of a Hhdlink location with its length: eight digits follow, the one-time unlock password. */
const passwordItem = Buffer.of(0x67, 8);
const digits = 8;
const flag = 0x7e;
const mark = 0x7d;
const star = 0x2a;

/**
 * The bytes of a frame as they are kept: as received, but for a one-time password, whose digits give way to stars. The
 * checksum follows, for with the digits gone it would tell three bits of them. What holds none is returned as it is.
 */
export function withoutPassword<Bytes extends Uint8Array>(raw: Bytes): Bytes | Buffer {
  return raw[0] === 0x28 ? withoutTextPassword(raw) : withoutItem(raw);
}

/** A Jointech lock tells its new password in `(id,P52,2,password)`. */
function withoutTextPassword<Bytes extends Uint8Array>(raw: Bytes): Bytes | Buffer {
  const text = Buffer.from(raw).toString('latin1');
  const kept = text.replace(
    /^(\([^,]*,P52,2,)([^)]*)/,
    (_, head: string, secret: string) => head + '*'.repeat(secret.length),
  );
  return kept === text ? raw : Buffer.from(kept, 'latin1');
}

function withoutItem<Bytes extends Uint8Array>(raw: Bytes): Bytes | Buffer {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.length);
  let kept: Buffer | null = null;
  let change = 0;
  // Neither the item's head nor a digit is ever escaped.
  for (let at = bytes.indexOf(passwordItem); at >= 0; at = bytes.indexOf(passwordItem, at + 1)) {
    const from = at + passwordItem.length;
    if (!areDigits(bytes, from)) continue;
    kept ??= Buffer.from(bytes);
    for (let i = from; i < from + digits; i++) {
      change ^= bytes[i]! ^ star;
      kept[i] = star;
    }
  }
  if (!kept) return raw;
  return kept[0] === flag && kept.at(-1) === flag ? withChecksum(kept, change) : kept;
}

function areDigits(bytes: Buffer, from: number): boolean {
  if (from + digits > bytes.length) return false;
  for (let i = from; i < from + digits; i++) if (bytes[i]! < 0x30 || bytes[i]! > 0x39) return false;
  return true;
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
