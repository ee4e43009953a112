import { z } from 'zod';
import { call, Id, Line, Nothing, Time } from '../kit/call.ts';
import { MailAddress, Sealed } from '../kit/person.ts';
import { Version } from '../kit/resource.ts';

/** The ways a message takes to a person: set up once for the house. */
export const messageChannels = ['mail', 'sms'] as const;
export type MessageChannel = (typeof messageChannels)[number];

/** Robots of group chats. */
export const robotChannels = ['dingtalk', 'wecom', 'feishu'] as const;
export type RobotChannel = (typeof robotChannels)[number];

/** The ways that a recipient of alarms has of its own: a program that is told, and robots of group chats. */
export const wayChannels = ['webhook', ...robotChannels] as const;
export type WayChannel = (typeof wayChannels)[number];

/** Those of a recipient of alarms, whoever set them up. */
export const recipientChannels = [...messageChannels, ...wayChannels] as const;
export type RecipientChannel = (typeof recipientChannels)[number];

/** All of them, as records of what was sent name them; `push`: a browser of a person. */
export const sentChannels = [...recipientChannels, 'push'] as const;
export type SentChannel = (typeof sentChannels)[number];

/** How the way to the mail server is protected: by TLS at once, by STARTTLS before anything is said, or not. */
export const mailSecurities = ['tls', 'starttls', 'none'] as const;
export type MailSecurity = (typeof mailSecurities)[number];

const mail = {
  enabled: z.boolean(),
  host: Line(253).min(1, { error: 'required' }).regex(/^\S+$/, { error: 'noSpaces' }),
  port: z.int().min(1).max(65_535),
  security: z.enum(mailSecurities),
  /** '' = the server asks nobody who they are */
  user_name: Line(254),
  from_address: MailAddress,
  from_name: Line(60),
};
const sms = {
  enabled: z.boolean(),
  url: z
    .string()
    .trim()
    .max(500)
    .pipe(z.url({ protocol: /^https?$/, error: 'messageUrl' }))
    .refine((text) => !/^https?:\/\/[^/?#]*@/.test(text), { error: 'messageUrl' }),
  /** what the provider may show as the sender; '' = its own choice */
  sender: Line(20),
};
/** of the mail server's account, or the provider's token; absent: it stays as it is */
const secret = { secret: Sealed.optional() };
const kept = {
  has_secret: z.boolean(),
  change_time: Time,
  changed_by: z.string(),
  version: Version,
};
export const MailChannel = z.object({ ...mail, ...kept });
export const SmsChannel = z.object({ ...sms, ...kept });

/** The mail server and the SMS provider: one for everybody, managed by the root organisation. */
export const channels = {
  find: call({
    path: '/messageChannel/find',
    title: { zh: '查看邮件与短信配置', en: 'View mail server and SMS provider' },
    permit: 'messageChannel:list',
    business: null,
    input: Nothing,
    /** null: never set up */
    output: z.object({ mail: MailChannel.nullable(), sms: SmsChannel.nullable() }),
  }),
  updateMail: call({
    path: '/messageChannel/updateMail',
    title: { zh: '修改邮件服务器', en: 'Edit mail server' },
    permit: 'messageChannel:update',
    business: 'update',
    input: z.object({ ...mail, ...secret, version: Version.optional() }),
    output: Nothing,
  }),
  updateSms: call({
    path: '/messageChannel/updateSms',
    title: { zh: '修改短信服务商', en: 'Edit SMS provider' },
    permit: 'messageChannel:update',
    business: 'update',
    input: z.object({ ...sms, ...secret, version: Version.optional() }),
    output: Nothing,
  }),
  /** Writes a message as any other is; what became of it stands in its record. */
  test: call({
    path: '/messageChannel/test',
    title: { zh: '发送测试消息', en: 'Send a test message' },
    permit: 'messageChannel:update',
    business: 'other',
    input: z.object({ channel: z.enum(messageChannels), address: Line(254).min(1, { error: 'required' }) }),
    output: z.object({ id: Id }),
  }),
};
