import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { leaveWords } from '../platform/farewell.ts';
import { setLang } from '../platform/i18n.ts';
import { hearLook } from '../platform/look.ts';
import { loginPath } from '../platform/redirect.ts';
import { onOtherWindow, signedOut, useSession } from '../platform/session.ts';
import { setSize } from '../platform/settings.ts';
import { forgetUnsaved, hasUnsaved } from '../platform/unsaved.ts';
import { onTold } from '../platform/windows.ts';
import { dropTabs } from './keepTabs.ts';

/** Another window of this browser signed out, signed in as somebody else, or looks otherwise now: this one follows. */
export const useWindows = (): void => {
  const { t } = useTranslation('app');
  const queries = useQueryClient();
  useEffect(
    () =>
      onOtherWindow((loginName) => {
        // the same person signed in again over there: the new token serves here too
        if (loginName === useSession.getState().oper?.login_name)
          return useSession.setState({ expired: 'no', elsewhere: false });
        // what is typed here is kept for whoever signs in again: the question stands above it
        if (loginName === '' && hasUnsaved()) return useSession.setState({ expired: 'asking', elsewhere: true });
        forgetUnsaved(); // nothing of it could be saved any more
        if (loginName !== '') return window.location.reload();
        dropTabs();
        signedOut();
        leaveWords(t('expired.elsewhere'));
        window.location.replace(loginPath(window.location));
      }),
    [t],
  );
  useEffect(
    () =>
      onTold((told) => {
        if (told.kind === 'language')
          void setLang(told.lang).then((changed) => (changed ? queries.invalidateQueries() : undefined));
        else if (told.kind === 'size') setSize(told.size);
        else hearLook(told.look);
      }),
    [queries],
  );
};
