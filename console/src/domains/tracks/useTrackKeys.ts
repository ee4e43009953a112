import type { Trip } from '@plomb/contract/tracks/trip';
import { useTranslation } from 'react-i18next';
import { type Key, useKeys } from '../../ui/keys.ts';
import { pointBeside } from './moments.ts';
import { paces, type usePlayback } from './usePlayback.ts';

/** What a button or a link does with the key itself. */
const isPressed = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('button, a, [role=button]') !== null;

/** Space plays; arrows go from report to report, with Shift from window to window; figures set the speed. */
export const useTrackKeys = (on: {
  playback: ReturnType<typeof usePlayback>;
  /** whose reports are gone through; null: none told a position */
  trip: Trip | null;
  from: number;
  to: number;
  move: (window: { from: number; to: number }) => void;
  mayNext: boolean;
}): void => {
  const { t } = useTranslation('tracks');
  const { playback, trip, from, to } = on;
  const point = (step: 1 | -1) => (): unknown => {
    const at = trip && pointBeside(trip, playback.cursor, step);
    return at === null || at === undefined ? false : playback.seek(at);
  };
  const window = (step: 1 | -1) => (): unknown =>
    step > 0 && !on.mayNext ? false : on.move({ from: from + step * (to - from), to: to + step * (to - from) });
  const keys: Key[] = [
    {
      keys: ['Space'],
      does: t('keys.play'),
      press: (event) => (isPressed(event) || trip === null ? false : playback.toggle()),
    },
    { keys: ['ArrowLeft'], does: t('keys.point'), press: point(-1) },
    { keys: ['ArrowRight'], does: t('keys.point'), press: point(1) },
    {
      keys: ['Home', 'End'],
      does: t('keys.ends'),
      press: ({ key }) => playback.seek(key === 'Home' ? from : to),
    },
    { keys: ['Shift+ArrowLeft'], does: t('keys.window'), press: window(-1) },
    { keys: ['Shift+ArrowRight'], does: t('keys.window'), press: window(1) },
    ...paces.map(
      (pace, i): Key => ({
        keys: [`${i + 1}`],
        does: `${t('keys.speed')} ${pace}×`,
        press: () => playback.setPace(pace),
      }),
    ),
  ];
  useKeys(t('keys.title'), keys);
};
