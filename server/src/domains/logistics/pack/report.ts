import { fill } from '@plomb/contract/kit/text';
import { changesOf } from '@plomb/contract/logistics/amended';
import { BatchStep } from '@plomb/contract/logistics/batchSteps';
import { numbersOf } from '@plomb/contract/logistics/numbers';
import { verdicts } from '@plomb/contract/logistics/verdict';
import { seedWord } from '@plomb/contract/words';
import type { Block, Cell, Document, Tone } from '../../../platform/pdf/document.ts';
import { isPhotoOf, namesOf, type PackFacts, type PackPhoto } from './facts.ts';
import { clock, person, reasonTold, type Saying, told, zoneName } from './saying.ts';
import { packWords } from './words.ts';

export interface Made {
  /** who made it, of which organisation, and when */
  by: string;
  org: string;
  at: string;
  /** the same for machines */
  who: { made_by: string; made_by_login: string; made_by_id: number; made_by_org: string };
}
const tones: Record<string, Tone> = { intact: 'good', gap: 'warn', breached: 'bad', for: 'good', note: 'quiet' };
/** Marks of a sketch, beyond which none is read any more. */
const MOST_MARKS = 40;
const km = (metres: number): string => `${(metres / 1000).toFixed(1)} km`;

const photoNames = (keys: readonly string[], photos: readonly PackPhoto[]): string[] =>
  photos.filter((one) => keys.some((key) => isPhotoOf(key, one))).map(({ name }) => name);

/** The report of a pack: all that it says in words, with the numbers by which the files name the same. */
export const reportOf = (
  facts: PackFacts,
  say: Saying,
  made: Made,
  {
    thumbs,
    missing,
    sums,
  }: {
    thumbs: ReadonlyMap<string, Uint8Array>;
    missing: ReadonlySet<string>;
    sums: readonly (readonly [string, string])[];
  },
): Document => {
  const { batch, journey, moments, photos, frames, tracks, left_out, cut, gone, frames_missing } = facts;
  const ended = batch.steps.find(({ step }) => step === BatchStep.force);
  const w = packWords[say.lang];
  const word = (dictionary: Parameters<typeof seedWord>[0], code: string | number): string =>
    seedWord(dictionary, code)[say.lang];
  const { verdict, reasons } = journey;
  /** what the verdict rests on, in as few words */
  const weighty = new Set(
    reasons.filter(({ weight }) => weight === verdict).map(({ code }) => word('journey_reason', code)),
  );
  const list = (all: readonly string[]): string => all.join(w.and) || w.none0;
  const points = tracks.reduce((sum, one) => sum + one.points.length, 0);
  const stopName = (id: string): string => batch.stops.find((one) => one.id === id)?.address ?? id;

  const numbers = numbersOf(
    batch.positions,
    batch.steps.map((one) => ({ ...one, at: Date.parse(one.at) })),
    batch.end_time !== null,
    reasons,
  );
  const resultTone = { matches: 'good', mismatch: 'bad', abnormal: 'bad', unread: 'warn', waits: 'quiet' } as const;
  const placed = moments.filter(({ place }) => place !== undefined).slice(0, MOST_MARKS);
  const ways = journey.ways.filter((way) => way.drawn);
  const ends = ways.flatMap(({ runs, gaps }) =>
    gaps
      .filter(({ kind }) => kind !== 'asleep')
      .flatMap(({ from, to }) => {
        const last = runs.findLast((run) => (run[0]?.[0] ?? Infinity) <= from)?.at(-1);
        const next = runs.find((run) => (run[0]?.[0] ?? 0) >= to)?.[0];
        return last && next
          ? [
              [
                [last[1], last[2]],
                [next[1], next[2]],
              ] as [[number, number], [number, number]],
            ]
          : [];
      }),
  );
  const map: Block = {
    kind: 'map',
    runs: ways.flatMap(({ runs }) => runs.map((run) => run.map(([, lon, lat]) => [lon, lat] as const))),
    gaps: ends,
    places: [batch.start, ...batch.stops, batch.destination].map(({ lon, lat, address }) => ({
      at: [lon, lat] as const,
      name: address,
    })),
    marks: placed.map((one) => ({
      ...{ at: [one.place!.lon, one.place!.lat] as const, name: one.name },
      tone: told(one, say).bad ? ('bad' as const) : ('quiet' as const),
    })),
    note: w.mapNote,
  };
  const orders = moments.filter((one) => one.what === 'order');
  const alarms = moments.filter((one) => one.what === 'alarm');
  const blocks: Block[] = [
    {
      kind: 'verdict',
      tone: verdict ? tones[verdict]! : 'quiet',
      label: batch.state === 'in_transit' ? w.soFar : w.verdict,
      word: verdict ? word('batch_verdict', verdict) : w.none,
      text: verdict
        ? weighty.size > 0
          ? [...weighty, ''].join(w.sentence).trim()
          : w.verdictText[verdict]
        : w.noneText,
      scale: verdicts.map((one) => ({ word: word('batch_verdict', one), on: one === verdict })),
      note: [
        fill(w.judged, { at: clock(journey.judged.at, say), rules: journey.judged.rules }),
        journey.judged.kept && w.kept,
      ]
        .filter(Boolean)
        .join(w.sentence),
    },
    {
      kind: 'facts',
      rows: [
        [w.vehicle, batch.plate],
        [w.from, batch.start_address],
        [w.carrier, batch.carrier],
        [w.destination, batch.destination_address],
        [w.driver, batch.driver || w.unknown],
        [w.planned, `${clock(batch.plan_start, say)} – ${clock(batch.plan_end, say)}`],
        [w.owner, batch.owner_name],
        [w.left, clock(batch.transit_time, say) || w.notLeft],
        [w.creator, batch.creator],
        [w.ended, clock(batch.end_time, say) || w.stillOpen],
        [w.organisation, batch.org_name],
        [
          w.state,
          [
            word('transport_status', batch.state),
            batch.abnormal_info
              ? word('batch_cause', batch.abnormal_info)
              : batch.result && word('batch_result', batch.result),
          ]
            .filter(Boolean)
            .join(' · '),
        ],
        [w.locks, list(journey.ways.map(({ sn, device_name }) => [sn, device_name].filter(Boolean).join(' ')))],
        [w.driven, ways.length > 0 ? km(Math.max(...ways.map(({ metres }) => metres))) : w.unknown],
        [
          w.records,
          fill(w.recordsText, {
            events: moments.length,
            photos: photos.length,
            frames: frames.length,
            positions: points,
          }),
        ],
        ...(batch.end_reason
          ? [[w.endReason, `${batch.end_reason} (${person(batch.ended_by, ended?.operator_id ?? null, say)})`] as const]
          : []),
      ],
    },
    map,
    { kind: 'heading', text: w.why, note: w.whyNote },
    {
      kind: 'table',
      empty: w.noRows,
      columns: [
        { title: w.weight, width: 10 },
        { title: w.reason, width: 34 },
        { title: w.details, width: 36 },
        { title: w.rests, width: 20 },
      ],
      rows: reasons.map((one) => [
        { text: w.weights[one.weight], tone: tones[one.weight], bold: true },
        { text: word('journey_reason', one.code), bold: true },
        reasonTold(one, say),
        [...namesOf(one.rests_on, moments), ...photoNames(one.rests_on, photos)].join(', '),
      ]),
    },
    { kind: 'heading', text: w.numbers },
    {
      kind: 'table',
      empty: w.noRows,
      columns: [
        { title: w.position, width: 22 },
        { title: w.sealed, width: 24 },
        { title: w.looks, width: 26 },
        { title: w.opened, width: 24 },
        { title: w.result, width: 14 },
      ],
      rows: numbers.map(({ position, sealed, before, looks, opened, result }) => [
        { text: position, bold: true },
        [sealed || '—', before.length > 0 && fill(w.before, { numbers: before.join(w.and) })]
          .filter(Boolean)
          .join('\n'),
        // what does not match is never behind what does
        looks
          .toSorted((a, b) => Number(a.matches) - Number(b.matches))
          .map((one) => `${one.matches ? '' : '✗ '}${one.number}\n${clock(one.at, say)}`)
          .join('\n') || '—',
        opened
          ? [
              `${opened.number}\n${clock(opened.at, say)}`,
              opened.again !== null && fill(w.again, { time: clock(opened.again, say) }),
            ]
              .filter(Boolean)
              .join('\n')
          : '—',
        { text: w.results[result], tone: resultTone[result], bold: true } satisfies Cell,
      ]),
    },
    { kind: 'heading', text: w.plan },
    {
      kind: 'table',
      empty: w.noRows,
      columns: [
        { title: w.position, width: 18 },
        { title: w.medium, width: 14 },
        { title: w.plannedNumber, width: 16 },
        { title: w.openers, width: 20 },
        { title: w.openAt, width: 22 },
        { title: w.second, width: 10 },
        { title: w.asked, width: 16 },
      ],
      rows: batch.positions.map((one) => [
        { text: [one.position, one.process_name].filter(Boolean).join(' · '), bold: true },
        word('position_medium', one.medium),
        one.planned_number || '—',
        one.medium === 'lock' ? w.byRules : one.openers.map(({ name }) => name).join(w.and) || w.anyone,
        [w.atDestination, ...one.open_stops.map(stopName)].join(w.and),
        one.second_person ? w.yes : w.no,
        list(one.photos_asked),
      ]),
    },
    ...(batch.stops.length > 0
      ? [
          {
            kind: 'text' as const,
            text: `${w.stops}${say.lang === 'zh' ? '：' : ': '}${batch.stops
              .map(({ address, plan_time, patrol }) =>
                [address, clock(plan_time, say), patrol && w.patrol].filter(Boolean).join(' '),
              )
              .join(say.lang === 'zh' ? '；' : '; ')}`,
          },
        ]
      : []),
    { kind: 'heading', text: w.line, note: w.lineNote },
    {
      kind: 'table',
      empty: w.noRows,
      columns: [
        // a number of a photo that only just fits is followed by an empty line
        { title: w.nr, width: 12 },
        { title: w.at, width: 15 },
        { title: w.what, width: 33 },
        { title: `${w.position} · ${w.number}`, width: 18 },
        { title: w.who, width: 16 },
        { title: `${w.deviceTime} · ${w.told}`, width: 17 },
        { title: w.place, width: 16 },
      ],
      rows: moments.map((one) => {
        const { what, more, who, device, came, place, number, position, bad } = told(one, say);
        return [
          { text: [one.name, ...photoNames([one.key], photos)].join('\n') },
          clock(one.at, say),
          { text: [what, more].filter(Boolean).join('\n'), tone: bad ? 'bad' : undefined },
          [position, number].filter(Boolean).join('\n'),
          who,
          [device || '—', came || '—'].join('\n'),
          place,
        ];
      }),
    },
    { kind: 'heading', text: w.orders },
    {
      kind: 'table',
      empty: left_out.includes('orders') ? fill(w.leftOut, { what: word('pack_part', 'orders') }) : w.noRows,
      columns: [w.nr, w.ordered, w.what, w.orderedBy, w.approvedBy, w.answer, w.proof].map((title, nth) => ({
        title,
        width: nth === 0 ? 8 : 14,
      })),
      rows: orders.map((one) => [
        one.name,
        clock(one.order.create_time, say),
        `${word('command_kind', one.order.kind)} · ${word('command_state', one.order.state)}`,
        person(one.order.oper_name, one.order.operator_id, say),
        one.order.approved_by || '—',
        clock(one.order.answer_time, say) || w.unanswered,
        one.order.evidence === 'confirmed' ? clock(one.order.evidence_time, say) : w.unproved,
      ]),
    },
    { kind: 'heading', text: w.alarms },
    {
      kind: 'table',
      empty: left_out.includes('alarms') ? fill(w.leftOut, { what: word('pack_part', 'alarms') }) : w.noRows,
      columns: [w.nr, w.first, w.what, w.severity, w.status, `${w.number} · ${w.position}`].map((title, nth) => ({
        title,
        width: nth === 0 ? 8 : 16,
      })),
      rows: alarms.map((one) => [
        one.name,
        clock(one.alarm.first_time, say),
        { text: word('alarm_kind', one.alarm.kind), bold: true },
        word('alarm_severity', one.alarm.severity),
        word('alarm_status', one.alarm.status),
        [one.number, one.position].filter(Boolean).join('\n'),
      ]),
    },
    ...(batch.amendments.length > 0
      ? [
          { kind: 'heading' as const, text: w.amendments },
          {
            kind: 'table' as const,
            empty: w.noRows,
            columns: [w.at, w.who, w.witness, w.endReason, w.changed].map((title, nth) => ({
              title,
              width: nth === 4 ? 40 : 15,
            })),
            rows: batch.amendments.map((one) => [
              clock(one.at, say),
              person(one.oper_name, one.operator_id, say),
              one.witness || '—',
              one.reason,
              changesOf(one, { lang: say.lang, clock: (time) => clock(time, say) })
                .map(({ what, before, after }) => `${what}: ${before} → ${after}`)
                .join('\n'),
            ]),
          },
        ]
      : []),
    { kind: 'heading', text: w.keyPhotos, note: w.photosNote },
    ...(photos.length > 0
      ? [
          {
            kind: 'photos' as const,
            photos: photos.map(({ name, of, id, sha256 }) => {
              const { what, position } = told(of, say);
              return {
                bytes: thumbs.get(id) ?? null,
                instead: missing.has(id) ? w.photoMissing : w.photoNotDrawn,
                title: [name, position, what].filter(Boolean).join(' '),
                note: `${of.name} · ${clock(of.at, say)}\n${sha256 ?? '—'}`,
              };
            }),
          },
        ]
      : [
          {
            kind: 'text' as const,
            tone: 'quiet' as const,
            text: left_out.includes('photos') ? fill(w.leftOut, { what: word('pack_part', 'photos') }) : w.noRows,
          },
        ]),
    { kind: 'heading', text: w.frames, note: w.framesNote },
    {
      kind: 'table',
      empty: left_out.includes('frames') ? fill(w.leftOut, { what: word('pack_part', 'frames') }) : w.noRows,
      columns: [
        { title: w.rests, width: 8 },
        { title: w.locks, width: 15 },
        { title: `${w.deviceTime} · ${w.told}`, width: 18 },
        { title: `SHA-256 · ${w.length}`, width: 38 },
        { title: w.proven, width: 10 },
      ],
      rows: frames.map(({ of, sn, device_time, receive_time, sha256, length, authenticated }) => [
        of,
        sn,
        `${clock(device_time, say)}\n${clock(receive_time, say)}`,
        `${sha256} · ${length}`,
        authenticated ? w.yes : w.no,
      ]),
    },
    { kind: 'heading', text: w.scope },
    {
      kind: 'text',
      text: [
        left_out.length > 0 && fill(w.leftOut, { what: left_out.map((one) => word('pack_part', one)).join(w.and) }),
        cut.length > 0 && fill(w.cut, { what: cut.map((one) => word('pack_part', one)).join(w.and) }),
        gone.length > 0 && fill(w.gone, { what: gone.join(w.and) }),
        frames_missing > 0 && fill(w.framesMissing, { n: frames_missing }),
        missing.size > 0 &&
          fill(w.photosMissing, {
            what: [...photos]
              .filter(({ id }) => missing.has(id))
              .map(({ name }) => name)
              .join(w.and),
          }),
        ![left_out, cut, gone].some((all) => all.length > 0) && missing.size + frames_missing === 0 && w.complete,
        left_out.includes('positions') && w.noTrack,
        w.limits,
      ]
        .filter(Boolean)
        .join('\n'),
    },
    { kind: 'heading', text: w.check, note: w.checkText },
    { kind: 'heading', text: w.sums },
    { kind: 'sums', rows: sums },
  ];
  return {
    title: w.title,
    lang: say.lang,
    above: made.org,
    beside: [
      batch.serial,
      fill(w.made, { at: clock(made.at, say), who: made.by }),
      fill(w.asOf, { at: clock(facts.as_of, say) }),
    ],
    blocks,
    foot: fill(w.foot, { zone: zoneName(say.zone, [...moments.map(({ at }) => at), made.at]), serial: batch.serial }),
    pageWords: w.page,
    made: made.at,
  };
};
