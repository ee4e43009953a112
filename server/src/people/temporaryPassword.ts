import { temporaryPasswordLength } from '@plomb/contract/system/operators/operators';
import { hashPassword } from '../platform/passwords.ts';
import { fieldRefusal } from '../platform/refusal.ts';
import type { PasswordKeys } from './passwordKeys.ts';

/** The hash of a temporary password sealed for `path`; refused beside its field when it is too short. */
export const temporaryPassword = async (keys: PasswordKeys, path: string, sealed: string): Promise<string> => {
  const password = (await keys.open(path, sealed)).trim();
  if (password.length < temporaryPasswordLength) throw fieldRefusal('password', 'passwordShort');
  return hashPassword(password);
};
