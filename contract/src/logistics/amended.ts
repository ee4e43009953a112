import type { Lang, Text } from '../kit/text.ts';
import { metresBetween } from '../lock/metres.ts';
import { type Limits, limitKinds } from './limits.ts';
import type { BatchPlace, BatchStop } from './plan.ts';
import { logisticsWords } from './words.ts';

/** What an amendment can change, by its column; those that have no words are told by their neighbour. */
const names: Record<string, Text> = {
  plate: { zh: '车牌', en: 'Plate' },
  carrier: { zh: '承运商', en: 'Carrier' },
  driver: { zh: '司机', en: 'Driver' },
  owner_name: { zh: '负责人', en: 'Owner' },
  plan_start: { zh: '计划开始', en: 'Planned start' },
  plan_end: { zh: '计划结束', en: 'Planned end' },
  start_place: { zh: '起点', en: 'Start' },
  stops: { zh: '停靠点', en: 'Stops' },
  end_place: { zh: '终点', en: 'End' },
  destination: { zh: '目的地', en: 'Destination' },
  limits: { zh: '告警限值', en: 'Limits' },
  positions: { zh: '施封位置', en: 'Sealing positions' },
};
const none: Text = { zh: '无', en: 'none' };

export interface Change {
  what: string;
  before: string;
  after: string;
}
interface Saying {
  lang: Lang;
  /** a moment, by the reader's clock */
  clock: (time: string) => string;
}
type Side = Record<string, unknown>;

const placeWords = (place: BatchPlace, other: BatchPlace | undefined): string => {
  const isMoved = !other || place.lat !== other.lat || place.lon !== other.lon || place.radius !== other.radius;
  return isMoved
    ? `${place.address} (${place.lat.toFixed(5)}, ${place.lon.toFixed(5)}; ${place.radius} m)`
    : place.address;
};
const stopWords = (stop: BatchStop, other: BatchStop | undefined, { lang, clock }: Saying): string =>
  [
    placeWords(stop, other ?? stop),
    stop.plan_time && clock(stop.plan_time),
    stop.patrol && { zh: '巡检', en: 'patrol' }[lang],
  ]
    .filter(Boolean)
    .join(' ');
/** Points and length: of two lines that somebody drew hardly any have both. */
const lineWords = (line: [number, number][], lang: Lang): string => {
  const places = line.map(([lon, lat]) => ({ lon, lat }));
  const metres = places.slice(1).reduce((sum, place, nth) => sum + metresBetween(places[nth]!, place), 0);
  const km = (metres / 1000).toFixed(1);
  return {
    zh: `，按所绘路线（${line.length} 点，${km} km）`,
    en: `, by a drawn line (${line.length} points, ${km} km)`,
  }[lang];
};
const limitsWords = (limits: Limits, { lang }: Saying): string =>
  limitKinds
    .flatMap((kind) => {
      const limit = limits[kind];
      const [zh, en] = logisticsWords.batch_cause.items[kind];
      const metres = kind === 'off_route' && limits.off_route ? `${limits.off_route.metres} m, ` : '';
      const drawn = kind === 'off_route' && limits.off_route?.line.length ? lineWords(limits.off_route.line, lang) : '';
      return limit ? [`${{ zh, en }[lang]} ${metres}${limit.minutes} min${drawn}`] : [];
    })
    .join('; ');

/** What is planned for a position, by its column. */
const planned: Record<string, Text> = {
  process_name: { zh: '工序', en: 'process' },
  medium: { zh: '介质', en: 'medium' },
  device_id: { zh: '锁', en: 'lock' },
  planned_number: { zh: '计划号码', en: 'planned number' },
  photos_asked: { zh: '照片', en: 'photos' },
  openers: { zh: '可启封人员', en: 'openers' },
  open_stops: { zh: '可启封停靠点', en: 'opened at' },
  second_person: { zh: '双人', en: 'second person' },
};
type Position = { id: number; position: string } & Record<string, unknown>;
const plainWords = (value: unknown, lang: Lang): string => {
  if (typeof value === 'boolean') return { zh: value ? '是' : '否', en: value ? 'yes' : 'no' }[lang];
  if (Array.isArray(value))
    return (
      value.map((one) => (typeof one === 'object' ? (one as { name: string }).name : one)).join(' / ') || none[lang]
    );
  return String(value ?? '') || none[lang];
};
/** A position, with what is planned otherwise for it on the other side. */
const positionWords = (one: Position, other: Position | undefined, { lang }: Saying): string => {
  const differs = Object.entries(planned).filter(
    ([key]) => other && JSON.stringify(one[key]) !== JSON.stringify(other[key]),
  );
  const said = differs.map(([key, name]) => `${name[lang]}: ${plainWords(one[key], lang)}`).join('; ');
  return said ? `${one.position} (${said})` : one.position;
};

const wordsOf = (key: string, side: Side, other: Side, say: Saying): string => {
  const [value, beside] = [side[key], other[key]];
  if (value === undefined || value === null || value === '') return none[say.lang];
  switch (key) {
    case 'plan_start':
    case 'plan_end':
      return say.clock(String(value));
    case 'start_place':
    case 'end_place':
    case 'destination':
      return placeWords(value as BatchPlace, beside as BatchPlace | undefined);
    case 'stops': {
      const others = (beside ?? []) as BatchStop[];
      const all = (value as BatchStop[]).map((stop) =>
        stopWords(
          stop,
          others.find(({ id }) => id === stop.id),
          say,
        ),
      );
      return all.join('; ') || none[say.lang];
    }
    case 'limits':
      return limitsWords(value as Limits, say) || none[say.lang];
    case 'positions':
      return (
        (value as Position[])
          .map((one) =>
            positionWords(
              one,
              ((beside ?? []) as Position[]).find(({ id }) => id === one.id),
              say,
            ),
          )
          .join(', ') || none[say.lang]
      );
    default:
      return String(value);
  }
};

/** What was changed of a plan, in words: each thing as it was and as it is. */
export const changesOf = ({ before, after }: { before: Side; after: Side }, say: Saying): Change[] =>
  Object.entries(names).flatMap(([key, name]) =>
    key in after
      ? [{ what: name[say.lang], before: wordsOf(key, before, after, say), after: wordsOf(key, after, before, say) }]
      : [],
  );
