import { type BatteryCurve, lithiumCell } from '@plomb/contract/lock/batteryCurve';
import type { LockFamily } from '@plomb/contract/lock/codes';
import { explainText } from '@plomb/protocols/jointech/explain';
import { JointechFramer } from '@plomb/protocols/jointech/framer';
import { decodePosition, explainPosition } from '@plomb/protocols/jointech/position';
import { decodeUplink } from '@plomb/protocols/jointech/uplink';
import { decodeText, explainText as explainText808 } from '@plomb/protocols/jointech808/text';
import { Jt808Framer } from '@plomb/protocols/jt808/framer';
import { decodeFrame, explainHeader, identityOf } from '@plomb/protocols/jt808/header';
import type { Part } from '@plomb/protocols/kit/codec';
import { MalformedMessage } from '@plomb/protocols/kit/malformed';
import type { Circumstances, JointechProfile, Jt808Profile, Reading } from './profiles/profile.ts';
import { profiles } from './profiles/profiles.ts';

/** A frame for people: which bytes are what, and what the profile of its lock makes of them. */
export interface ExplainedFrame {
  /** what it is in words of the protocol: `0200 location`, `P45 lockEvent`, `$ position` */
  what: string;
  /** number of the lock on the wire; empty where it cannot be read */
  sn: string;
  /** as received */
  raw: Uint8Array;
  /** without flags, escapes and checksum where the wire has them: what offsets count in */
  content: Uint8Array;
  /** header and body, in order */
  parts: Part[];
  reading: Reading;
  /** why it could not be read to its end */
  trouble: string | null;
}

export interface ExplainedBytes {
  frames: ExplainedFrame[];
  /** what is no frame, and why */
  refused: { reason: string; bytes: Uint8Array }[];
}

interface Lock {
  family: LockFamily;
  /** as `KnownDevice.model` */
  model: string;
  utcOffsetMinutes: number;
  batteryCurve?: Readonly<BatteryCurve>;
}

/** 0x8108 of JT/T 808. */
const packageId = 0x8108;

/** Reads `bytes` as what a lock of this kind said first on a connection. Pure; stores and answers nothing. */
export function explainBytes(bytes: Uint8Array, lock: Lock): ExplainedBytes {
  const profile = profiles[lock.family];
  return profile.wire === 'jt808' ? explain808(bytes, profile, lock) : explainJointech(bytes, profile, lock);
}

function explain808(bytes: Uint8Array, profile: Jt808Profile, lock: Lock): ExplainedBytes {
  const frames: ExplainedFrame[] = [];
  const refused: ExplainedBytes['refused'] = [];
  const frame = (content: Uint8Array, raw: Uint8Array): void => {
    const explained = { ...blank(raw), content };
    frames.push(explained);
    attempt(explained, () => {
      explained.parts = explainHeader(content);
      const { header, body } = decodeFrame(content);
      explained.sn = identityOf(header.phone);
      const id = header.id.toString(16).padStart(4, '0').toUpperCase();
      explained.what = id;
      const at = content.length - body.length;
      if (header.encryption !== 0 || header.part) {
        explained.what = `${id} ${header.part ? `part ${header.part.index}/${header.part.total}` : 'encrypted'}`;
        // the first part of a package says what it is a package of
        const head = header.id === packageId && header.part?.index === 1 && header.encryption === 0;
        const parts = head ? profile.explain(header.id, header.version, body).parts : [];
        explained.parts.push(...(head ? parts.map((part) => moved(part, at)) : [bytesOf('body', body, at)]));
        return;
      }
      const { kind, parts } = profile.explain(header.id, header.version, body);
      explained.what = `${id} ${kind}`;
      explained.parts.push(...parts.map((part) => moved(part, at)));
      explained.reading = profile.read({ header, body, raw }, circumstancesOf(explained.sn, lock));
    });
  };
  const text = (raw: Uint8Array): void => {
    const message = profile.answerText ? decodeText(raw) : null;
    if (!message) refused.push({ reason: 'text', bytes: raw });
    else {
      const what = `${message.word},${message.number} text`;
      frames.push({ ...blank(raw), what, sn: identityOf(message.id), parts: explainText808(message, raw) });
    }
  };
  const framer = new Jt808Framer({
    frame,
    text,
    refused: (reason, some) => void refused.push({ reason, bytes: some }),
  });
  framer.push(bytes);
  return { frames, refused };
}

function explainJointech(bytes: Uint8Array, profile: JointechProfile, lock: Lock): ExplainedBytes {
  const frames: ExplainedFrame[] = [];
  const refused: ExplainedBytes['refused'] = [];
  const position = (raw: Uint8Array): void => {
    const explained = { ...blank(raw), what: '$ position' };
    frames.push(explained);
    attempt(explained, () => {
      const message = decodePosition(raw);
      explained.sn = message.id;
      explained.parts = explainPosition(raw);
      explained.reading.reports = [profile.position(message, raw, circumstancesOf(message.id, lock))];
    });
  };
  const text = (raw: Uint8Array): void => {
    const explained = { ...blank(raw), what: 'text' };
    frames.push(explained);
    attempt(explained, () => {
      const { id, kind, word, parts } = explainText(raw);
      Object.assign(explained, { sn: id, what: `${word} ${kind}`, parts });
      // what the platform says becomes no report
      if (id === '') return;
      const message = decodeUplink(raw);
      const circumstances = circumstancesOf(message.id, lock);
      if (message.kind === 'lockEvent')
        explained.reading.reports = [profile.lockEvent(message.event, raw, circumstances)];
      if (message.kind === 'subLock')
        explained.reading.reports = [profile.subLock(message.payload, raw, circumstances)];
    });
  };
  new JointechFramer({
    position,
    text,
    refused: (reason, some) => void refused.push({ reason, bytes: some }),
  }).push(bytes);
  return { frames, refused };
}

const blank = (raw: Uint8Array): ExplainedFrame => ({
  what: '',
  sn: '',
  raw,
  content: raw,
  parts: [],
  reading: { reports: [], notUnderstood: [] },
  trouble: null,
});

function attempt(explained: ExplainedFrame, read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof MalformedMessage)) throw error;
    explained.trouble = error.message;
  }
}

function circumstancesOf(sn: string, lock: Lock): Circumstances {
  return {
    device: { id: 0, sn, batteryCurve: lithiumCell, ...lock, identityRule: 'open', networks: [], codeGeneration: 0 },
    receiveTime: 0,
    isFirst: true,
    memory: { alarmWord: 0 },
  };
}

function moved(part: Part, by: number): Part {
  const parts = part.parts?.map((one) => moved(one, by));
  return { ...part, from: part.from + by, ...(parts && { parts }) };
}

const bytesOf = (name: string, bytes: Uint8Array, from: number): Part => ({
  name,
  from,
  hex: Buffer.from(bytes).toString('hex'),
  value: bytes,
});
