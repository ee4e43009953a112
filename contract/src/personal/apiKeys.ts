import { z } from 'zod';
import { call, Id, Line, Nothing, Time } from '../kit/call.ts';
import { Network } from '../kit/network.ts';

const Name = z.object({ zh: z.string(), en: z.string() });

/** A button of a menu, as permits name it: `menu:button`. */
const Scope = z.array(z.string().max(130)).min(1, { error: 'selectOne' }).max(2000);

export const ApiKey = z.object({
  id: Id,
  key_name: z.string(),
  /** the last characters of the key, to tell one from another */
  hint: z.string(),
  scope: z.array(z.string()),
  /** it may act on locks, where its scope says so */
  physical: z.boolean(),
  /** empty: from anywhere */
  addresses: z.array(z.string()),
  create_time: Time,
  expire_time: Time,
  use_time: Time.nullable(),
  use_address: z.string(),
  state: z.enum(['active', 'expired', 'revoked']),
});
export type ApiKey = z.output<typeof ApiKey>;

/** A key lives at most a year: whoever still needs it makes a new one. */
export const longestKeyDays = 366;

/**
 * Keys for programs, made by an operator for itself: header `Authorization: Bearer plk_…`, no sign, no timestamp, and
 * HTTP statuses by `statusOf`. A key may do what is in its scope and in its operator's grants of that moment.
 */
export const apiKeys = {
  list: call({
    path: '/apiKey/list',
    title: { zh: '查询 API 密钥', en: 'List API keys' },
    permit: 'session',
    business: null,
    input: Nothing,
    output: z.object({ rows: z.array(ApiKey) }),
  }),
  /** menus with the buttons a key can be given: those the operator holds */
  options: call({
    path: '/apiKey/options',
    title: { zh: '查询 API 密钥可选权限', en: 'Find what an API key can be given' },
    permit: 'session',
    business: null,
    input: Nothing,
    output: z.object({
      menus: z.array(
        z.object({
          id: Id,
          sid: Id.nullable(),
          menu_name: Name,
          buttons: z.array(z.object({ scope: z.string(), btn_name: Name })),
        }),
      ),
    }),
  }),
  add: call({
    path: '/apiKey/add',
    title: { zh: '新增 API 密钥', en: 'Add API key' },
    permit: 'session',
    business: 'insert',
    input: z.object({
      key_name: Line(60).min(1, { error: 'required' }),
      scope: Scope,
      /** ticked by itself: the key may seal and unseal, and change what opens a lock, where its scope says so */
      physical: z.boolean().default(false),
      expire_time: Time,
      addresses: z.array(Network).max(20),
    }),
    /** the key itself, told this once */
    output: z.object({ id: Id, key: z.string() }),
  }),
  revoke: call({
    path: '/apiKey/revoke',
    title: { zh: '停用 API 密钥', en: 'Revoke API key' },
    permit: 'session',
    business: 'delete',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
};
