/** `7E` cannot appear inside a frame: 7E → 7D 02, 7D → 7D 01. */
const flag = 0x7e;
const mark = 0x7d;

/** The plain bytes of [from, end), or null when a 7D is followed by anything but 01 or 02. */
export function unescaped(bytes: Uint8Array, from: number, end: number): Buffer | null {
  const plain = Buffer.allocUnsafe(end - from);
  let length = 0;
  for (let i = from; i < end; i++) {
    let byte = bytes[i]!;
    if (byte === mark) {
      i++;
      const code = i < end ? bytes[i] : 0;
      if (code === 1) byte = mark;
      else if (code === 2) byte = flag;
      else return null;
    }
    plain[length++] = byte;
  }
  return plain.subarray(0, length);
}

/** A frame ready to send: flag, escaped content, escaped checksum, flag. */
export function wrap(content: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(content.length * 2 + 4);
  let at = 0;
  const put = (byte: number) => {
    if (byte === flag || byte === mark) {
      frame[at++] = mark;
      frame[at++] = byte === flag ? 2 : 1;
    } else {
      frame[at++] = byte;
    }
  };
  frame[at++] = flag;
  let checksum = 0;
  for (const byte of content) {
    checksum ^= byte;
    put(byte);
  }
  put(checksum);
  frame[at++] = flag;
  return frame.subarray(0, at);
}
