import { seedWord } from '@plomb/contract/words';
import type { Row } from '../../../platform/files/cells.ts';
import { csvHead, csvLines } from '../../../platform/files/formats.ts';
import type { PackFacts } from './facts.ts';
import { isPhotoOf, namesOf } from './facts.ts';
import type { Made } from './report.ts';
import { reasonTold, type Saying, told, zoneName } from './saying.ts';
import { packWords } from './words.ts';

/** A table of the pack as text: UTF-8, moments by the zone that its heads name. */
const csv = (
  columns: readonly (readonly [field: string, title: string])[],
  rows: readonly Row[],
  { zone }: Saying,
): string => {
  const options = { columns: columns.map(([field, title]) => ({ field, title })), timeZone: zone };
  const line = csvLines(options);
  return csvHead(options) + rows.map((row) => line(row)).join('');
};
const iso = (ms: number): string => new Date(ms).toISOString();

/** What is data in a pack: a table for each kind, as the screen has it, and all of it whole for machines. */
export const dataFiles = (facts: PackFacts, say: Saying, made: Made): { name: string; text: string }[] => {
  const { batch, journey, moments, photos, frames, tracks } = facts;
  const w = packWords[say.lang];
  const word = (dictionary: Parameters<typeof seedWord>[0], code: string | number): string =>
    seedWord(dictionary, code)[say.lang];
  const zone = zoneName(say.zone, moments.length > 0 ? moments.map(({ at }) => at) : [made.at]);
  const timed = (title: string): string => `${title} ${zone}`;
  const photosAt = (key: string): string =>
    photos
      .filter((one) => isPhotoOf(key, one))
      .map(({ name }) => name)
      .join(' ');
  const ofKind = (kind: string, more: readonly (readonly [string, string])[] = []) => ({
    columns: [
      ['name', w.nr],
      ['at', timed(w.at)],
      ['device', timed(w.deviceTime)],
      ['came', timed(w.told)],
      ['what', w.what],
      ['more', w.details],
      ['position', w.position],
      ['number', w.number],
      ['who', w.who],
      ['place', w.place],
      ['photos', w.photos],
      ...more,
    ] as (readonly [string, string])[],
    rows: moments
      .filter(({ what }) => what === kind)
      .map((one): Row => ({ ...told(one, say), name: one.name, at: iso(one.at), photos: photosAt(one.key) })),
  });
  const tables = (['step', 'refused', 'failed', 'reading', 'event', 'alarm', 'order', 'gap', 'amended'] as const).map(
    (kind) => {
      const names = {
        step: 'steps',
        refused: 'refused',
        failed: 'readers',
        reading: 'reader-contradictions',
        event: 'lock-words',
        alarm: 'alarms',
        order: 'orders',
        gap: 'gaps',
        amended: 'amendments',
      };
      const { columns, rows } = ofKind(kind);
      return { name: `csv/${names[kind]}.csv`, text: csv(columns, rows, say) };
    },
  );
  const reasons = csv(
    [
      ['weight', w.weight],
      ['reason', w.reason],
      ['details', w.details],
      ['rests', w.rests],
    ],
    journey.reasons.map((one) => ({
      weight: w.weights[one.weight],
      reason: word('journey_reason', one.code),
      details: reasonTold(one, say),
      rests: namesOf(one.rests_on, moments).join(' '),
    })),
    say,
  );
  const positions = csv(
    [
      ['sn', w.locks],
      ['at', timed(w.at)],
      ['receive_time', timed(w.told)],
      ['lat', 'lat WGS-84'],
      ['lon', 'lon WGS-84'],
      ['velocity', 'km/h'],
      ['lock', w.kinds.event],
      ['proved', w.proven],
      ['late', w.late],
    ],
    tracks.flatMap(({ sn, points }) =>
      points.map(
        (one): Row => ({
          ...{ sn, at: one.at, receive_time: one.receive_time, lat: one.lat, lon: one.lon, velocity: one.velocity },
          ...{
            lock: word('msg_ls', one.lock_status),
            proved: one.proved ? w.yes : w.no,
            late: one.late ? w.yes : w.no,
          },
        }),
      ),
    ),
    say,
  );
  const pictures = csv(
    [
      ['name', w.nr],
      ['of', w.rests],
      ['at', timed(w.at)],
      ['sha256', 'SHA-256'],
      ['bytes', w.length],
    ],
    photos.map(({ name, of, sha256, bytes }) => ({
      name,
      of: of.name,
      at: iso(of.at),
      sha256: sha256 ?? w.photoMissing,
      bytes,
    })),
    say,
  );
  const raw = csv(
    [
      ['of', w.rests],
      ['sn', w.locks],
      ['device_time', timed(w.deviceTime)],
      ['receive_time', timed(w.told)],
      ['sha256', 'SHA-256'],
      ['length', w.length],
      ['proven', w.proven],
      ['replay', w.replay],
      ['what', w.what],
      ['content', w.bytes],
    ],
    frames.map(
      ({ fields: _, authenticated, replay, ...one }): Row => ({
        ...{ ...one, proven: authenticated ? w.yes : w.no, replay: replay ? w.yes : w.no },
      }),
    ),
    say,
  );
  const { version: _, ...plan } = batch;
  const whole = {
    form: 1,
    ...made.who,
    made_time: made.at,
    as_of: facts.as_of,
    left_out: facts.left_out,
    ...{ cut: facts.cut, gone: facts.gone, frames_missing: facts.frames_missing },
    batch: plan,
    journey,
    records: moments.map((one) => ({
      name: one.name,
      key: one.key,
      at: iso(one.at),
      kind: one.what,
      ...told(one, { ...say, zone: null }),
    })),
    photos: photos.map(({ name, of, sha256, bytes, type }) => ({ name, of: of.name, sha256, bytes, type })),
  };
  const json = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`;
  const isIn = (part: PackFacts['left_out'][number]): boolean => !facts.left_out.includes(part);
  const ofPart = { 'csv/lock-words.csv': 'events', 'csv/alarms.csv': 'alarms', 'csv/orders.csv': 'orders' } as Record<
    string,
    PackFacts['left_out'][number]
  >;
  return [
    { name: 'data.json', text: json(whole) },
    { name: 'csv/reasons.csv', text: reasons },
    ...tables.filter(({ name }) => !ofPart[name] || isIn(ofPart[name])),
    ...(isIn('positions') ? [{ name: 'csv/positions.csv', text: positions }] : []),
    ...(isIn('photos') ? [{ name: 'csv/photos.csv', text: pictures }] : []),
    ...(isIn('frames')
      ? [
          { name: 'csv/frames.csv', text: raw },
          { name: 'frames.json', text: json(frames) },
        ]
      : []),
  ];
};
