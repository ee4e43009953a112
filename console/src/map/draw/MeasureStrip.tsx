import type { Lang } from '@plomb/contract/kit/text';
import type { Outline } from '@plomb/contract/lock/outline';
import { areaWords, lengthWords } from '../measures.ts';
import { measuresOf } from './drawn.ts';
import { drawTexts } from './drawTexts.ts';

/** What is drawn measures, while it is drawn. */
export const MeasureStrip = ({ outline, lang }: { outline: Outline; lang: Lang }) => {
  const words = drawTexts[lang];
  const { square, length, radius, width, corners } = measuresOf(outline);
  const figures: [string, string][] = [
    ...(radius === null ? [] : ([[words.radiusName, lengthWords(radius, lang)]] as [string, string][])),
    ...(square === null ? [] : ([[words.area, areaWords(square, lang)]] as [string, string][])),
    [outline.shape === 'line' ? words.length : words.around, lengthWords(length, lang)],
    ...(width === null ? [] : ([[words.widthName, lengthWords(width, lang)]] as [string, string][])),
    ...(corners === 0 ? [] : ([[words.cornersName, String(corners)]] as [string, string][])),
  ];
  return (
    <dl className="draw-measures">
      {figures.map(([name, figure]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
};
