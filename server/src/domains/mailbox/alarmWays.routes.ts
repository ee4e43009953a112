import { randomBytes } from 'node:crypto';
import { alarmWays } from '@plomb/contract/mailbox/alarmWays';
import type { WayChannel } from '@plomb/contract/messages/channels';
import { deviceOf, namedByAlarm } from '../../lock/named.ts';
import type { PasswordKeys } from '../../people/passwordKeys.ts';
import { type NewMessage, type OwnWay, urlHash, writeMessage } from '../../platform/messages/outbox.ts';
import { robots } from '../../platform/messages/robots.ts';
import { waySecret } from '../../platform/messages/sending.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { type Ctx, type Served, serve } from '../../platform/serve.ts';
import type { Vault } from '../../platform/vault.ts';
import { waysOf } from './health.ts';
import { langOf } from './tell.ts';
import { testWords } from './texts.ts';

/** A test is answered within a minute or not at all. */
const TEST_SECONDS = 60;
const LONGEST_URL = 1000;

interface Config {
  org_id: number;
  config_name: string;
  language: 'zh_CN' | 'en_US';
  mail_box: string;
  phone: string;
}

/** The recipient as the caller sees it, held until the end; a foreign one is not found. */
const recipientOf = async ({ client }: Ctx, id: number): Promise<Config> => {
  const { rows } = await client.query<Config>(
    'select org_id, config_name, language, mail_box, phone from alarm_config where id = $1 for no key update',
    [id],
  );
  if (!rows[0]) throw new Refusal('notFound');
  return rows[0];
};

/** An address that a person typed: encrypted or into the own house, which is judged when it is connected to; of a robot its vendor's form. */
const urlOf = (channel: WayChannel, typed: string): URL => {
  const url = typed.length <= LONGEST_URL ? URL.parse(typed.trim()) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || url.hash !== '')
    throw fieldRefusal('address', 'messageUrl');
  if (channel !== 'webhook' && !robots[channel].isAddress(url)) throw fieldRefusal('address', 'robotUrl');
  return url;
};

/** Who has no other secret puts it into the path: no name is as long. */
const LONGEST_NAME = 15;
const coveredPath = (path: string): string =>
  path
    .split('/')
    .map((part) => (part.length > LONGEST_NAME ? `…${part.slice(-4)}` : part))
    .join('/');

/** As much of it as tells which it is: what follows the path of a webhook, and the token of a robot, open the door to it. */
const coveredUrl = (channel: WayChannel, url: URL): string =>
  channel === 'webhook'
    ? `${url.origin}${coveredPath(url.pathname)}${url.search && '?…'}`
    : `${url.host} …${(url.search || url.pathname).slice(-4)}`;

export const alarmWayRoutes = ({ vault, keys }: { vault: Vault; keys: PasswordKeys }): Served[] =>
  serve(alarmWays, {
    async list({ config_id }, ctx) {
      const { org_id } = await recipientOf(ctx, config_id);
      const { rows } = await ctx.client.query<never>(
        `select channel, enabled, recipient, has_secret, refusals, change_time, changed_by from alarm_way
          where config_id = $1 order by id`,
        [config_id],
      );
      const health = await ctx.client.query<{ ways: never }>(
        `select ${waysOf('c')} as ways from alarm_config c where id = $1`,
        [config_id],
      );
      const day = await ctx.client.query<never>(
        `select channel, count(*) filter (where state = 'sent')::int as sent,
           count(*) filter (where state in ('failed', 'lapsed', 'unknown'))::int as not_sent,
           count(*) filter (where state in ('waiting', 'sending') and attempts > 0)::int as retrying,
           coalesce((array_agg(answer order by id desc) filter (where answer <> ''))[1], '') as answer
         from message where config_id = $1 and create_time > now() - interval '1 day' group by channel order by channel`,
        [config_id],
      );
      const told = await ctx.client.query<{ browsers: number }>('select browsers_told($1) as browsers', [org_id]);
      return { rows, ways: health.rows[0]!.ways, day: day.rows, browsers: told.rows[0]?.browsers ?? 0 };
    },

    async save({ config_id, channel, enabled, address, secret, renew }, ctx) {
      // what is sealed is opened before the row is held: its key is burnt in a transaction of its own
      const typed = address === undefined ? null : await keys.open(alarmWays.save.path, address);
      const typedSecret = secret === undefined ? null : await keys.open(alarmWays.save.path, secret);
      const { org_id, config_name } = await recipientOf(ctx, config_id);
      ctx.note(`${config_name}: ${channel}`);
      const { rows } = await ctx.client.query<{ recipient: string; enabled: boolean; has_secret: boolean }>(
        'select recipient, enabled, has_secret from alarm_way where config_id = $1 and channel = $2',
        [config_id, channel],
      );
      const [kept] = rows;
      const url = typed === null ? null : urlOf(channel, typed);
      if (!url && !kept) throw fieldRefusal('address', 'required');
      // a webhook elsewhere is another receiver, with a secret of its own
      const made =
        channel === 'webhook' && (url || renew || !kept?.has_secret)
          ? `whsec_${randomBytes(24).toString('base64')}`
          : null;
      const sealed = (part: 'url' | 'secret', text: string | null | undefined) =>
        text ? vault.seal(...waySecret(config_id, channel, part), Buffer.from(text)) : null;
      const signs = made ?? (channel === 'dingtalk' || channel === 'feishu' ? typedSecret?.trim() : null);
      const recipient = url ? coveredUrl(channel, url) : kept!.recipient;
      const { operName } = ctx.operator;
      // not by `on conflict`: it would have to read what is sealed
      if (!kept)
        await ctx.client.query(
          `insert into alarm_way (config_id, org_id, channel, enabled, recipient, url_hash, changed_by)
           values ($1, $2, $3, false, '', '', $4)`,
          [config_id, org_id, channel, operName],
        );
      if (url)
        await ctx.client.query(
          'update alarm_way set recipient = $3, url = $4, url_hash = $5, secret = $6 where config_id = $1 and channel = $2',
          [
            ...[config_id, channel, recipient, sealed('url', url.href), urlHash(vault, channel, url.href)],
            sealed('secret', signs),
          ],
        );
      else if (signs)
        await ctx.client.query('update alarm_way set secret = $3 where config_id = $1 and channel = $2', [
          ...[config_id, channel, sealed('secret', signs)],
        ]);
      await ctx.client.query(
        `update alarm_way set enabled = $3, refusals = 0, change_time = now(), changed_by = $4
          where config_id = $1 and channel = $2`,
        [config_id, channel, enabled, operName],
      );
      ctx.changed({ recipient: kept?.recipient ?? '', enabled: kept?.enabled ?? null }, { recipient, enabled });
      if (signs) ctx.changed({ secret: '' }, { secret: 'x' });
      return { secret: made };
    },

    async remove({ config_id, channel }, ctx) {
      const { config_name } = await recipientOf(ctx, config_id);
      const gone = await ctx.client.query<{ recipient: string }>(
        'delete from alarm_way where config_id = $1 and channel = $2 returning recipient',
        [config_id, channel],
      );
      if (!gone.rows[0]) throw new Refusal('notFound');
      ctx.note(`${config_name}: ${channel} ${gone.rows[0].recipient}`);
      return {};
    },

    async test({ config_id, channel }, ctx) {
      const config = await recipientOf(ctx, config_id);
      ctx.note(`${config.config_name}: ${channel}`);
      const words = testWords(langOf(config.language), config.config_name);
      const message = {
        ...words,
        ...{ orgId: config.org_id, operator: ctx.operator, purpose: 'test' as const, seconds: TEST_SECONDS },
        about: { configId: config_id, alarmId: null, told: null },
      };
      let to: NewMessage;
      if (channel === 'mail' || channel === 'sms') {
        const address = channel === 'mail' ? config.mail_box : config.phone;
        if (address === '') throw new Refusal('notFound');
        to = { ...message, channel, address };
      } else {
        const { rows } = await ctx.client.query<OwnWay>(
          'select id, channel, recipient, url_hash from alarm_way where config_id = $1 and channel = $2',
          [config_id, channel],
        );
        if (!rows[0]) throw new Refusal('notFound');
        to = { ...message, channel, way: rows[0] };
      }
      return { id: await writeMessage(ctx.client, vault, to) };
    },

    async sent({ config_id, before, only, size }, ctx) {
      await recipientOf(ctx, config_id);
      const { rows } = await ctx.client.query<{ id: number }>(
        `select m.id, m.create_time, m.channel, m.purpose, m.recipient, m.state, m.answer, m.told,
             case when m.state = 'waiting' and m.attempts > 0 then m.next_time end as next_time,
             (select jsonb_build_object('kind', a.kind, 'sn', ${namedByAlarm.sn}, 'subject', ${namedByAlarm.subject})
                from alarm a ${deviceOf('a')}
               where a.id = m.alarm_id) as alarm
           from message m where m.config_id = $1 and ($2::bigint is null or m.id < $2)
             and case $4::text when 'not_sent' then m.state <> 'sent' when 'digest' then m.told > 1 else true end
           order by m.id desc limit $3`,
        [config_id, before ?? null, size + 1, only ?? null],
      );
      const page = rows.slice(0, size);
      const tries = await ctx.client.query<{ message_id: number }>(
        `select message_id, attempt, begin_time, end_time, state, answer, next_time from message_try
          where message_id = any($1) order by message_id, attempt`,
        [page.map(({ id }) => id)],
      );
      const triesOf = Map.groupBy(tries.rows, ({ message_id }) => message_id);
      return {
        rows: page.map((row) => ({ ...row, tries: triesOf.get(row.id) ?? [] })) as never,
        more: rows.length > size,
      };
    },
  });
