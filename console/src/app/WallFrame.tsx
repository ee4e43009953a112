import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { AlarmWatch } from '../domains/alarms/AlarmWatch.tsx';
import { isMuted, useMute } from '../domains/alarms/mute.ts';
import { soundAllowed } from '../domains/alarms/sound.ts';
import { Wall } from '../domains/map/wall/Wall.tsx';
import { followRights } from '../platform/auth.ts';
import { serverNow } from '../platform/clock.ts';
import { keepWords } from '../platform/dictionaries.ts';
import { startLive } from '../platform/live.ts';
import { useNetwork } from '../platform/network.ts';
import { keepParams } from '../platform/params.ts';
import { usePreferences } from '../platform/preferences.ts';
import { followRelease, useRelease } from '../platform/release.ts';
import { useSession } from '../platform/session.ts';
import { useSettings } from '../platform/settings.ts';
import { logOut } from './leave.ts';
import { documentTitle, wallPath } from './pages.ts';
import { addressOf, useTabs } from './tabs.ts';
import { useSystemTitle } from './useSystemTitle.ts';
import { useWindows } from './useWindows.ts';

/** Why alarms would not be heard here although they should: a browser is silent until somebody has touched the page. */
const useSound = (): { off: boolean; mutedUntil: string | null } => {
  const wanted = usePreferences()?.is_police_voice !== 'F';
  const mute = useMute();
  const [allowed, setAllowed] = useState(soundAllowed);
  useEffect(() => {
    const timer = setInterval(() => setAllowed(soundAllowed()), 2000);
    return () => clearInterval(timer);
  }, []);
  return { off: wanted && !allowed, mutedUntil: isMuted(mute, serverNow()) ? mute.until_time : null };
};

/** A page that was loaded stands for so long at the least. */
const STANDS_MS = 60_000;

/** The map as it was left: its filters stand in its address. */
const asItStood = (path: string): string => {
  const tab = useTabs.getState().tabs.find((one) => one.path === path);
  return tab ? addressOf(tab) : path;
};

/**
 * What the wall of a control room stands in: the stream and what sounds, and nothing of the shell. A newer console is taken, and a
 * part that did not come asked for again, for nobody is there to be asked, and nothing typed could be lost.
 */
export const WallFrame = () => {
  const { t } = useTranslation('map/wall');
  const location = useLocation();
  const navigate = useNavigate();
  const lang = useSettings((s) => s.lang);
  const signedIn = useSession((s) => s.expired === 'no');
  const wallUntil = useSession((s) => s.wallUntil);
  const offered = useRelease((s) => s.offered);
  const { online } = useNetwork();
  const systemTitle = useSystemTitle();
  const sound = useSound();
  useWindows();
  useEffect(() => (signedIn ? startLive() : undefined), [signedIn]);
  useEffect(() => (signedIn ? keepWords() : undefined), [signedIn]);
  useEffect(() => (signedIn ? keepParams() : undefined), [signedIn]);
  useEffect(followRights, []);
  useEffect(followRelease, []);
  useEffect(() => {
    if (offered === null || !online) return;
    // while servers change over one by one the page may come from an old one again: it is not loaded over and over
    const timer = setTimeout(() => window.location.reload(), Math.max(0, STANDS_MS - performance.now()));
    return () => clearTimeout(timer);
  }, [offered, online]);
  const title = t('title');
  // biome-ignore lint/correctness/useExhaustiveDependencies: in the other language it is another title
  useEffect(() => {
    document.title = documentTitle(title, systemTitle);
  }, [title, systemTitle, lang]);

  if (wallUntil !== null && location.pathname !== wallPath) return <Navigate to={wallPath} replace />;
  return (
    <>
      <AlarmWatch unseen />
      <Wall
        sound={sound}
        leave={(to) => void navigate(to === '/map' ? asItStood(to) : to)}
        signOut={() => void logOut()}
      />
    </>
  );
};
