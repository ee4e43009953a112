import { alarmConfigs, MOST_TROUBLES } from '@plomb/contract/mailbox/alarmConfig';
import { sql } from 'kysely';
import { crud, setStatus } from '../../platform/crud.ts';
import { writeMessage } from '../../platform/messages/outbox.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { type Ctx, type Served, serve } from '../../platform/serve.ts';
import type { Vault } from '../../platform/vault.ts';
import { waysOf } from './health.ts';
import { returnLink } from './leaving.ts';
import { langOf } from './tell.ts';
import { invitation } from './texts.ts';

/** An invitation is of use for so long, s. */
const INVITED_S = 24 * 3600;

const rows = sql`(select c.*, alarm_mail_left(c.id) as mail_left, ${sql.raw(waysOf('c'))} as ways, g.org_name from alarm_config c join organisation g on g.id = c.org_id)`;
const plain = crud(alarmConfigs, {
  table: 'alarm_config',
  rows,
  search: ['config_name', 'mail_box', 'phone', 'org_name'],
  label: 'config_name',
  isOwned: true,
});

/** A way that is on leads somewhere, and quiet hours begin and end. */
const checkWritten = (input: {
  is_mail_config: boolean;
  mail_box: string;
  is_phone_config: boolean;
  phone: string;
  quiet_from: string;
  quiet_until: string;
}) => {
  const isQuiet = input.quiet_from !== '' || input.quiet_until !== '';
  if (isQuiet && (input.quiet_from === '' || input.quiet_until === '' || input.quiet_from === input.quiet_until))
    throw fieldRefusal('quiet_until', 'mailboxQuiet');
  if (input.is_mail_config && input.mail_box === '') throw fieldRefusal('mail_box', 'mailboxNoAddress');
  if (input.is_phone_config && input.phone === '') throw fieldRefusal('phone', 'mailboxNoAddress');
};

export const alarmConfigRoutes = ({ vault, origin }: { vault: Vault; origin: string }): Served[] =>
  serve(alarmConfigs, {
    ...plain,
    add(input, ctx) {
      checkWritten(input);
      return plain.add(input, ctx);
    },
    update(input, ctx) {
      checkWritten(input);
      return plain.update(input, ctx);
    },
    async status(input, ctx) {
      const named = await ctx.client.query<{ config_name: string }>(
        'select config_name from alarm_config where id = any($1)',
        [input.ids],
      );
      ctx.note(named.rows.map(({ config_name }) => config_name).join(', '));
      return setStatus('alarm_config', input, ctx);
    },

    async troubles(_, { client }: Ctx) {
      const { rows: found } = await client.query<never>(
        `select t.config_id, c.config_name, g.org_name, t.channel, t.kind, t.since, t.told_time, t.told, t.invite_time,
           case t.channel when 'mail' then c.mail_box when 'sms' then c.phone else coalesce(w.recipient, '') end as address
         from alarm_trouble t join alarm_config c on c.id = t.config_id join organisation g on g.id = t.org_id
           left join alarm_way w on w.config_id = t.config_id and w.channel = t.channel
        where c.status = 1 and case t.channel when 'mail' then c.is_mail_config when 'sms' then c.is_phone_config else w.enabled end
        order by t.since desc, t.config_id limit $1`,
        [MOST_TROUBLES],
      );
      return { rows: found };
    },

    async invite({ id }, ctx) {
      const { rows: found } = await ctx.client.query<{
        org_id: number;
        org_name: string;
        config_name: string;
        language: 'zh_CN' | 'en_US';
        mail_box: string;
        has_left: boolean;
      }>(
        `select c.org_id, g.org_name, c.config_name, c.language, c.mail_box, alarm_mail_left(c.id) as has_left
         from alarm_config c join organisation g on g.id = c.org_id where c.id = $1 for no key update of c`,
        [id],
      );
      const [one] = found;
      if (!one) throw new Refusal('notFound');
      ctx.note(one.config_name);
      if (!one.has_left) throw new Refusal('mailboxNotLeft');
      if (origin === '') throw new Refusal('consoleUrlMissing');
      const link = returnLink(vault, origin, id, one.mail_box);
      await writeMessage(ctx.client, vault, {
        ...{ orgId: one.org_id, operator: ctx.operator, purpose: 'invitation', channel: 'mail', address: one.mail_box },
        ...{ ...invitation(langOf(one.language), one.config_name, one.org_name, link), seconds: INVITED_S },
        about: { configId: id, alarmId: null, told: null },
      });
      await ctx.client.query("update alarm_trouble set invite_time = now() where config_id = $1 and channel = 'mail'", [
        id,
      ]);
      return {};
    },

    async options(_, { client }: Ctx) {
      const { rows: organizations } = await client.query<{ id: number; org_name: string; parent_id: number | null }>(
        'select id, org_name, parent_id from organisation where status = 1 order by org_name',
      );
      return { organizations, zone: Intl.DateTimeFormat().resolvedOptions().timeZone };
    },

    async coverage(_, { client }: Ctx) {
      const { rows: found } = await client.query<{ mail: boolean; sms: boolean }>(
        "select channel_on('mail') as mail, channel_on('sms') as sms",
      );
      const { rows: organisations } = await client.query<{
        org_id: number;
        org_name: string;
        parent_id: number | null;
        own: number;
        by_org_name: string | null;
        reached: boolean;
      }>(
        `select o.id as org_id, o.org_name, o.parent_id,
           (select count(*) from alarm_config c where c.org_id = o.id)::int as own,
           case when r.id is not null then coalesce(b.org_name, '') end as by_org_name,
           r.id is not null and alarm_recipients_reached(r.id) as reached
         from organisation o cross join lateral (select alarm_recipients(o.id, 1) as id) r
           left join organisation b on b.id = r.id
         where o.status = 1 order by o.org_name, o.id`,
      );
      if (!found[0]) throw new Refusal('notFound');
      return { ...found[0], rows: organisations };
    },
  });
