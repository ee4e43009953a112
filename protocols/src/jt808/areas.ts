import { bcd } from '../kit/bcd.ts';
import { bits } from '../kit/bits.ts';
import { type Codec, per, u8, u16, u32 } from '../kit/codec.ts';
import { listAfter } from '../kit/list.ts';
import type { Reader } from '../kit/reader.ts';
import { struct } from '../kit/struct.ts';
import { textAfter } from '../kit/text.ts';
import type { Writer } from '../kit/writer.ts';
import type { Version } from './header.ts';

/** Attribute word of an area. `timed` and `limited` say which optional fields follow. */
export const areaAttributes = bits(u16, {
  timed: 0,
  limited: 1,
  enterAlarmDriver: 2,
  enterAlarmPlatform: 3,
  leaveAlarmDriver: 4,
  leaveAlarmPlatform: 5,
  south: 6,
  west: 7,
  noDoorOpening: 8,
  communicationOff: 14,
  gnssDetail: 15,
});
type Attributes = ReturnType<typeof areaAttributes.of>;

/** What an area may say besides its outline. Times are `YYMMDDhhmmss` of the terminal's clock. */
export interface AreaRule {
  period?: { start: string; end: string };
  speed?: { limit: number; seconds: number; night?: number };
  /** 2019 only */
  name?: string;
}

export interface Circle extends AreaRule {
  id: number;
  attributes: Attributes;
  latitude: number;
  longitude: number;
  /** metres */
  radius: number;
}

export interface Rectangle extends AreaRule {
  id: number;
  attributes: Attributes;
  /** north-west, then south-east */
  top: number;
  left: number;
  bottom: number;
  right: number;
}

export interface Polygon extends AreaRule {
  id: number;
  attributes: Attributes;
  points: { latitude: number; longitude: number }[];
}

/** Of 0x8600 and 0x8602. */
export const AreaAction = { update: 0, append: 1, modify: 2 } as const;

const time = bcd(6);
const name = textAfter(u16);
/** Degrees without a sign: the attributes have the hemisphere. */
const degrees = per(u32, 1e6);
const signed = (value: number, isNegative: boolean): number => (isNegative && -value) || value;

const readPeriod = (r: Reader, { timed }: Attributes): AreaRule =>
  timed ? { period: { start: time.read(r), end: time.read(r) } } : {};
const writePeriod = (w: Writer, { timed }: Attributes, { period }: AreaRule): void => {
  if (!timed) return;
  time.write(w, period?.start ?? '');
  time.write(w, period?.end ?? '');
};
const readSpeed = (r: Reader, { limited }: Attributes): AreaRule =>
  limited ? { speed: { limit: r.u16(), seconds: r.u8() } } : {};
const writeSpeed = (w: Writer, { limited }: Attributes, { speed }: AreaRule): void => {
  if (!limited) return;
  w.u16(speed?.limit ?? 0);
  w.u8(speed?.seconds ?? 0);
};
/** Night speed and name, which the 2019 edition appended. */
const readAppended = (r: Reader, { limited }: Attributes, rule: AreaRule, version: Version): AreaRule => {
  if (version !== 2019) return rule;
  if (limited && rule.speed) rule.speed.night = r.u16();
  rule.name = name.read(r);
  return rule;
};
const writeAppended = (w: Writer, { limited }: Attributes, rule: AreaRule, version: Version): void => {
  if (version !== 2019) return;
  if (limited) w.u16(rule.speed?.night ?? 0);
  name.write(w, rule.name ?? '');
};

const circle = (version: Version): Codec<Circle> => ({
  read(r) {
    const id = r.u32();
    const attributes = areaAttributes.read(r);
    const latitude = signed(degrees.read(r), attributes.south);
    const longitude = signed(degrees.read(r), attributes.west);
    const radius = r.u32();
    const rule = { ...readPeriod(r, attributes), ...readSpeed(r, attributes) };
    return { id, attributes, latitude, longitude, radius, ...readAppended(r, attributes, rule, version) };
  },
  write(w, value) {
    const attributes = areaAttributes.of(
      { south: value.latitude < 0, west: value.longitude < 0 },
      value.attributes.raw,
    );
    w.u32(value.id);
    areaAttributes.write(w, attributes);
    degrees.write(w, Math.abs(value.latitude));
    degrees.write(w, Math.abs(value.longitude));
    w.u32(value.radius);
    writePeriod(w, attributes, value);
    writeSpeed(w, attributes, value);
    writeAppended(w, attributes, value, version);
  },
});

const rectangle = (version: Version): Codec<Rectangle> => ({
  read(r) {
    const id = r.u32();
    const attributes = areaAttributes.read(r);
    const { south, west } = attributes;
    const top = signed(degrees.read(r), south);
    const left = signed(degrees.read(r), west);
    const bottom = signed(degrees.read(r), south);
    const right = signed(degrees.read(r), west);
    const rule = { ...readPeriod(r, attributes), ...readSpeed(r, attributes) };
    return { id, attributes, top, left, bottom, right, ...readAppended(r, attributes, rule, version) };
  },
  write(w, value) {
    const attributes = areaAttributes.of({ south: value.top < 0, west: value.left < 0 }, value.attributes.raw);
    w.u32(value.id);
    areaAttributes.write(w, attributes);
    for (const side of [value.top, value.left, value.bottom, value.right]) degrees.write(w, Math.abs(side));
    writePeriod(w, attributes, value);
    writeSpeed(w, attributes, value);
    writeAppended(w, attributes, value, version);
  },
});

const point = struct({ latitude: degrees, longitude: degrees });
const points = listAfter(u16, point);

const polygon = (version: Version): Codec<Polygon> => ({
  read(r) {
    const id = r.u32();
    const attributes = areaAttributes.read(r);
    const rule: AreaRule = { ...readPeriod(r, attributes), ...readSpeed(r, attributes) };
    const outline = points.read(r).map(({ latitude, longitude }) => ({
      latitude: signed(latitude, attributes.south),
      longitude: signed(longitude, attributes.west),
    }));
    return { id, attributes, points: outline, ...readAppended(r, attributes, rule, version) };
  },
  write(w, value) {
    const [first] = value.points;
    const attributes = areaAttributes.of(
      { south: (first?.latitude ?? 0) < 0, west: (first?.longitude ?? 0) < 0 },
      value.attributes.raw,
    );
    w.u32(value.id);
    areaAttributes.write(w, attributes);
    writePeriod(w, attributes, value);
    writeSpeed(w, attributes, value);
    points.write(
      w,
      value.points.map(({ latitude, longitude }) => ({
        latitude: Math.abs(latitude),
        longitude: Math.abs(longitude),
      })),
    );
    writeAppended(w, attributes, value, version);
  },
});

/** 0x8600. */
export const circles = (version: Version) => struct({ action: u8, circles: listAfter(u8, circle(version)) });
/** 0x8602. */
export const rectangles = (version: Version) => struct({ action: u8, rectangles: listAfter(u8, rectangle(version)) });
/** 0x8604: one. */
export const polygonArea = polygon;
/** 0x8601, 0x8603 and 0x8605: these areas, or all of the kind when there is none. */
export const areaIds = struct({ ids: listAfter(u8, u32) });
