import type { Call } from '@plomb/contract/kit/call';
import { signOf } from '@plomb/contract/kit/sign';
import { type Lang, langOf } from '@plomb/contract/kit/text';
import type { FastifyRequest } from 'fastify';
import type { Access, SessionOperator } from './access.ts';
import { type ApiKeys, apiKeyIn } from './apiKeys.ts';
import { Refusal } from './refusal.ts';

/** What a caller is checked by: sessions, API keys, and the sign of what it sends. */
export interface CallerChecks {
  access: Access;
  apiKeys: ApiKeys;
  signSecret: string;
  /** how far a timestamp may be off, now */
  signWindowMs(): number;
  now(): number;
}

/** What a request shows of who sends it: the token of a session, or an API key. */
export interface Caller {
  token: string;
  apiKey: string | null;
  address: string;
  /** somebody sits there; false: a page goes on asking by itself */
  attended: boolean;
}

export const callerOf = (request: FastifyRequest): Caller => {
  const header = request.headers.authorization ?? '';
  const apiKey = apiKeyIn(header);
  const attended = request.headers['x-unattended'] === undefined;
  return { token: apiKey === null ? header : '', apiKey, address: request.ip, attended };
};

/** The language of whoever asks: what the body says, or the browser where there is none to read. */
export const langIn = (request: FastifyRequest): Lang => {
  const said = (request.body as { langue?: unknown } | null | undefined)?.langue;
  return langOf(said ?? (request.headers['accept-language']?.startsWith('zh') ? 'zh_CN' : 'en_US'));
};

const checkSign = (body: Record<string, unknown>, { signSecret, signWindowMs, now }: CallerChecks): void => {
  const { timestamp } = body;
  const fresh = typeof timestamp === 'number' && Math.abs(now() - timestamp) <= signWindowMs();
  if (!fresh || signOf(body, signSecret) !== body.sign) throw new Refusal('signError');
};

/** A session's body carries a sign and the time; a program with a key need not. */
export const checkBody = (body: Record<string, unknown>, caller: Caller, a: CallerChecks): void => {
  if (caller.apiKey === null) checkSign(body, a);
};

/** Who calls; a refusal when nobody is known by what was shown. */
export const identify = async (
  { token, apiKey, address, attended }: Caller,
  a: CallerChecks,
): Promise<SessionOperator> => {
  if (apiKey !== null) return a.apiKeys.holderOf(apiKey, address);
  const operator = token
    ? await (attended ? a.access.operatorOf(token, address) : a.access.look(token, address))
    : null;
  if (!operator) throw new Refusal('sessionTimeOut');
  return operator;
};

/** Why an operator may not make a call; null: it may. */
const refusalTo = (call: Call, { setUp, apiKey, grants, wallUntil }: SessionOperator): Refusal | null => {
  // what belongs to a person (password, keys, sessions) is not a program's business; a stream looks at grants itself
  if (apiKey && !call.permit.includes(':') && call.answer !== 'stream') return new Refusal('apiKeyCall');
  if (wallUntil !== null && !call.onWalls) return new Refusal('onlyLooks');
  if (setUp && !call.duringSetUp) return new Refusal(setUp === 'password' ? 'passwordSetUp' : 'secondFactorSetUp');
  return call.permit === 'session' || grants.has(call.permit) ? null : new Refusal('noPermission');
};

export const authorise = (call: Call, operator: SessionOperator): void => {
  const refusal = refusalTo(call, operator);
  if (refusal) throw refusal;
};

/** Who would call, should it come to that: nothing is counted as used, and nobody known is no refusal. */
export const look = async ({ apiKey, token, address }: Caller, a: CallerChecks): Promise<SessionOperator | null> => {
  if (apiKey !== null) return a.apiKeys.recheck(apiKey, address);
  return token ? a.access.look(token, address) : null;
};

/** For what goes on for long: the operator as of now, or null when it may no longer go on. */
export const recheck = async (call: Call, caller: Caller, a: CallerChecks): Promise<SessionOperator | null> => {
  const operator = await look(caller, a);
  return operator && !refusalTo(call, operator) ? operator : null;
};
