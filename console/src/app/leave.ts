import { sessionCalls } from '@plomb/contract/session/domain';
import { send } from '../platform/client.ts';
import { leaveWords } from '../platform/farewell.ts';
import { loginPath } from '../platform/redirect.ts';
import { signedOut, tellWindows } from '../platform/session.ts';
import { forgetUnsaved } from '../platform/unsaved.ts';
import { dropTabs } from './keepTabs.ts';

/**
 * Ends the session in this browser and shows the sign-in. The page is loaded anew, so that nothing of the operator
 * stays in memory: tabs, cached answers, live data. `words` are shown there: why it ended.
 */
export const leave = (back: 'home' | 'here', words?: string): void => {
  forgetUnsaved(); // whoever is asked has been asked
  signedOut();
  tellWindows('');
  if (words) leaveWords(words);
  location.replace(back === 'home' ? '/login' : loginPath(location));
};

/** Signs out on the server too. If it cannot be told, the browser forgets all the same. */
export const logOut = async (): Promise<void> => {
  try {
    await send(sessionCalls.session.logout, {}, { quiet: true });
  } catch {
    // the token ends by itself
  }
  dropTabs();
  leave('home');
};
