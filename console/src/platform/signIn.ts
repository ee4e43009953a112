import type { PasswordKey } from '@plomb/contract/session/sealedPassword';
import { post } from './client.ts';
import { type LoginAnswer, signedIn } from './session.ts';

/** A one-use key from the server, for one call that carries passwords. */
const passwordKey = async (quiet: boolean): Promise<PasswordKey> =>
  (await post('/login/key', {}, { quiet })) as PasswordKey;

/** A password, trimmed and sealed for one use of the call at `path`. */
export const sealedFor = async (path: string, password: string, quiet = false): Promise<string> => {
  const key = await passwordKey(quiet);
  // the ciphers come when a password is typed: most pages never need them
  const { sealPassword } = await import('@plomb/contract/session/sealedPassword');
  return sealPassword(key, path, password.trim());
};

/**
 * Signs in with a name and a password, both trimmed; the password leaves the browser sealed for this one call. Whoever
 * has a second factor is refused as `secondFactor` until a code comes along. Whatever is refused, the form that asked
 * says it beside its fields: nothing is said a second time elsewhere.
 */
export const signIn = async (username: string, password: string, code = ''): Promise<LoginAnswer> => {
  const path = '/login/login';
  const sealed = await sealedFor(path, password, true);
  const asked = { username: username.trim(), password: sealed, ...(code.trim() && { code: code.trim() }) };
  const answer = (await post(path, asked, { quiet: true })) as LoginAnswer;
  signedIn(answer);
  return answer;
};
