import { perSheet, placeOf, QUIET_MODULES, type Sheet } from '@plomb/contract/seals/sheet';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf } from './code.ts';
import type { Printed } from './pdf.ts';

const pathOf = (payload: string): { d: string; modules: number } => {
  const { runs, modules } = codeOf(payload);
  return { modules, d: runs.map(({ x, y, width }) => `M${x} ${y}h${width}v1h-${width}z`).join('') };
};

/** One label, drawn with its upper left corner where its sheet has it. */
const Label = ({ sheet, nth, label, note }: { sheet: Sheet; nth: number; label: Printed; note: string }) => {
  const { d, modules } = useMemo(() => pathOf(label.payload), [label.payload]);
  const { code, middle, numberBase, noteBase } = placeOf(sheet, nth);
  return (
    <>
      <path d={d} transform={`translate(${code.x} ${code.y}) scale(${sheet.code / modules})`} />
      <text x={middle} y={numberBase} fontSize={sheet.text / 0.7} className="label-number">
        {label.number}
      </text>
      <text x={middle} y={noteBase} fontSize={sheet.note}>
        {note}
      </text>
    </>
  );
};

/** A whole sheet in proportion; the gold line is as far as the printer reaches. Labels are chosen by pointing. */
export const SheetPicture = (props: {
  sheet: Sheet;
  labels: readonly Printed[];
  note: string;
  chosen: number;
  choose: (nth: number) => void;
}) => {
  const { sheet, labels, note, chosen, choose } = props;
  const { width, height, margin } = sheet;
  const { t } = useTranslation('seals');
  const words = t('labels.sheetOf', { first: labels[0]?.number, last: labels.at(-1)?.number, count: labels.length });
  return (
    <svg className="label-sheet" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words}>
      <rect width={width} height={height} className="label-paper" />
      {Array.from({ length: perSheet(sheet) }, (_, nth) => {
        const { x, y } = placeOf(sheet, nth);
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: a short way for the mouse; the arrows beside the enlarged label do the same
          // biome-ignore lint/suspicious/noArrayIndexKey: a cell is where it lies
          <g key={nth} onClick={() => nth < labels.length && choose(nth)}>
            <rect x={x} y={y} width={sheet.cellWidth} height={sheet.cellHeight} className="label-cell" />
          </g>
        );
      })}
      <g className="label-ink">
        {labels.map((label, nth) => (
          <Label key={label.number} sheet={sheet} nth={nth} label={label} note={note} />
        ))}
      </g>
      {labels[chosen] && (
        <rect
          {...{ x: placeOf(sheet, chosen).x, y: placeOf(sheet, chosen).y }}
          {...{ width: sheet.cellWidth, height: sheet.cellHeight, className: 'label-chosen' }}
        />
      )}
      <rect
        {...{ x: margin, y: margin, width: Math.max(0, width - 2 * margin), height: Math.max(0, height - 2 * margin) }}
        className="label-margin"
      />
    </svg>
  );
};

/** One label enlarged, with the white that has to stay around its code. */
export const LabelPicture = ({ sheet, label, note }: { sheet: Sheet; label: Printed; note: string }) => {
  const { modules } = useMemo(() => pathOf(label.payload), [label.payload]);
  const alone = { ...sheet, left: 0, top: 0 };
  const { code } = placeOf(alone, 0);
  const quiet = (QUIET_MODULES * sheet.code) / modules;
  const round = sheet.code + 2 * quiet;
  return (
    <svg
      className="label-one"
      viewBox={`-1 -1 ${sheet.cellWidth + 2} ${sheet.cellHeight + 2}`}
      role="img"
      aria-label={label.number}
    >
      <rect width={sheet.cellWidth} height={sheet.cellHeight} className="label-cell" data-alone="true" />
      <rect x={code.x - quiet} y={code.y - quiet} width={round} height={round} className="label-quiet" />
      <g className="label-ink">
        <Label sheet={alone} nth={0} label={label} note={note} />
      </g>
    </svg>
  );
};
