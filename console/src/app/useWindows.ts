import { useEffect } from 'react';
import { loginPath } from '../platform/redirect.ts';
import { onOtherWindow, signedOut, useSession } from '../platform/session.ts';

/** Another window of this browser signed out, or signed in as somebody else: this one follows. */
export const useWindows = (): void =>
  useEffect(
    () =>
      onOtherWindow((loginName) => {
        if (loginName === useSession.getState().oper?.login_name) return;
        if (loginName === '') {
          signedOut();
          window.location.replace(loginPath(window.location));
        } else window.location.reload();
      }),
    [],
  );
