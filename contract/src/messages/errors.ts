import { type FieldErrors, type Refusals, refusal } from '../kit/refusal.ts';

export const messageRefusals = {
  messageChannelOff: refusal(
    'fail',
    '尚未配置或已停用该发送方式，请联系管理员',
    'This way of sending is not set up or switched off, please ask the administrator',
  ),
  messagesOften: refusal(
    'tooMany',
    '发往该地址的消息过多，请一小时后再试',
    'Too many messages to this address, please try again in an hour',
  ),
} as const satisfies Refusals;

export const messageFieldErrors = {
  messageUrl: {
    zh: '请填写以 https:// 开头的地址，不含用户名',
    en: 'Enter an address that begins with https:// and names no user',
  },
  robotUrl: {
    zh: '这不是该机器人的 Webhook 地址，请从群机器人设置中完整复制',
    en: 'This is no address of such a robot: copy all of it from the settings of the robot',
  },
  messageSecret: {
    zh: '服务器或账号已更改，请重新输入密码或令牌',
    en: 'The server or the account is another one: enter its password or token',
  },
} as const satisfies FieldErrors;
