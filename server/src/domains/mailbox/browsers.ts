import { alarms } from '@plomb/contract/alarms/alarms';
import type { Lang } from '@plomb/contract/kit/text';
import { BROWSER_DAYS, type LeastSeverity } from '@plomb/contract/personal/browsers';
import type { ClientBase, Pool } from 'pg';
import { batchOfAlarm, deviceOf, namesByAlarm } from '../../lock/named.ts';
import { grantsSql } from '../../platform/access.ts';
import type { ComposePush } from '../../platform/messages/sending.ts';
import { type PushWords, pushOfMany, pushOfOne, pushOfTest, type Told } from './texts.ts';

/** Refusals in a row after which a browser is told nothing until its person has looked after it. */
const MOST_REFUSALS = 3;

/** Whether the person `o` may act, and sees alarms at all. */
const SEES = `o.status = 1 and organisation_enabled(o.org_id) and '${alarms.list.permit}' = any (${grantsSql('o.role_id')})`;

/** A browser that is told of alarms of an organisation, if they are grave enough and of its kinds. */
export interface Listening {
  org: number;
  id: number;
  least: LeastSeverity;
  kinds: string[];
  /** whose it is */
  operator: number;
}

/** Browsers of everybody who sees alarms of these organisations. */
export const listening = async (client: ClientBase, orgs: readonly number[]): Promise<Listening[]> => {
  const { rows } = await client.query<Listening>(
    `select u.org, s.id, s.least, s.kinds, s.operator_id as operator from (select distinct unnest($1::bigint[]) as org) u
       cross join lateral orgs_above(u.org) up(id) join operator o on o.org_id = up.id
       join push_subscription s on s.operator_id = o.id and s.refusals < ${MOST_REFUSALS}
      where ${SEES} order by u.org, s.id`,
    [orgs],
  );
  return rows;
};

/** What is written for a browser: which alarms, and why now. The words are made when it leaves. */
export interface Written {
  alarms: { id: number; stage: number; minutes: number }[];
}

/** Browsers of those who may see no alarms any more, or that nobody has used the console in for long, are told nothing. */
export const endBrowsers = async (db: Pool): Promise<void> => {
  await db.query(
    `delete from push_subscription s using operator o where o.id = s.operator_id
       and (not (${SEES}) or s.seen_time < now() - make_interval(days => $1))`,
    [BROWSER_DAYS],
  );
};

/** As much of it as a notification shows, letters. */
const cut = (text: string, letters: number): string =>
  text.length > letters ? `${text.slice(0, letters - 1)}…` : text;
const payloadOf = (lang: Lang, words: PushWords, at: Date, isUrgent: boolean) => ({
  payload: {
    ...{ title: cut(words.title, 120), body: cut(words.body, 400), path: words.path, tag: words.tag },
    ...{ lang: lang === 'zh' ? 'zh-CN' : 'en', at: at.toISOString(), urgent: isUrgent },
  },
  isUrgent,
  topic: words.tag,
});

/**
 * What a browser is told as it leaves: of those alarms that its person may see by now and nobody has dealt with, in the language they
 * read. Nothing of them was written down before.
 */
export const openComposing =
  (db: Pool): ComposePush =>
  async (subscription, data) => {
    const { rows: people } = await db.query<{ org_id: number; lang: Lang }>(
      `select o.org_id, s.lang from push_subscription s join operator o on o.id = s.operator_id where s.id = $1 and ${SEES}`,
      [subscription],
    );
    const [person] = people;
    if (!person) return null;
    const { lang } = person;
    if (data.test === true) return payloadOf(lang, pushOfTest(lang), new Date(), true);
    const { alarms: written } = data as unknown as Written;
    const { rows } = await db.query<Omit<Told, 'stage' | 'minutes'> & { alarm: NonNullable<Told['alarm']> }>(
      `select r.sn, r.device_name, r.subject, g.org_name, r.at, r.lon, r.lat, r.alarm, null as change from (
         select a.org_id, ${namesByAlarm}, a.last_time as at, a.lon, a.lat,
             jsonb_build_object('id', a.id, 'kind', a.kind, 'severity', a.severity, 'late', a.late, 'unproved', a.unproved, 'seal', a.seal_about is not null, 'batch', ${batchOfAlarm}) as alarm
           from alarm a ${deviceOf('a')} where a.id = any($1) and a.process_time is null and a.org_id in (select orgs_below($2))) r
         join organisation g on g.id = r.org_id order by (r.alarm ->> 'id')::bigint`,
      [written.map(({ id }) => id), person.org_id],
    );
    const said = new Map(written.map((one) => [one.id, one]));
    const told = rows.map((row): Told => ({ ...row, ...(said.get(row.alarm.id) ?? { stage: 0, minutes: 0 }) }));
    const [first] = told;
    if (!first) return null;
    const isUrgent = told.some(({ alarm }) => alarm?.severity === 'critical');
    const words = told.length === 1 ? pushOfOne(lang, first) : pushOfMany(lang, told);
    return payloadOf(
      lang,
      words,
      told.reduce((last, { at }) => (at > last ? at : last), first.at),
      isUrgent,
    );
  };
