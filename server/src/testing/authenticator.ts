import { account } from '@plomb/contract/personal/account';
import { secondFactor } from '@plomb/contract/personal/secondFactor';
import { Secret, TOTP } from 'otpauth';
import type { Caller } from './client.ts';

/** An authenticator app: the code of now, or of a number of steps from now. */
export const authenticator = (secret: string) => {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return (steps = 0): string => totp.generate({ timestamp: Date.now() + steps * 30_000 });
};

/** Sets up two-factor sign-in as a person does; answers the app and the backup codes. The code of now is spent by it. */
export const setUpSecondFactor = async (caller: Caller, password: string) => {
  const { path } = secondFactor.begin;
  const { secret } = await caller.ok(secondFactor.begin, { password: await caller.seal(path, password) });
  const codeAt = authenticator(secret);
  const { codes } = await caller.ok(secondFactor.confirm, { code: codeAt(-1) });
  return { secret, codeAt, codes };
};

export const factorOf = async (caller: Caller) => (await caller.ok(account.detail, {})).second_factor;
