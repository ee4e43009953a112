import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toggleFullscreen } from '../../ui/fullscreen.ts';

/**
 * The map alone on the whole screen. It is the page that fills the screen, and the map the page: what floats over all pages,
 * alarms above all, floats over it as well.
 */
export const useMapFullscreen = (): [boolean, () => void] => {
  const { t } = useTranslation('ui');
  const [full, setFull] = useState(false);
  useEffect(() => {
    const heard = (): void => {
      if (!document.fullscreenElement) setFull(false);
    };
    document.addEventListener('fullscreenchange', heard);
    return () => {
      document.removeEventListener('fullscreenchange', heard);
      setFull(false);
    };
  }, []);
  const unavailable = t('fullscreen.unavailable');
  const turn = useCallback(() => {
    // the page has the whole screen already, by the button of the frame
    if (document.fullscreenElement && !full) setFull(true);
    else void toggleFullscreen(unavailable).then(() => setFull(document.fullscreenElement !== null));
  }, [full, unavailable]);
  return [full, turn];
};
