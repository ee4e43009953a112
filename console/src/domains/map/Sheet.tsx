import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { atHeight, type Height, heightAfter, heights, share } from './sheetHeights.ts';

interface Props {
  height: Height;
  onHeight: (height: Height) => void;
  children: ReactNode;
}

/** The panel of a phone: lies on the lower part of the map, is dragged by its handle, or stepped by a press on it. */
export const Sheet = ({ height, onHeight, children }: Props) => {
  const { t } = useTranslation('map');
  const box = useRef<HTMLDivElement>(null);
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
  return (
    <div
      ref={box}
      className="sheet"
      data-dragging={drag !== null}
      style={{ height: `${(drag?.now ?? share[height]) * 100}%` }}
    >
      <button
        type="button"
        className="sheet-handle"
        aria-label={t('sheet')}
        title={t(height === 'whole' ? 'sheetLower' : 'sheetRaise')}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={() => setDrag(null)}
        onKeyDown={(e) => {
          const step = e.key === 'ArrowUp' ? 1 : e.key === 'ArrowDown' ? -1 : 0;
          const next = heights[heights.indexOf(height) + step];
          if (step !== 0 && next) onHeight(next);
          if (e.key === 'Enter' || e.key === ' ') onHeight(heightAfter(height));
        }}
      />
      {children}
    </div>
  );
};
