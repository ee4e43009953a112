import { calls } from '@plomb/contract/calls';
import { send } from '../platform/client.ts';
import { loginPath } from '../platform/redirect.ts';
import { signedOut, tellWindows } from '../platform/session.ts';

/**
 * Ends the session in this browser and shows the sign-in. The page is loaded anew, so that nothing of the operator
 * stays in memory: tabs, cached answers, live data. `refused`: the message is read first.
 */
export const leave = (why: 'asked' | 'refused' | 'expired'): void => {
  signedOut();
  tellWindows('');
  const target = why === 'asked' ? '/login' : loginPath(location);
  if (why === 'refused') setTimeout(() => location.replace(target), 3000);
  else location.replace(target);
};

/** Signs out on the server too. If it cannot be told, the browser forgets all the same. */
export const logOut = async (): Promise<void> => {
  try {
    await send(calls.session.logout, {}, { quiet: true });
  } catch {
    // the token ends by itself
  }
  leave('asked');
};
