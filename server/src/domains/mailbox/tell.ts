import type { ErrorCode } from '@plomb/contract/errors';
import type { Lang } from '@plomb/contract/kit/text';
import { type MailboxLanguage, MOST_REFUSALS } from '@plomb/contract/mailbox/alarmConfig';
import type { MessageChannel } from '@plomb/contract/messages/channels';
import type { ClientBase, Pool } from 'pg';
import { batchOfAlarm, deviceOf, names, namesByAlarm } from '../../lock/named.ts';
import type { Logger } from '../../platform/log.ts';
import { type OwnWay, writeNotice } from '../../platform/messages/outbox.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import type { Vault } from '../../platform/vault.ts';
import type { Escalation } from './follow.ts';
import { leaveLink } from './leaving.ts';
import { isWithin, type Past, planned, WINDOW_MS } from './pace.ts';
import { type Told, type Words, why, wordsOfMany, wordsOfOne } from './texts.ts';

/** What waits for one recipient, of which so much is looked at. */
export const MANY = 5000;
/** Of more than are looked at, none that is critical waits behind what a quiet hour holds back; notices are n. */
export const GRAVEST_FIRST = `order by not exists (select from alarm a where a.id = n.alarm_id and a.severity = 'critical'), n.id`;
/** A notice is of use for so long, s. */
export const OF_USE_S = 12 * 3600;

interface Recipient {
  id: number;
  org_id: number;
  config_name: string;
  mail_box: string;
  phone: string;
  language: MailboxLanguage;
  is_mail_config: boolean;
  is_phone_config: boolean;
  status: number;
  mail_refusals: number;
  phone_refusals: number;
  quiet_from: string;
  quiet_until: string;
  has_left: boolean;
}

type Way = { channel: MessageChannel; address: string } | { channel: OwnWay['channel']; way: OwnWay };

/** Where it goes: what is on, and has not refused again and again; `own` is that already. */
const waysOf = (one: Recipient, own: readonly OwnWay[]): Way[] => {
  if (one.status !== 1) return [];
  return [
    ...(one.is_mail_config && !one.has_left && one.mail_refusals < MOST_REFUSALS
      ? [{ channel: 'mail', address: one.mail_box } as const]
      : []),
    ...(one.is_phone_config && one.phone_refusals < MOST_REFUSALS
      ? [{ channel: 'sms', address: one.phone } as const]
      : []),
    ...own.map((way) => ({ channel: way.channel, way })),
  ];
};

export const langOf = (language: MailboxLanguage): Lang => (language === 'zh_CN' ? 'zh' : 'en');

export interface TellingDeps {
  db: Pool;
  vault: Vault;
  /** of the console, without a slash; '' = not known */
  origin: string;
  escalation(): Escalation;
  log: Logger;
  now?: () => Date;
}

/** The clock of a zone, without one of the server's. */
export const clockAt = (now: Date, timeZone?: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    ...(timeZone !== undefined && { timeZone }),
  }).format(now);

export interface Waiting extends Told {
  notice: number;
  isCritical: boolean;
}

export const waitingOf = async (
  client: ClientBase,
  notices: readonly number[],
  { again, further }: Escalation,
): Promise<Waiting[]> => {
  const { rows } = await client.query<
    Omit<Waiting, 'isCritical' | 'minutes'> & { again: number | null; further: number | null }
  >(
    `select n.id as notice, n.stage, r.again, r.further, r.sn, r.device_name, r.subject, g.org_name, r.at, r.lon, r.lat, r.alarm, r.change
       from alarm_notice n cross join lateral (
         select a.org_id, ${namesByAlarm}, a.last_time as at, a.lon, a.lat, w.again_minutes as again, w.further_minutes as further,
             jsonb_build_object('id', a.id, 'kind', a.kind, 'severity', a.severity, 'late', a.late, 'unproved', a.unproved, 'seal', a.seal_about is not null, 'batch', ${batchOfAlarm}) as alarm,
             null::jsonb as change
           from alarm a ${deviceOf('a')} left join lateral alarm_rule_of(a.org_id, a.kind) w on true
           where a.id = n.alarm_id and (n.stage = 0 or a.process_time is null and (n.stage = 4 or a.owner_id is null))
         union all
         select e.org_id, ${names.sn}, ${names.device_name}, ${names.subject}, e.at, e.lon, e.lat, null, null, null,
             jsonb_build_object('before', e.ls_before, 'after', e.ls_after, 'source', e.lso)
           from lock_event e ${deviceOf('e')} where e.id = n.event_id) r
         join organisation g on g.id = r.org_id
       where n.id = any($1) order by n.id`,
    [notices],
  );
  return rows.map((row) => ({
    ...row,
    minutes: row.stage === 2 ? (row.further ?? further) : (row.again ?? again),
    isCritical: row.alarm?.severity === 'critical',
  }));
};

/** What went to a recipient, or to a browser, in the last hour. */
export const pastOf = async (client: ClientBase, to: 'config_id' | 'subscription_id', id: number): Promise<Past> => {
  const { rows } = await client.query<Past>(
    `select coalesce(max(p.singles), 0)::int as singles, coalesce(max(p.digests), 0)::int as digests,
         coalesce(max(p.in_hour), 0)::int as "singlesInHour"
       from (select count(*) filter (where told = 1 and create_time > now() - $2 * interval '1 ms') as singles,
             count(*) filter (where told > 1 and create_time > now() - $2 * interval '1 ms') as digests,
             count(*) filter (where told = 1) as in_hour
           from message where ${to} = $1 and purpose = 'alarm' and create_time > now() - interval '1 hour'
           group by channel) p`,
    [id, WINDOW_MS],
  );
  return rows[0]!;
};

/** Tells one recipient what waits for it, as one plan; what is told or of no use any more waits no longer. */
const tellOne = async (
  { vault, origin, escalation, now = () => new Date() }: TellingDeps,
  client: ClientBase,
  config: number,
): Promise<void> => {
  const { rows } = await client.query<Recipient>(
    'select c.*, alarm_mail_left(c.id) as has_left from alarm_config c where c.id = $1 for no key update',
    [config],
  );
  const [recipient] = rows;
  const own = await client.query<OwnWay>(
    `select id, channel, recipient, url_hash from alarm_way
      where config_id = $1 and enabled and refusals < $2 order by id`,
    [config, MOST_REFUSALS],
  );
  const ways = recipient ? waysOf(recipient, own.rows) : [];
  if (!recipient || ways.length === 0) {
    await client.query('delete from alarm_notice where config_id = $1', [config]);
    return;
  }
  const seen = await client.query<{ id: number }>(
    `select n.id from alarm_notice n where n.config_id = $1 ${GRAVEST_FIRST} limit $2 for update of n`,
    [config, MANY],
  );
  const notices = seen.rows.map(({ id }) => id);
  const waiting = await waitingOf(client, notices, escalation());
  const isQuiet = isWithin(clockAt(now()), recipient.quiet_from, recipient.quiet_until);
  const { singles, digest, later } = planned(waiting, await pastOf(client, 'config_id', config), isQuiet);
  const lang = langOf(recipient.language);
  /** whether it is over: written by one way, or refused by each for a reason that stays */
  const write = async (words: Words, about: { alarmId: number | null; told: number }): Promise<boolean> => {
    const refusals: (ErrorCode | null)[] = [];
    for (const way of ways) {
      const leave = way.channel === 'mail' ? leaveLink(vault, origin, config, recipient.mail_box) : '';
      const text = `${words.text}\n\n${why(lang, recipient.config_name, leave)}`;
      const written = await writeNotice(client, vault, {
        ...{ ...way, orgId: recipient.org_id, operator: null, purpose: 'alarm', seconds: OF_USE_S },
        ...{ subject: words.subject, text: way.channel === 'sms' ? words.short : text },
        ...(leave && { leave }),
        ...(way.channel === 'webhook' && { data: words.data }),
        about: { configId: config, ...about },
      });
      refusals.push('why' in written ? written.why : null);
    }
    return refusals.includes(null) || !refusals.includes('messagesOften');
  };
  const kept = new Set(later.map(({ notice }) => notice));
  for (const one of singles)
    if (
      !(await write(wordsOfOne(lang, one, origin, recipient.config_name), { alarmId: one.alarm?.id ?? null, told: 1 }))
    )
      kept.add(one.notice);
  if (digest.length > 0) {
    const [only] = digest;
    const words =
      digest.length === 1
        ? wordsOfOne(lang, only!, origin, recipient.config_name)
        : wordsOfMany(lang, digest, origin, recipient.config_name);
    if (!(await write(words, { alarmId: null, told: digest.length })))
      for (const { notice } of digest) kept.add(notice);
  }
  // those that could not be read any more are of no use either
  await client.query('delete from alarm_notice where id = any($1)', [notices.filter((id) => !kept.has(id))]);
};

/** Writes what waits for recipients into the outbox; a recipient whose notices fail keeps no other waiting. */
export const openTelling = (deps: TellingDeps) => async (): Promise<void> => {
  await deps.db.query("delete from alarm_notice where create_time < now() - interval '1 day'");
  const { rows } = await deps.db.query<{ config_id: number }>(
    'select distinct config_id from alarm_notice where config_id is not null order by 1',
  );
  for (const { config_id } of rows)
    await transaction(deps.db, (client) => tellOne(deps, client, config_id)).catch((err) =>
      deps.log.warn({ err, config: config_id }, 'what waits for a recipient could not be written, and stays'),
    );
};
