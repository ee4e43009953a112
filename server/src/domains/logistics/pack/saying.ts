import { errors } from '@plomb/contract/errors';
import { fill, type Lang } from '@plomb/contract/kit/text';
import type { Journey } from '@plomb/contract/logistics/moments';
import { minutesOf, type Reason } from '@plomb/contract/logistics/verdict';
import { seedWord } from '@plomb/contract/words';
import type { Numbered, PackFacts } from './facts.ts';
import { packWords } from './words.ts';

/** How a pack says things: in one language, with moments by one zone. */
export interface Telling {
  lang: Lang;
  /** null: none, for programs */
  zone: string | null;
  /** by whom people sign in, by their numbers */
  logins: PackFacts['logins'];
  clocks: PackFacts['clocks'];
}
export interface Saying extends Telling {
  zone: string;
}
/** A person as no other is called: display names are anybody's. */
export const person = (name: string, id: number | null, { logins }: Pick<Telling, 'logins'>): string =>
  id === null ? name : `${name} (${logins.get(id) ?? `#${id}`})`;

const clocks = new Map<string, Intl.DateTimeFormat>();
/** `2026-11-21 08:15:00`, by the zone of the pack; of no zone `2026-11-21T08:15:00.000Z`. */
export const clock = (at: string | number | null, { zone }: Pick<Telling, 'zone'>): string => {
  if (at === null) return '';
  if (zone === null) return new Date(at).toISOString();
  const format =
    clocks.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  clocks.set(zone, format);
  return format.format(new Date(at));
};
/** `Asia/Shanghai (UTC+08:00)`: an hour that a zone put forward is seen by its name, an hour of these moments by its figures; both, where it was put forward between. */
export const zoneName = (zone: string, moments: readonly (string | number)[]): string => {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  const offsets = moments.map((at) => {
    const part = format.formatToParts(new Date(at)).find(({ type }) => type === 'timeZoneName')!.value;
    return part === 'GMT' ? 'UTC' : part.replace('GMT', 'UTC');
  });
  return `${zone} (${[...new Set(offsets)].join(', ')})`;
};

export const reasonTold = (of: Reason, say: Telling): string => {
  const w = packWords[say.lang];
  const { code, weight, from, to, positions, numbers, count } = of;
  const isSpan = code === 'silent' || code === 'no_fix';
  const minutes = minutesOf(of);
  return [
    from !== null && (isSpan && to !== null ? `${clock(from, say)} – ${clock(to, say)}` : clock(from, say)),
    minutes !== null && fill(w.minutes, { n: minutes }),
    positions.join(w.and),
    weight !== 'for' && numbers.join(w.and),
    count > 1 && fill(w.times, { n: count }),
  ]
    .filter(Boolean)
    .join(' · ');
};

/** One record in words: what it is, and the rest of it. */
export interface Told {
  what: string;
  more: string;
  who: string;
  /** by the clock of the device or handset, and when it came; '' = neither is told */
  device: string;
  came: string;
  place: string;
  number: string;
  position: string;
  bad: boolean;
}
const placeOf = (of: { lat: number | null; lon: number | null }): string =>
  of.lat === null || of.lon === null ? '' : `${of.lat.toFixed(6)}, ${of.lon.toFixed(6)}`;
const nothing = { more: '', who: '', device: '', came: '', place: '', number: '', position: '', bad: false };
const joined = (...parts: (string | false | null)[]): string => parts.filter(Boolean).join(' · ');

const exactly = (of: { lat: number | null; lon: number | null; accuracy: number | null }): string =>
  joined(placeOf(of), of.accuracy !== null && `±${Math.round(of.accuracy)} m`);
const clocksOf = (key: string, say: Telling): Pick<Told, 'device' | 'came'> => {
  const { device = [], came = [] } = say.clocks.get(key) ?? {};
  const all = (times: readonly string[]): string => times.map((time) => clock(time, say)).join(' – ');
  return { device: all(device), came: all(came) };
};
/** A deed in the field that came to nothing. */
const done = (of: Journey['refused'][number] | Journey['failures'][number], say: Telling) => ({
  ...{ who: joined(person(of.oper_name, of.operator_id, say), of.org_name), number: of.number, position: of.position },
  ...{ device: clock(of.device_time, say), came: clock(of.create_time, say), place: exactly(of), bad: true },
});

export const told = (of: Numbered, say: Telling): Told => {
  const { lang } = say;
  const w = packWords[lang];
  const word = (dictionary: Parameters<typeof seedWord>[0], code: string | number): string =>
    seedWord(dictionary, code)[lang];
  switch (of.what) {
    case 'step': {
      const { step } = of;
      return {
        what: joined(step.cause ? word('batch_cause', step.cause) : word('step_record', step.step)),
        more: joined(
          word('step_source', step.source),
          step.late && w.late,
          step.witness && fill(w.besides, { name: person(step.witness, step.witness_id, say) }),
          step.reason && fill(w.reasonIs, { text: step.reason }),
        ),
        who: joined(person(step.oper_name, step.operator_id, say), step.org_name),
        device: clock(step.device_time, say),
        came: clock(step.create_time, say),
        place: exactly(step),
        number: step.number,
        position: step.position,
        bad: step.cause !== null || step.step >= 4,
      };
    }
    case 'refused':
      return {
        ...done(of.refused, say),
        what: joined(w.kinds.refused, word('seal_operation', of.refused.operation)),
        more: errors[of.refused.refusal][lang],
      };
    case 'failed':
      return {
        ...done(of.failed, say),
        what: joined(w.kinds.failed, word('rfid_record', of.failed.result)),
        more: of.failed.reason && fill(w.reasonIs, { text: of.failed.reason }),
      };
    case 'reading':
      return {
        ...nothing,
        what: joined(w.kinds.reading, word('rfid_record', of.reading.result)),
        ...{
          more: word('journey_reason', 'untold'),
          number: of.reading.number,
          position: of.reading.position,
          bad: true,
        },
      };
    case 'event':
      return {
        ...nothing,
        what: word('msg_ls', of.event.ls_after),
        more: joined(of.event.lso !== null && word('msg_lso', of.event.lso), of.event.actor),
        device: clock(of.event.device_time, say),
        came: clock(of.event.receive_time, say),
        place: placeOf(of.event),
        number: of.way.sn,
      };
    case 'alarm':
      return {
        ...nothing,
        ...clocksOf(of.key, say),
        what: word('alarm_kind', of.alarm.kind),
        more: joined(
          word('alarm_severity', of.alarm.severity),
          word('alarm_status', of.alarm.status),
          of.alarm.late && w.late,
        ),
        ...{
          place: placeOf(of.alarm),
          number: of.number,
          position: of.position,
          bad: of.alarm.severity === 'critical',
        },
      };
    case 'order': {
      const { order } = of;
      return {
        ...nothing,
        what: word('command_kind', order.kind),
        more: joined(
          word('command_state', order.state),
          order.approved_by && fill(w.approved, { name: order.approved_by }),
          order.answer_time ? fill(w.answered, { at: clock(order.answer_time, say) }) : w.unanswered,
          order.evidence === 'confirmed' && order.evidence_time
            ? fill(w.proved, { at: clock(order.evidence_time, say) })
            : w.unproved,
        ),
        who: person(order.oper_name, order.operator_id, say),
      };
    }
    case 'gap':
      return {
        ...nothing,
        ...clocksOf(of.key, say),
        what: w.kinds.gap,
        more: fill(w.gapText[of.noFix ? 'noFix' : 'silent'], { n: Math.round((of.to - of.at) / 60_000) }),
        bad: true,
      };
    case 'amended':
      return {
        ...nothing,
        what: w.kinds.amended,
        more: joined(
          of.amendment.witness && fill(w.besides, { name: person(of.amendment.witness, of.amendment.witness_id, say) }),
          of.amendment.reason && fill(w.reasonIs, { text: of.amendment.reason }),
        ),
        who: person(of.amendment.oper_name, of.amendment.operator_id, say),
      };
    case 'planned':
      return { ...nothing, what: w.kinds.planned, more: of.address };
  }
};
