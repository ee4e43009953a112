import type { Lang } from '@plomb/contract/kit/text';
import type { Outline } from '@plomb/contract/lock/outline';
import { measuresOf } from './drawn.ts';
import { drawTexts } from './drawTexts.ts';

const round = (value: number): string =>
  value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : value.toFixed(0);
export const lengthText = (metres: number): string =>
  metres < 1000 ? `${Math.round(metres)} m` : `${round(metres / 1000)} km`;
export const squareText = (square: number): string =>
  square < 100_000 ? `${Math.round(square)} m²` : `${round(square / 1e6)} km²`;

/** What is drawn measures, while it is drawn. */
export const MeasureStrip = ({ outline, lang }: { outline: Outline; lang: Lang }) => {
  const words = drawTexts[lang];
  const { square, length, radius, width, corners } = measuresOf(outline);
  const figures: [string, string][] = [
    ...(radius === null ? [] : ([[words.radiusName, lengthText(radius)]] as [string, string][])),
    ...(square === null ? [] : ([[words.area, squareText(square)]] as [string, string][])),
    [outline.shape === 'line' ? words.length : words.around, lengthText(length)],
    ...(width === null ? [] : ([[words.widthName, lengthText(width)]] as [string, string][])),
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
