import { MailAddress, Phone } from '@plomb/contract/kit/person';
import { channels, type MessageChannel } from '@plomb/contract/messages/channels';
import type { PasswordKeys } from '../../people/passwordKeys.ts';
import { writeMessage } from '../../platform/messages/outbox.ts';
import { channelSecret } from '../../platform/messages/sending.ts';
import { fieldRefusal } from '../../platform/refusal.ts';
import { rootOnly } from '../../platform/rootOnly.ts';
import { type Ctx, type Served, serve } from '../../platform/serve.ts';
import type { Vault } from '../../platform/vault.ts';
import { checkRead } from '../../platform/version.ts';

interface Deps {
  vault: Vault;
  keys: PasswordKeys;
}

type Settings = Record<string, unknown>;
interface Kept {
  channel: MessageChannel;
  enabled: boolean;
  settings: Settings;
  has_secret: boolean;
  change_time: string;
  changed_by: string;
  version: string;
}

const columns = `channel, enabled, settings, has_secret, change_time, changed_by,
  md5(row(enabled, settings, change_time)::text) as version`;

/** A test is answered within a minute or not at all. */
const TEST_SECONDS = 60;

/** What a secret belongs to: with another of these it would be told to somebody else. */
const belongsTo: Record<MessageChannel, (settings: Settings) => string> = {
  mail: ({ host, port, user_name }) => `${host} ${port} ${user_name}`,
  sms: ({ url }) => new URL(String(url)).origin,
};

export const channelRoutes = ({ vault, keys }: Deps): Served[] => {
  const update = async (
    channel: MessageChannel,
    call: typeof channels.updateMail | typeof channels.updateSms,
    input: { enabled: boolean; secret?: string | undefined; version?: string | undefined } & Settings,
    ctx: Ctx,
  ): Promise<void> => {
    await rootOnly(ctx);
    const { enabled, secret: sealed, version, ...settings } = input;
    // a secret is opened before the row is held: its key is burnt in a transaction of its own
    const typed = sealed === undefined ? undefined : await keys.open(call.path, sealed);
    await ctx.client.query("select pg_advisory_xact_lock(hashtext('plomb message channel'))");
    const { rows } = await ctx.client.query<Kept>(`select ${columns} from message_channel where channel = $1`, [
      channel,
    ]);
    const [kept] = rows;
    if (kept) await checkRead(ctx, call, ['channel', channel], version, kept.version);
    const needsSecret = channel === 'sms' || settings.user_name !== '';
    const isAnother = kept !== undefined && belongsTo[channel](kept.settings) !== belongsTo[channel](settings);
    if (needsSecret && !typed && (isAnother || !kept?.has_secret))
      throw fieldRefusal('secret', isAnother && kept.has_secret ? 'messageSecret' : 'required');
    ctx.changed({ enabled: kept?.enabled, ...kept?.settings }, { enabled, ...settings });
    if (typed) ctx.changed({ secret: '' }, { secret: 'x' });
    await ctx.client.query(
      `insert into message_channel (channel, enabled, settings, changed_by) values ($1, $2, $3, $4)
       on conflict (channel) do update set enabled = excluded.enabled, settings = excluded.settings,
         change_time = now(), changed_by = excluded.changed_by`,
      [channel, enabled, JSON.stringify(settings), ctx.operator.operName],
    );
    if (typed || !needsSecret)
      await ctx.client.query('update message_channel set secret = $2 where channel = $1', [
        channel,
        needsSecret && typed ? vault.seal(...channelSecret(channel), Buffer.from(typed)) : null,
      ]);
  };

  return serve(channels, {
    find: async (_, ctx) => {
      await rootOnly(ctx);
      const { rows } = await ctx.client.query<Kept>(`select ${columns} from message_channel`);
      const of = (channel: MessageChannel) => {
        const { settings, ...row } = rows.find((one) => one.channel === channel) ?? {};
        return settings ? { ...settings, ...row } : null;
      };
      return { mail: of('mail') as never, sms: of('sms') as never };
    },

    updateMail: async (input, ctx) => {
      ctx.note(`${input.host}:${input.port}`);
      await update('mail', channels.updateMail, input, ctx);
      return {};
    },

    updateSms: async (input, ctx) => {
      ctx.note(new URL(input.url).origin);
      await update('sms', channels.updateSms, input, ctx);
      return {};
    },

    test: async ({ channel, address }, ctx) => {
      await rootOnly(ctx);
      const form = channel === 'mail' ? MailAddress : Phone;
      if (!form.safeParse(address).success) throw fieldRefusal('address', channel === 'mail' ? 'mailbox' : 'phone');
      const words = {
        zh: { subject: '铅封系统测试消息', text: '这是一条测试消息，说明发送配置有效。' },
        en: { subject: 'Test message of the lead-seal system', text: 'This is a test: the way of sending works.' },
      }[ctx.lang];
      const id = await writeMessage(ctx.client, vault, {
        orgId: ctx.operator.orgId,
        operator: ctx.operator,
        channel,
        address,
        purpose: 'test',
        ...words,
        seconds: TEST_SECONDS,
      });
      ctx.note(channel);
      return { id };
    },
  });
};
