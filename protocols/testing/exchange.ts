import { hhd } from '../src/hhd/messages.ts';
import { decodeDownlink, encodeDownlink } from '../src/jointech/downlink.ts';
import { JointechFramer } from '../src/jointech/framer.ts';
import { decodePosition, encodePosition } from '../src/jointech/position.ts';
import { decodeUplink, encodeUplink } from '../src/jointech/uplink.ts';
import { jointech808 } from '../src/jointech808/messages.ts';
import { decodeText, encodeText } from '../src/jointech808/text.ts';
import { encodeFrame } from '../src/jt808/encode.ts';
import { Jt808Framer } from '../src/jt808/framer.ts';
import { decodeFrame, type Header } from '../src/jt808/header.ts';
import { jt808, type MessageSet, type MessageTable } from '../src/jt808/messages.ts';

/** Who speaks: a lock family, or the platform to a Jointech lock, whose text carries no id. */
export type Speaker = 'jt808' | 'hhd' | 'jointech808' | 'jointech' | 'jointechPlatform';

export interface Exchanged {
  decoded: unknown;
  /** the decoded message, encoded again */
  encoded: Buffer;
}

/** Frames, decodes and encodes again everything in `bytes`. Throws when something of it is refused. */
export function exchange(speaker: Speaker, bytes: Uint8Array): Exchanged[] {
  const all: Exchanged[] = [];
  const refused = (reason: string) => {
    throw new Error(`refused: ${reason}`);
  };
  if (speaker === 'jointech' || speaker === 'jointechPlatform') {
    const framer = new JointechFramer({
      position(raw) {
        const decoded = decodePosition(raw);
        all.push({ decoded, encoded: encodePosition(decoded) });
      },
      text(raw) {
        if (speaker === 'jointech') {
          const decoded = decodeUplink(raw);
          all.push({ decoded, encoded: encodeUplink(decoded) });
        } else {
          const decoded = decodeDownlink(raw);
          all.push({ decoded, encoded: encodeDownlink(decoded) });
        }
      },
      refused,
    });
    framer.push(bytes);
    return all;
  }
  const frames: Uint8Array[] = [];
  const text = (raw: Uint8Array) => {
    const decoded = speaker === 'jointech808' ? decodeText(raw) : null;
    if (decoded) all.push({ decoded, encoded: encodeText(decoded) });
    else refused('text');
  };
  new Jt808Framer({ frame: (content) => frames.push(content), text, refused }).push(bytes);
  if (speaker === 'jointech808' && frames.length === 0) return all;
  return frames.map((content) => exchange808(speaker, content));
}

function exchange808(speaker: 'jt808' | 'hhd' | 'jointech808', content: Uint8Array): Exchanged {
  const { header, body } = decodeFrame(content);
  // One of several sub-packages has no message of its own.
  if (header.part) return { decoded: { header, body }, encoded: encodeFrame(header, body) };
  const { message, again } = again808[speaker](header, body);
  return { decoded: { header, message }, encoded: encodeFrame(header, again) };
}

const again808 = { jt808: again(jt808), hhd: again(hhd), jointech808: again(jointech808) };

function again<T extends MessageTable>(set: MessageSet<T>) {
  return ({ id, version }: Header, body: Uint8Array) => {
    const message = set.decode(id, version, body);
    return { message, again: set.encode(message, version) };
  };
}
