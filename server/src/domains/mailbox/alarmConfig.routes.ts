import { alarmConfigs } from '@plomb/contract/mailbox/alarmConfig';
import { sql } from 'kysely';
import { crud, setStatus } from '../../platform/crud.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { type Ctx, type Served, serve } from '../../platform/serve.ts';

const rows = sql`(select c.*, g.org_name from alarm_config c join organisation g on g.id = c.org_id)`;
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

export const alarmConfigRoutes: Served[] = serve(alarmConfigs, {
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
