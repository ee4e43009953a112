import type { Text } from './text.ts';

/** `verify.sign` of a refusal: the class of the answer that programs act on; `desc` is for people. */
export type Sign =
  | 'success'
  | 'fail'
  | 'sessionTimeOut'
  | 'signError'
  | 'noPermission'
  | 'notFound'
  /** signing in: the password is right, a code of the second factor is asked for or was wrong */
  | 'secondFactor'
  /** prove afresh who you are (`/auth/confirm`), then send the call again */
  | 'confirmNeeded'
  /** first change the password or set up the second factor; `/auth/getAuth` says which */
  | 'setUpNeeded'
  | 'conflict'
  | 'validation'
  | 'tooMany'
  | 'unavailable'
  | 'error';

/** HTTP status an API-key client gets beside the same body; sessions of the console always get 200, faults 500. */
export const statusOf: Record<Sign, number> = {
  success: 200,
  fail: 422,
  sessionTimeOut: 401,
  signError: 400,
  noPermission: 403,
  notFound: 404,
  secondFactor: 401,
  confirmNeeded: 403,
  setUpNeeded: 403,
  conflict: 409,
  validation: 422,
  tooMany: 429,
  unavailable: 503,
  error: 500,
};

/** One refusal: its class, and its words with `{values}`. */
export const refusal = (sign: Sign, zh: string, en: string): { sign: Sign } & Text => ({ sign, zh, en });

export type Refusals = Record<string, { sign: Sign } & Text>;
export type FieldErrors = Record<string, Text>;
