import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drawn } from '../../ui/drawn.ts';
import { type Key, useKeysHere } from '../../ui/keys.ts';
import { atHeight, type Height, heightAfter, heights, share } from './sheetHeights.ts';

interface Props {
  height: Height;
  onHeight: (height: Height) => void;
  /** beside the map instead, where there is room */
  docked?: boolean;
  children: ReactNode;
}

/**
 * The panel of a phone: lies on the lower part of the map, is dragged by its handle, or stepped by a press on it. Docked
 * it is the same panel: a dialog that is open in it outlives a phone that is turned.
 */
export const Sheet = ({ height, onHeight, docked = false, children }: Props) => {
  const { t } = useTranslation('map');
  const box = useRef<HTMLElement>(null);
  const [drag, setDrag] = useState<{ from: number; start: number; now: number } | null>(null);
  const whole = (): number => box.current?.parentElement?.clientHeight ?? 1;

  const begin = (e: PointerEvent<HTMLButtonElement>): void => {
    e.currentTarget.setPointerCapture(e.pointerId);
    setDrag({ from: e.clientY, start: share[height], now: share[height] });
  };
  const move = (e: PointerEvent): void => {
    if (drag) setDrag({ ...drag, now: Math.min(1, Math.max(0.1, drag.start + (drag.from - e.clientY) / whole())) });
  };
  const end = (): void => {
    if (!drag) return;
    // hardly moved: it was a press
    onHeight(Math.abs(drag.now - drag.start) < 0.02 ? heightAfter(height) : atHeight(drag.now));
    setDrag(null);
  };
  const step = (by: 1 | -1) => (): unknown => {
    const next = heights[heights.indexOf(height) + by];
    return next ? onHeight(next) : false;
  };
  // docked it has no handle that would hear them
  const keys: Key[] = [
    { keys: ['ArrowUp'], does: t('sheetRaise'), press: step(1) },
    { keys: ['ArrowDown'], does: t('sheetLower'), press: step(-1) },
    { keys: ['Enter', 'Space'], does: t('keys.step'), press: () => onHeight(heightAfter(height)) },
  ];
  const onKeyDown = useKeysHere(t('sheet'), docked ? [] : keys);
  return (
    <aside
      ref={box}
      className={docked ? 'map-panel map-panel-lock' : 'sheet'}
      data-dragging={drag !== null}
      style={docked ? undefined : { height: `${(drag?.now ?? share[height]) * 100}%` }}
    >
      {!docked && (
        <button
          ref={drawn}
          type="button"
          className="sheet-handle"
          aria-label={t('sheet')}
          title={t(height === 'whole' ? 'sheetLower' : 'sheetRaise')}
          onPointerDown={begin}
          onPointerMove={move}
          onPointerUp={end}
          onPointerCancel={() => setDrag(null)}
          onKeyDown={onKeyDown}
        />
      )}
      {children}
    </aside>
  );
};
