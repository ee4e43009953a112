import type { PasswordKey } from '@plomb/contract/sealedPassword';
import { sealPassword } from '@plomb/contract/sealedPassword';
import { post } from './client.ts';
import { type LoginAnswer, signedIn } from './session.ts';

/** A one-use key from the server, for one call that carries passwords. */
export const passwordKey = async (): Promise<PasswordKey> => (await post('/login/key', {})) as PasswordKey;

/** A password, trimmed and sealed for one use of the call at `path`. */
export const sealedFor = async (path: string, password: string): Promise<string> =>
  sealPassword(await passwordKey(), path, password.trim());

/**
 * Signs in with a name and a password, both trimmed; the password leaves the browser sealed for this one call. Whoever
 * has a second factor is refused as `secondFactor` until a code comes along.
 */
export const signIn = async (username: string, password: string, code = ''): Promise<LoginAnswer> => {
  const path = '/login/login';
  const sealed = await sealedFor(path, password);
  const answer = (await post(path, {
    username: username.trim(),
    password: sealed,
    ...(code.trim() && { code: code.trim() }),
  })) as LoginAnswer;
  signedIn(answer);
  return answer;
};
