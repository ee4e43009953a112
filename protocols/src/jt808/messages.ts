import { type Codec, decode, encode, type Part, rest, u16 } from '../kit/codec.ts';
import { explain } from '../kit/explain.ts';
import { struct } from '../kit/struct.ts';
import type { Item, ItemTable } from '../kit/tlv.ts';
import { areaIds, circles, polygonArea, rectangles } from './areas.ts';
import { attributes } from './attributes.ts';
import { authentication } from './authentication.ts';
import { batchOf } from './batch.ts';
import { resend, terminalControl, textMessage, tracking, transparent, vehicleControl } from './commands.ts';
import type { Version } from './header.ts';
import { type Location, locationWith, standardItems, type Words } from './location.ts';
import { parametersReply, queryParameters, setParameters } from './parameters.ts';
import { registration } from './registration.ts';
import { generalReply, registrationReply } from './replies.ts';
import { upgradePackage, upgradeResult } from './upgrade.ts';

/** A message: its id and its body's layout in each edition. */
export interface MessageLayout<T = unknown> {
  readonly id: number;
  readonly codec: (version: Version) => Codec<T>;
}

export type MessageTable = Readonly<Record<string, MessageLayout>>;

/** The same layout in every edition. */
export function message<T>(id: number, codec: Codec<T>): MessageLayout<T> {
  return { id, codec: () => codec };
}

export function versioned<T>(id: number, codec: (version: Version) => Codec<T>): MessageLayout<T> {
  return { id, codec };
}

/** A query's answer: the query's serial, then a location. */
function answeredLocation<I>(location: Codec<Location<I>>): Codec<{ serial: number; location: Location<I> }> {
  return struct({ serial: u16, location });
}

/** The messages of the standard that a lock and a platform exchange, with these items in every location. */
export function standardMessages<const T extends ItemTable>(items: T, words?: Words) {
  const location = locationWith(items, words);
  return {
    terminalReply: message(0x0001, generalReply),
    platformReply: message(0x8001, generalReply),
    /** the standard's heartbeat is empty; makers append battery or signal */
    heartbeat: message(0x0002, rest),
    logout: message(0x0003, rest),
    registration: versioned(0x0100, registration),
    registrationReply: message(0x8100, registrationReply),
    authentication: versioned(0x0102, authentication),
    location: message(0x0200, location),
    batch: message(0x0704, batchOf<Item<T>>(location)),
    queryLocation: message(0x8201, rest),
    locationReply: message(0x0201, answeredLocation(location)),
    tracking: message(0x8202, tracking),
    platformResend: versioned(0x8003, resend),
    terminalResend: versioned(0x0005, resend),
    queryAttributes: message(0x8107, rest),
    attributes: versioned(0x0107, attributes),
    terminalControl: message(0x8105, terminalControl),
    upgradePackage: message(0x8108, upgradePackage),
    upgradeResult: message(0x0108, upgradeResult),
    setParameters: message(0x8103, setParameters),
    queryAllParameters: message(0x8104, rest),
    queryParameters: message(0x8106, queryParameters),
    parametersReply: message(0x0104, parametersReply),
    text: versioned(0x8300, textMessage),
    setCircles: versioned(0x8600, circles),
    deleteCircles: message(0x8601, areaIds),
    setRectangles: versioned(0x8602, rectangles),
    deleteRectangles: message(0x8603, areaIds),
    setPolygon: versioned(0x8604, polygonArea),
    deletePolygons: message(0x8605, areaIds),
    vehicleControl: versioned(0x8500, vehicleControl),
    vehicleControlReply: message(0x0500, answeredLocation(location)),
    transparentUp: message(0x0900, transparent),
    transparentDown: message(0x8900, transparent),
  } as const;
}

type Body<L> = L extends MessageLayout<infer T> ? T : never;

/** A body no layout names; nothing of it is lost. */
export interface UnknownMessage {
  kind: 'unknown';
  id: number;
  body: Uint8Array;
}

export type Message<T extends MessageTable> =
  | { [K in keyof T & string]: { kind: K; body: Body<T[K]> } }[keyof T & string]
  | UnknownMessage;

export interface MessageSet<T extends MessageTable> {
  /** Throws `MalformedMessage` when the body is shorter than its layout. */
  decode(id: number, version: Version, body: Uint8Array): Message<T>;
  encode(message: Message<T>, version: Version): Buffer;
  /** What a body of this id is, field by field; one that no layout names is its bytes. Throws as `decode` does. */
  explain(id: number, version: Version, body: Uint8Array): { kind: string; parts: Part[] };
  idOf(message: Message<T>): number;
}

export function messageSet<const T extends MessageTable>(table: T): MessageSet<T> {
  const entries = Object.entries(table).map(([kind, layout]) => ({
    kind,
    id: layout.id,
    codecs: { 2013: layout.codec(2013), 2019: layout.codec(2019) },
  }));
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const byKind = new Map(entries.map((entry) => [entry.kind, entry]));
  return {
    decode(id, version, body) {
      const entry = byId.get(id);
      if (!entry) return { kind: 'unknown', id, body };
      return { kind: entry.kind, body: decode(entry.codecs[version], body) } as Message<T>;
    },
    encode(message, version) {
      const entry = byKind.get(message.kind);
      return entry ? encode(entry.codecs[version], message.body) : Buffer.from((message as UnknownMessage).body);
    },
    explain(id, version, body) {
      const entry = byId.get(id);
      return { kind: entry?.kind ?? 'unknown', parts: explain(entry?.codecs[version] ?? rest, body) };
    },
    idOf: (message) => byKind.get(message.kind)?.id ?? (message as UnknownMessage).id,
  };
}

/** JT/T 808 as the standard has it. */
export const jt808 = messageSet(standardMessages(standardItems));
