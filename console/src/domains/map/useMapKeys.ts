import { useTranslation } from 'react-i18next';
import { type Key, useKeys } from '../../ui/keys.ts';

/** The keys of the workspace, wherever the focus is on it. */
export const useMapKeys = (act: {
  search: () => void;
  /** begins to draw around locks, or ends it; null = it is of no use */
  lasso: (() => void) | null;
  /** the same with a rectangle */
  rectangle: (() => void) | null;
  measure: () => void;
  /** takes back the last place that was put; null = there is none */
  undo: (() => void) | null;
  full: () => void;
  /** closes the panel of the chosen lock; null = there is none */
  close: (() => void) | null;
  /** the map is there: it may be on its way, or the browser cannot draw it */
  onMap: boolean;
}): void => {
  const { t } = useTranslation('map');
  const keys: Key[] = [{ keys: ['[Shift]+/'], does: t('keys.find'), press: act.search }];
  if (act.lasso) keys.push({ keys: ['l'], does: t('keys.lasso'), press: act.lasso });
  if (act.rectangle) keys.push({ keys: ['r'], does: t('keys.rectangle'), press: act.rectangle });
  if (act.onMap) {
    keys.push({ keys: ['m'], does: t('keys.measure'), press: act.measure });
    keys.push({ keys: ['f'], does: t('keys.full'), press: act.full });
  }
  if (act.undo) keys.push({ keys: ['Backspace', 'Control+z', 'Meta+z'], does: t('measure.undo'), press: act.undo });
  if (act.close) keys.push({ keys: ['Escape'], does: t('keys.leave'), inFields: true, press: act.close });
  // these the map itself hears (map/hits.ts and its library), while the focus is on it
  const onTheMap: Key[] = [
    { keys: ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'], does: t('keys.pan') },
    { keys: ['+', '-'], does: t('keys.zoom') },
    { keys: ['Enter'], does: t(act.undo ? 'keys.put' : 'keys.pick') },
  ];
  useKeys(t('keys.title'), keys);
  useKeys(t('keys.canvas'), act.onMap ? onTheMap : []);
};
