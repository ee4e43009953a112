import { useEffect } from 'react';
import { loginPath } from '../platform/redirect.ts';
import { onOtherWindow, signedOut, useSession } from '../platform/session.ts';

/** Another window of this browser signed out, or signed in as somebody else: this one follows. */
export const useWindows = (): void =>
  useEffect(
    () =>
      onOtherWindow((loginName) => {
        // the same person signed in again over there: the new token serves here too
        if (loginName === useSession.getState().oper?.login_name) useSession.setState({ expired: 'no' });
        else if (loginName === '') {
          signedOut();
          window.location.replace(loginPath(window.location));
        } else window.location.reload();
      }),
    [],
  );
