import { DeleteOutlined, LeftOutlined, PlusOutlined, RightOutlined } from '@ant-design/icons';
import type { Lang } from '@plomb/contract/kit/text';
import type { Outline } from '@plomb/contract/lock/outline';
import { Button } from 'antd';
import type { KeyboardEvent } from 'react';
import { nudged, withCornerAfter, withCornerAt, withoutCorner } from './drawn.ts';
import { drawTexts } from './drawTexts.ts';

const steps: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** Pixels that an arrow moves a corner by with Shift. */
const FAR = 20;

interface Props {
  outline: Outline;
  lang: Lang;
  /** which corner it is about */
  at: number;
  go: (at: number) => void;
  zoom: () => number;
  change: (next: Outline | null) => void;
}

/** One corner after the other, moved by the arrows, taken away by Delete, and one more by Insert: no pointer is needed. */
export const CornerTool = ({ outline, lang, at, go, zoom, change }: Props) => {
  const words = drawTexts[lang];
  const points = outline.shape === 'circle' ? [outline.centre] : outline.points;
  const count = points.length;
  const corner = points[at];
  if (!corner) return null;
  const isCircle = outline.shape === 'circle';
  const insert = (): void => {
    const next = withCornerAfter(outline, at);
    change(next);
    if (next.shape !== 'circle' && next.points[at + 1] !== points[at]) go(at + 1);
  };
  const remove = (): void => {
    change(withoutCorner(outline, at));
    go(Math.max(0, at - 1));
  };
  const press = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step) {
      const [right, down] = event.shiftKey ? [step[0] * FAR, step[1] * FAR] : step;
      change(withCornerAt(outline, at, nudged(corner, [right, down], zoom())));
    } else if (event.key === 'PageDown') go((at + 1) % count);
    else if (event.key === 'PageUp') go((at + count - 1) % count);
    else if (event.key === 'Insert' && !isCircle) insert();
    else if (event.key === 'Delete' && !isCircle) remove();
    else return;
    event.preventDefault();
  };
  return (
    <div className="draw-corner">
      {!isCircle && (
        <Button
          size="small"
          icon={<LeftOutlined />}
          aria-label={words.previousCorner}
          onClick={() => go((at + count - 1) % count)}
        />
      )}
      {/* the arrows are its own: it is moved by them as a slider is, in two directions */}
      <button type="button" className="draw-corner-at" aria-describedby="draw-corner-keys" onKeyDown={press}>
        {isCircle ? words.middle : words.cornerOf(at + 1, count)}
        <span className="mono">{`${corner[0].toFixed(5)}, ${corner[1].toFixed(5)}`}</span>
      </button>
      {!isCircle && (
        <>
          <Button
            size="small"
            icon={<RightOutlined />}
            aria-label={words.nextCorner}
            onClick={() => go((at + 1) % count)}
          />
          <Button size="small" icon={<PlusOutlined />} disabled={count < 2} onClick={insert}>
            {words.insert}
          </Button>
          <Button size="small" icon={<DeleteOutlined />} onClick={remove}>
            {words.removeCorner}
          </Button>
        </>
      )}
      <small id="draw-corner-keys">{isCircle ? words.middleKeys : words.cornerKeys}</small>
    </div>
  );
};
