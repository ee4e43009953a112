import { sessionRefusals } from '@plomb/contract/session/errors';
import type { MenuItem, SetUp } from '@plomb/contract/session/session';
import { Refused } from './answer.ts';
import { post } from './client.ts';
import { onLive } from './live.ts';
import { renewToken, setKey, token, useSession } from './session.ts';
import { useSettings } from './settings.ts';

let underWay: Promise<MenuItem[]> | null = null;

const fetchMenus = async (): Promise<MenuItem[]> => {
  const askedWith = token();
  const answer = (await post('/auth/getAuth', {}, { quiet: true })) as {
    token: string;
    publicKey: string;
    menus: MenuItem[];
    setUp?: SetUp;
    wall_until?: string;
  } | null;
  if (!answer || answer.menus.length === 0)
    throw new Refused('noPermission', sessionRefusals.authEmptyData[useSettings.getState().lang]);
  renewToken(answer.token, askedWith);
  setKey(answer.publicKey);
  useSession.setState({
    menus: answer.menus,
    setUp: answer.setUp ?? null,
    wallUntil: answer.wall_until ?? null,
  });
  return answer.menus;
};

/** The operator's menus, fetched once: whoever asks while the call is under way waits for the same answer. */
export const loadMenus = (): Promise<MenuItem[]> => {
  underWay ??= fetchMenus().finally(() => {
    underWay = null;
  });
  return underWay;
};

/**
 * Follows the operator's rights while signed in: menus, tabs and buttons change within seconds of a change of the role.
 * Who has none left is asked in again, and refused there. For `useEffect`.
 */
export const followRights = (): (() => void) => {
  let mark: string | null = null;
  return onLive('rights', (now) => {
    const before = mark;
    mark = now.mark;
    if (before === null || before === now.mark) return;
    loadMenus().catch((error: unknown) => {
      if (error instanceof Refused && error.sign === 'noPermission') useSession.setState({ menus: null });
      else mark = before; // the line broke: the stream says it again when it is back
    });
  });
};
