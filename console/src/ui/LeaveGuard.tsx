import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { type Location, useBlocker, useLocation } from 'react-router';
import { forgetUnsaved } from '../platform/unsaved.ts';
import { useAskDiscard } from './useAskDiscard.ts';

/** A page that would lose what is typed in it; `title` where it is not the one that is looked at. */
export interface Loss {
  path: string;
  title?: string;
}

/**
 * Asks before a step to another address loses what is typed, in the page on top or in a hidden one. One for the whole
 * console: the router knows one blocker, and pages that only hide would leave theirs behind.
 */
export const LeaveGuard = ({ loses }: { loses: (here: Location, there: Location) => Loss | null }) => {
  const { t } = useTranslation('ui');
  const askDiscard = useAskDiscard();
  const blocker = useBlocker(({ currentLocation, nextLocation }) => loses(currentLocation, nextLocation) !== null);
  const ask = useEffectEvent((here: Location, there: Location) => {
    const loss = loses(here, there);
    if (!loss) return blocker.proceed?.(); // saved meanwhile
    askDiscard({
      ...(loss.title === undefined ? {} : { text: t('unsavedElsewhere', { title: loss.title }) }),
      discard: () => {
        forgetUnsaved([loss.path]);
        blocker.proceed?.();
      },
      keep: () => blocker.reset?.(),
    });
  });
  const here = useLocation();
  useEffect(() => {
    if (blocker.state === 'blocked') ask(here, blocker.location);
  }, [blocker, here]);
  return null;
};
