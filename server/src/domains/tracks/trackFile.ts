import type { Lang, Text } from '@plomb/contract/kit/text';
import { LockAction } from '@plomb/contract/lock/codes';
import { trustedWord, trustOf } from '@plomb/contract/lock/trust';
import type { Track, TrackFormat, TrackPoint } from '@plomb/contract/tracks/tracks';
import { type Fix, tripOf } from '@plomb/contract/tracks/trip';
import { seedWord } from '@plomb/contract/words';
import { csvOf } from '../../platform/files/formats.ts';

interface Asked {
  from: string;
  to: string;
  format: TrackFormat;
  timeZone: string;
  lang: Lang;
}

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/\p{Cc}/gu, '');
const nameOf = ({ subject, device_name, sn }: Track): string => [subject, device_name, sn].filter(Boolean).join(' · ');
const iso = (ms: number): string => new Date(ms).toISOString();

const stateWord = (family: Track['family'], lock_status: number, lang: Lang): string =>
  trustedWord(seedWord('msg_ls', lock_status)[lang], trustOf({ family, lock_status }, true), lang);
/** Forced is not told by the state, which may be that of a lock in order. */
const deedOf = ({ lst, ls_after }: Track['events'][number], family: Track['family'], lang: Lang): string =>
  lst === LockAction.tamper ? seedWord('msg_lst', lst)[lang] : stateWord(family, ls_after, lang);

/** What happened at a place, in words; a place that nobody proved to be the lock's word is none. */
const marksOf = ({ family, events, alarms }: Track, lang: Lang) =>
  [
    ...events
      .filter(({ authenticated }) => authenticated)
      .map((e) => ({ at: e.at, lon: e.lon, lat: e.lat, name: deedOf(e, family, lang) })),
    ...alarms
      .filter(({ unproved }) => !unproved)
      .map((a) => ({ at: a.first_time, lon: a.lon, lat: a.lat, name: seedWord('alarm_kind', a.kind)[lang] })),
  ].flatMap(({ lon, lat, ...mark }) => (lon === null || lat === null ? [] : [{ ...mark, lon, lat }]));

const runsOf = (track: Track, { from, to }: Asked): Fix[][] =>
  tripOf(track, { from: Date.parse(from), to: Date.parse(to) }).runs;

const gpx = (tracks: readonly Track[], asked: Asked): string => {
  const point = ({ at, lon, lat }: Fix) => `<trkpt lat="${lat}" lon="${lon}"><time>${iso(at)}</time></trkpt>`;
  const waypoints = tracks.flatMap((track) =>
    marksOf(track, asked.lang).map(
      ({ at, lon, lat, name }) =>
        `<wpt lat="${lat}" lon="${lon}"><time>${at}</time><name>${escaped(name)}</name><desc>${escaped(nameOf(track))}</desc></wpt>`,
    ),
  );
  const trk = tracks.map(
    (track) =>
      `<trk><name>${escaped(nameOf(track))}</name>${runsOf(track, asked)
        .map((run) => `<trkseg>${run.map(point).join('')}</trkseg>`)
        .join('')}</trk>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Plomb" xmlns="http://www.topografix.com/GPX/1/1">${waypoints.join('')}${trk.join('')}</gpx>\n`;
};

const kml = (tracks: readonly Track[], asked: Asked): string => {
  const folder = (track: Track) => {
    const lines = runsOf(track, asked).map(
      (run) =>
        `<Placemark><TimeSpan><begin>${iso(run[0]!.at)}</begin><end>${iso(run.at(-1)!.at)}</end></TimeSpan>` +
        `<LineString><tessellate>1</tessellate><coordinates>${run.map(({ lon, lat }) => `${lon},${lat}`).join(' ')}</coordinates></LineString></Placemark>`,
    );
    const marks = marksOf(track, asked.lang).map(
      ({ at, lon, lat, name }) =>
        `<Placemark><name>${escaped(name)}</name><TimeStamp><when>${at}</when></TimeStamp><Point><coordinates>${lon},${lat}</coordinates></Point></Placemark>`,
    );
    return `<Folder><name>${escaped(nameOf(track))}</name>${lines.join('')}${marks.join('')}</Folder>`;
  };
  return `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${tracks.map(folder).join('')}</Document></kml>\n`;
};

const geojson = (tracks: readonly Track[], asked: Asked): string => {
  const feature = (geometry: object, properties: object) => ({ type: 'Feature', properties, geometry });
  const features = tracks.flatMap((track) => {
    const name = nameOf(track);
    return [
      ...runsOf(track, asked).map((run) =>
        feature(
          // one place is no line
          run.length > 1
            ? { type: 'LineString', coordinates: run.map(({ lon, lat }) => [lon, lat]) }
            : { type: 'Point', coordinates: [run[0]!.lon, run[0]!.lat] },
          { name, times: run.map(({ at }) => iso(at)) },
        ),
      ),
      ...marksOf(track, asked.lang).map(({ at, lon, lat, name: what }) =>
        feature({ type: 'Point', coordinates: [lon, lat] }, { name: what, lock: name, time: at }),
      ),
    ];
  });
  return JSON.stringify({ type: 'FeatureCollection', features });
};

/** Of a table: all that was told, also what is not drawn. */
const columns = {
  at: { zh: '时间', en: 'Time' },
  receive_time: { zh: '收到时间', en: 'Received' },
  sn: { zh: '序列号', en: 'Serial number' },
  subject: { zh: '车牌/货物', en: 'Plate or goods' },
  lon: { zh: '经度 (WGS-84)', en: 'Longitude (WGS-84)' },
  lat: { zh: '纬度 (WGS-84)', en: 'Latitude (WGS-84)' },
  velocity: { zh: '速度 (km/h)', en: 'Speed (km/h)' },
  heading: { zh: '方向 (°)', en: 'Heading (°)' },
  electric: { zh: '电量 (%)', en: 'Battery (%)' },
  temperature: { zh: '温度 (°C)', en: 'Temperature (°C)' },
  lock_status: { zh: '锁状态', en: 'Lock status' },
  note: { zh: '说明', en: 'Note' },
} satisfies Record<string, Text>;
const notes = {
  late: { zh: '补报', en: 'Told late' },
  noFix: { zh: '无定位', en: 'No position' },
  unproved: { zh: '来源未证实', en: 'Sender not proved' },
} satisfies Record<string, Text>;

const noteOf = (p: TrackPoint, lang: Lang): string =>
  [p.late && notes.late, p.lon === null && notes.noFix, !p.proved && notes.unproved]
    .filter((note) => note !== false)
    .map((note) => note[lang])
    .join(lang === 'zh' ? '，' : ', ');

const csv = async (tracks: readonly Track[], { lang, timeZone }: Asked): Promise<string> => {
  const rows = async function* () {
    for (const { sn, subject, family, points } of tracks)
      yield points.map((p) => ({
        ...p,
        sn,
        subject,
        lock_status: stateWord(family, p.lock_status, lang),
        note: noteOf(p, lang),
      }));
  };
  // beside other formats, which are in UTC: whoever reads the table later has to know whose clock it is by
  const zone = ` (${timeZone})`;
  const titled = Object.entries(columns).map(([field, title]) => ({
    field,
    title: title[lang] + (field === 'at' || field === 'receive_time' ? zone : ''),
  }));
  let text = '';
  for await (const piece of csvOf(rows(), { columns: titled, timeZone })) text += piece;
  return text;
};

/** Tracks as a file of the format asked for, named by its first lock, how many are beside it, and the beginning of the window. */
export const trackFile = async (tracks: readonly Track[], asked: Asked): Promise<{ name: string; text: string }> => {
  const make = { gpx, kml, csv, geojson }[asked.format];
  const beside = tracks.length > 1 ? `+${tracks.length - 1}` : '';
  const name = `track-${tracks[0]?.sn ?? ''}${beside}-${asked.from.slice(0, 16).replace(/[^\d]/g, '')}.${asked.format}`;
  return { name, text: await make(tracks, asked) };
};
