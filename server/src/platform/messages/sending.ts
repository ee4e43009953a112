import {
  type MessageChannel,
  type SentChannel,
  sentChannels,
  type WayChannel,
} from '@plomb/contract/messages/channels';
import type { Pool } from 'pg';
import type { Logger } from '../log.ts';
import { messagesSent } from '../metrics.ts';
import type { Vault } from '../vault.ts';
import { storable } from '../wellFormed.ts';
import { type MailServer, openMail } from './mail.ts';
import { openContent } from './outbox.ts';
import type { Outcome, Provider } from './provider.ts';
import { type Endpoint, endpointSeal, openPush, type Push, pushKeysOf, pushSubject } from './push.ts';
import { openRobot } from './robots.ts';
import { openSms, type SmsProvider } from './sms.ts';
import { openWebhook } from './webhook.ts';

/** Messages of one channel handed over at once; of them to one receiver that an organisation has set up, and to all that it has. */
const AT_ONCE = 10;
const TO_ONE = 2;
const OF_ONE = 4;
/** An alarm is told to the browsers of a whole shift in a moment: so many at once, of one organisation, and by one push service. */
const PUSHES_AT_ONCE = 60;
const PUSHES_OF_ONE = 20;
const PUSHES_BY_ONE = 40;
/** After this nobody is still handing it over: whoever did is gone, and what became of it is not known. */
const GIVEN_UP = '2 minutes';
const SHORTEST_S = 5;
const LONGEST_S = 120;
const MOST_ASKED_S = 3600;

interface Due {
  id: number;
  channel: SentChannel;
  recipient: string;
  address_hash: Buffer;
  content: Buffer;
  attempts: number;
  /** of the house's mail server or SMS provider */
  settings: (MailServer & SmsProvider) | null;
  secret: Buffer | null;
  /** of a recipient's own way */
  config_id: number | null;
  url: Buffer | null;
  way_secret: Buffer | null;
  /** of a browser */
  subscription_id: number | null;
  operator_id: number | null;
  endpoint: Buffer | null;
}

/** What a browser of a person is told at this moment, from what was written for it; null: nothing any more. */
export type ComposePush = (subscription: number, data: Record<string, unknown>) => Promise<Push | null>;

/** What is due by the house's own providers, the longest waiting first. */
const HOUSE_DUE = `
  select w.id from message w join message_channel h on h.channel = w.channel
   where w.channel = $2 and w.state = 'waiting' and w.next_time <= now() and w.expire_time > now() and h.enabled
   order by w.next_time limit $1 for update of w skip locked`;

/** The same of what organisations have set up: each receiver has its turn, and each organisation. */
const WAY_DUE = `
  select w.id from message w where w.state = 'waiting' and w.id in (
    select d.id from (
      select m.id, m.next_time, row_number() over (partition by y.org_id order by m.next_time, m.id)
          + (select count(*) from message s where s.state = 'sending' and s.channel = $2 and s.org_id = y.org_id) as of_one
        from alarm_way y cross join lateral (
          select w.id, w.next_time from message w
           where w.way_id = y.id and w.end_time is null and w.state = 'waiting' and w.next_time <= now() and w.expire_time > now()
           order by w.next_time, w.id
           limit greatest(0, ${TO_ONE} - (select count(*) from message s
             where s.state = 'sending' and s.channel = $2 and s.org_id = y.org_id and s.way_id = y.id))) m
       where y.channel = $2) d
     where d.of_one <= ${OF_ONE} order by d.next_time limit $1)
   for update skip locked`;

/**
 * The same of browsers: no browser, no organisation and no push service keeps others waiting. Each bound is of what the one before
 * it leaves.
 */
const PUSH_DUE = `
  with busy as materialized (
    select s.org_id, s.subscription_id, q.host from message s left join push_subscription q on q.id = s.subscription_id
     where s.state = 'sending' and s.channel = $2),
  due as (
    select m.id, m.next_time, m.org_id, p.host, row_number() over (partition by m.subscription_id order by m.next_time, m.id)
        + (select count(*) from busy b where b.subscription_id = m.subscription_id) as of_browser
      from message m join push_subscription p on p.id = m.subscription_id
     where m.channel = $2 and m.end_time is null and m.state = 'waiting' and m.next_time <= now() and m.expire_time > now()),
  of_one as (
    select id, next_time, host, row_number() over (partition by org_id order by next_time, id)
        + (select count(*) from busy b where b.org_id = due.org_id) as nth
      from due where of_browser <= ${TO_ONE}),
  by_one as (
    select id, next_time, row_number() over (partition by host order by next_time, id)
        + (select count(*) from busy b where b.host = of_one.host) as nth
      from of_one where nth <= ${PUSHES_OF_ONE})
  select w.id from message w where w.state = 'waiting'
     and w.id in (select id from by_one where nth <= ${PUSHES_BY_ONE} order by next_time limit $1)
   for update skip locked`;

const dueOf = (channel: SentChannel): string =>
  channel === 'push' ? PUSH_DUE : channel === 'mail' || channel === 'sms' ? HOUSE_DUE : WAY_DUE;

export const channelSecret = (channel: MessageChannel) => ['message channel', channel] as const;
export const waySecret = (configId: number, channel: WayChannel, part: 'url' | 'secret') =>
  ['alarm way', `${configId} ${channel} ${part}`] as const;

/** Between two tries, s: twice as long each time, unless the other side asks for more. */
const waitOf = (attempts: number, afterS = 0): number =>
  Math.max(Math.min(SHORTEST_S * 2 ** (attempts - 1), LONGEST_S), Math.min(afterS, MOST_ASKED_S));

/** Sends what was written, each message until somebody has taken it over, refused it for good, or it is of no use any more. */
export const openSending = ({
  db,
  vault,
  allowed,
  origin = '',
  composePush = async () => null,
  log,
}: {
  db: Pool;
  vault: Vault;
  /** networks that the settings open */
  allowed: readonly string[];
  /** of the console; '' = not known */
  origin?: string;
  /** absent: browsers are told nothing */
  composePush?: ComposePush;
  log: Logger;
}) => {
  const houseProvider = (channel: MessageChannel, { settings, secret }: Due): Provider => {
    const opened = secret && vault.open(...channelSecret(channel), secret).toString();
    return channel === 'mail' ? openMail(settings!, opened, allowed) : openSms(settings!, opened, allowed);
  };
  const ownProvider = (channel: WayChannel, { config_id, url, way_secret }: Due): Provider => {
    const to = vault.open(...waySecret(config_id!, channel, 'url'), url!).toString();
    const opened = way_secret && vault.open(...waySecret(config_id!, channel, 'secret'), way_secret).toString();
    return channel === 'webhook' ? openWebhook(to, opened ?? '', allowed) : openRobot(channel, to, opened, allowed);
  };
  const pushKeys = pushKeysOf(vault);
  const browser = (due: Due, data: Record<string, unknown>): Provider => {
    const { subscription_id, operator_id, endpoint } = due;
    // its person signed out, or lost the right, since this was taken
    if (subscription_id === null || operator_id === null || !endpoint)
      return async () => ({ state: 'lapsed', answer: '' });
    const to = JSON.parse(vault.open(...endpointSeal(operator_id), endpoint).toString()) as Endpoint;
    return openPush(to, {
      ...{ keys: pushKeys, subject: pushSubject(origin), allowed },
      compose: () => composePush(subscription_id, data),
    });
  };
  const providerOf = (due: Due, data: Record<string, unknown> = {}): Provider => {
    const { channel } = due;
    if (channel === 'push') return browser(due, data);
    return channel === 'mail' || channel === 'sms' ? houseProvider(channel, due) : ownProvider(channel, due);
  };

  /** A browser that is gone is forgotten, and one that refuses is counted. */
  const judgeBrowser = async (id: number, { state, gone }: Outcome): Promise<void> => {
    if (gone) await db.query('delete from push_subscription where id = $1', [id]);
    else if (state === 'sent' || state === 'failed')
      await db.query(
        'update push_subscription set refusals = case when $2 then 0 else refusals + 1 end where id = $1',
        [id, state === 'sent'],
      );
  };

  const tell = async (due: Due, address: string, outcome: Outcome): Promise<void> => {
    const { state, answer, afterS } = outcome;
    // some servers repeat the address in what they say, in letters of their own
    const repeated = address && new RegExp(address.replaceAll(/[^\w@]/g, '\\$&'), 'gi');
    const covered = repeated ? answer.replaceAll(repeated, () => due.recipient) : answer;
    const said = storable(covered.replaceAll(/\s+/g, ' ')).slice(0, 300);
    await db.query(
      `update message set state = $3, answer = $4, next_time = now() + make_interval(secs => $5),
         end_time = case when $3 <> 'waiting' then now() end, content = case when $3 = 'waiting' then content end
       where id = $1 and attempts = $2 and state = 'sending'`,
      [due.id, due.attempts, state, said, waitOf(due.attempts, afterS)],
    );
    messagesSent.inc({ channel: due.channel, state });
    if (due.subscription_id !== null) await judgeBrowser(due.subscription_id, outcome);
    if (state !== 'sent' && state !== 'lapsed')
      log.warn({ message: due.id, channel: due.channel, state, answer: said }, 'a message was not taken over');
  };

  const send = async (due: Due): Promise<void> => {
    const { address, ...words } = openContent(vault, due.address_hash, due.content);
    await tell(due, address, await providerOf(due, words.data)({ id: due.id, address, ...words }));
  };

  /** those being handed over; a server that does not answer keeps nobody of the other channel waiting */
  const underWay = Object.fromEntries(sentChannels.map((channel) => [channel, new Set()])) as Record<
    SentChannel,
    Set<Promise<void>>
  >;

  const begin = async (channel: SentChannel): Promise<void> => {
    const room = (channel === 'push' ? PUSHES_AT_ONCE : AT_ONCE) - underWay[channel].size;
    if (room <= 0) return;
    // marked before a byte leaves: whoever dies now leaves a message of unknown end, and never one sent twice
    const { rows } = await db.query<Due>(
      `with taken as (
         update message m set state = 'sending', attempts = m.attempts + 1, attempt_time = now()
          where m.id in (${dueOf(channel)})
          returning m.*)
       select t.id, t.channel, t.recipient, t.address_hash, t.content, t.attempts, t.config_id, c.settings, c.secret, w.url,
           w.secret as way_secret, t.subscription_id, p.operator_id, p.endpoint
         from taken t left join message_channel c on c.channel = t.channel left join alarm_way w on w.id = t.way_id
           left join push_subscription p on p.id = t.subscription_id`,
      [room, channel],
    );
    for (const due of rows) {
      const sent = send(due)
        .catch((err) => log.warn({ err }, 'what became of a message could not be written'))
        .finally(() => underWay[channel].delete(sent));
      underWay[channel].add(sent);
    }
  };

  return {
    /** Begins what is due; it waits for nobody who is slow to take it. */
    async turn(): Promise<void> {
      // to plan what follows costs 19 ms of each second: it is planned where something is on its way
      const { rows: open } = await db.query<{ channel: SentChannel }>(
        'select distinct channel from message where end_time is null',
      );
      if (open.length === 0) return;
      await db.query(
        // a program knows by the id what it had before, and a browser by what it is about: they are told again
        `update message set state = case when channel in ('webhook', 'push') then 'waiting' else 'unknown' end,
             end_time = case when channel not in ('webhook', 'push') then now() end,
             content = case when channel in ('webhook', 'push') then content end
          where state = 'sending' and attempt_time < now() - $1::interval`,
        [GIVEN_UP],
      );
      await db.query(
        `update message set state = 'lapsed', end_time = now(), content = null
          where state = 'waiting' and (expire_time <= now() or purpose = 'lock_code' and not lock_code_stands(id)
            or purpose = 'alarm' and channel <> 'push' and not notice_stands(id)
            or channel = 'push' and subscription_id is null
            or channel not in ('mail', 'sms', 'push') and not exists (select from alarm_way w where w.id = message.way_id
              and w.url is not null and (w.enabled or message.purpose = 'test')))`,
      );
      const isOpen = new Set(open.map(({ channel }) => channel));
      await Promise.all(sentChannels.filter((channel) => isOpen.has(channel)).map(begin));
    },
    /** resolves when nothing is being handed over from here */
    async settled(): Promise<void> {
      await Promise.all(sentChannels.flatMap((channel) => [...underWay[channel]]));
    },
  };
};
