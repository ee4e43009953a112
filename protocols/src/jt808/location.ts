import { bcd } from '../kit/bcd.ts';
import { bits, type Flags } from '../kit/bits.ts';
import { type Codec, type Infer, i16, per, rest, u8, u16, u32 } from '../kit/codec.ts';
import { struct } from '../kit/struct.ts';
import { type Item, type ItemTable, item, tlvToEnd } from '../kit/tlv.ts';

/** Alarm word of 0x0200, JT/T 808-2019 table 24. */
export const alarmWord = bits(u32, {
  sos: 0,
  overspeed: 1,
  fatigue: 2,
  danger: 3,
  gnssFault: 4,
  antennaOpen: 5,
  antennaShort: 6,
  underVoltage: 7,
  powerLost: 8,
  cardModuleFault: 12,
  drivingTime: 18,
  parkingTime: 19,
  area: 20,
  route: 21,
  segmentTime: 22,
  routeDeviation: 23,
  illegalIgnition: 27,
  illegalDisplacement: 28,
  collision: 29,
  rollOver: 30,
  illegalDoorOpening: 31,
});

/** Status word of 0x0200, table 25. Lock makers reuse bits 5-7, 12, 15, 20 and 21: only a profile may read those. */
export const statusWord = bits(u32, {
  acc: 0,
  fix: 1,
  south: 2,
  west: 3,
  outOfService: 4,
  encrypted: 5,
  oilCut: 10,
  powerCut: 11,
  doorLocked: 12,
  gps: 18,
  beidou: 19,
  glonass: 20,
  galileo: 21,
});

/** Additional items of the standard. */
export const standardItems = {
  /** km */
  1: item('mileage', per(u32, 10)),
  /** litres */
  2: item('fuel', per(u16, 10)),
  /** km/h, by the driving recorder */
  3: item('recorderSpeed', per(u16, 10)),
  /** id of an alarm event that wants a human's confirmation */
  4: item('confirmedAlarm', u16),
  /** tyre pressures, 30 bytes, 2019 */
  5: item('tyres', rest),
  /** °C, 2019 */
  6: item('temperature', i16),
  17: item('overspeedArea', struct({ kind: u8 })),
  18: item('areaCrossing', struct({ kind: u8, area: u32, direction: u8 })),
  19: item('segmentTime', struct({ segment: u32, seconds: u16, result: u8 })),
  37: item('signals', u32),
  42: item('io', bits(u16, { deepSleep: 0, sleep: 1 })),
  43: item('analog', u32),
  /** CSQ 0-31 */
  48: item('signal', u8),
  49: item('satellites', u8),
} as const;

const base = struct({
  alarm: alarmWord,
  status: statusWord,
  latitude: per(u32, 1e6),
  longitude: per(u32, 1e6),
  // An unsigned WORD by the standard; read signed, because land lies below the sea and nothing lies above 32 km.
  altitude: i16,
  speed: per(u16, 10),
  heading: u16,
  time: bcd(6),
});

/**
 * Body of 0x0200. WGS-84 degrees, negative south and west (the wire has the hemisphere in `status`; writing sets those
 * bits from the sign); altitude in metres; speed in km/h; heading in degrees from north; `time` is the device clock's
 * `YYMMDDhhmmss`, see `millisOf`. Without `status.fix` the coordinates are old or absent.
 */
export type Location<I = Item<typeof standardItems>> = Infer<typeof base> & { items: I[] };

/** What the bits of the two words are called, where a maker has meanings of its own. For people: reading takes the standard's. */
export interface Words {
  alarm: Codec<Flags>;
  status: Codec<Flags>;
}

/** The layout of 0x0200 with these additional items. */
export function locationWith<const T extends ItemTable>(table: T, words?: Words): Codec<Location<Item<T>>> {
  const items = tlvToEnd(table);
  const wire = struct({ ...base.shape, items });
  const shown = struct({ ...base.shape, ...words, items });
  return {
    // Written out: nearly everything a fleet says is this message, and the loop over its layout takes twice the time.
    read(r) {
      const alarm = alarmWord.read(r);
      const status = statusWord.read(r);
      const latitude = r.u32() / 1e6;
      const longitude = r.u32() / 1e6;
      return {
        alarm,
        status,
        latitude: (status.south && -latitude) || latitude,
        longitude: (status.west && -longitude) || longitude,
        altitude: i16.read(r),
        speed: r.u16() / 10,
        heading: r.u16(),
        time: r.hex(6),
        items: items.read(r),
      };
    },
    write(w, value) {
      const status = statusWord.of(
        {
          ...(value.latitude !== 0 && { south: value.latitude < 0 }),
          ...(value.longitude !== 0 && { west: value.longitude < 0 }),
        },
        value.status.raw,
      );
      const latitude = Math.abs(value.latitude);
      wire.write(w, { ...value, status, latitude, longitude: Math.abs(value.longitude) });
    },
    explain: (r) => shown.explain?.(r) ?? [],
  };
}

export const location = locationWith(standardItems);
