import { errors } from '@plomb/contract/errors';
import type { MenuItem } from '@plomb/contract/session';
import { Refused } from './answer.ts';
import { post } from './client.ts';
import { renewToken, setKey, useSession } from './session.ts';
import { useSettings } from './settings.ts';

let underWay: Promise<MenuItem[]> | null = null;

const fetchMenus = async (): Promise<MenuItem[]> => {
  const answer = (await post('/auth/getAuth', {}, { quiet: true })) as {
    token: string;
    publicKey: string;
    menus: MenuItem[];
  } | null;
  if (!answer || answer.menus.length === 0)
    throw new Refused('noPermission', errors.authEmptyData[useSettings.getState().lang]);
  renewToken(answer.token);
  setKey(answer.publicKey);
  useSession.setState({ menus: answer.menus });
  return answer.menus;
};

/** The operator's menus, fetched once: whoever asks while the call is under way waits for the same answer. */
export const loadMenus = (): Promise<MenuItem[]> => {
  underWay ??= fetchMenus().finally(() => {
    underWay = null;
  });
  return underWay;
};
