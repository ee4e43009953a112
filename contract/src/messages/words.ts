import type { DictionarySeeds, Word } from '../kit/word.ts';
import type { MailSecurity, SentChannel } from './channels.ts';
import type { MessagePurpose, MessageState } from './messages.ts';

export const messageWords = {
  message_channel: {
    title: { zh: '发送方式', en: 'Way of sending' },
    items: {
      mail: ['邮件', 'Mail'],
      sms: ['短信', 'SMS'],
      webhook: ['Webhook', 'Webhook'],
      dingtalk: ['钉钉', 'DingTalk'],
      wecom: ['企业微信', 'WeCom'],
      feishu: ['飞书', 'Feishu'],
      push: ['浏览器', 'Browser'],
    } satisfies Record<SentChannel, Word>,
  },
  message_purpose: {
    title: { zh: '消息用途', en: 'Purpose of a message' },
    items: {
      test: ['测试', 'Test'],
      second_factor: ['两步验证码', 'Sign-in code'],
      contact: ['联系方式验证码', 'Code of an address'],
      approval: ['审批通知', 'Notice of an approval'],
      lock_code: ['开锁码', 'Code of a lock'],
      alarm: ['告警与状态通知', 'Notice of alarms and changes'],
      export: ['导出完成通知', 'Notice of a finished export'],
      delivery: ['通知送达异常', 'Notice of a way that fails'],
      invitation: ['邀请恢复接收', 'Invitation to receive again'],
    } satisfies Record<MessagePurpose, Word>,
  },
  message_state: {
    title: { zh: '消息状态', en: 'State of a message' },
    items: {
      waiting: ['待发送', 'Waiting', 'blue'],
      sending: ['发送中', 'Being sent', 'blue'],
      sent: ['已发出', 'Sent', 'green'],
      failed: ['被拒绝', 'Refused', 'red'],
      lapsed: ['已过期未发出', 'Lapsed', 'gold'],
      unknown: ['结果不明', 'Outcome unknown', 'gold'],
    } satisfies Record<MessageState, Word>,
  },
  mail_security: {
    title: { zh: '邮件连接加密', en: 'Protection of the mail connection' },
    items: { tls: ['TLS', 'TLS'], starttls: ['STARTTLS', 'STARTTLS'], none: ['不加密', 'None'] } satisfies Record<
      MailSecurity,
      Word
    >,
  },
} as const satisfies DictionarySeeds;
