import { Connection } from '@plomb/contract/lock/connection';
import { bySeverity, connectionSigns, type ShapeId, shapeIds, stateSigns } from '@plomb/contract/lock/signs';
import { DOUBT, FLAG, hatching, OUTLINE, pipDisc, pips, type Stroke, shapes, widened } from '../ui/shapes.ts';
import type { Mode } from '../ui/theme/palette.ts';
import { mapColours } from './mapColours.ts';

/** Drawn at twice the size and shown at half, so that they are sharp on every screen. */
export const PIXEL_RATIO = 2;

/** A sprite is named `kind/shape/connection/mode`, so that it can be drawn when MapLibre first asks for it. */
const kinds = ['lock', 'mini', 'nose'] as const;
type Sprite = { kind: (typeof kinds)[number]; shape: ShapeId; connection: Connection; mode: Mode };

export const parseSpriteId = (id: string): Sprite | null => {
  const [k, s, c, m] = id.split('/');
  const kind = kinds.find((x) => x === k);
  const shape = shapeIds.find((x) => x === s);
  const connection = Connection.options.find((x) => x === c);
  const mode = m === 'light' || m === 'dark' ? m : undefined;
  return kind && shape && connection && mode ? { kind, shape, connection, mode } : null;
};

const markOf = (shape: ShapeId, mode: Mode): string => {
  const status = bySeverity.find((s) => stateSigns[s].shape === (shape === 'held' ? 'sealed' : shape));
  if (status === undefined) throw new Error(`No lock status is drawn as ${shape}.`);
  return stateSigns[status].mark[mode];
};

type Pen = CanvasRenderingContext2D;

const drawLines = (pen: Pen, all: readonly Stroke[], colour: string): void => {
  for (const { d, width } of all) {
    const path = new Path2D(d);
    if (width) {
      pen.strokeStyle = colour;
      pen.lineWidth = width;
      pen.stroke(path);
    } else {
      pen.fillStyle = colour;
      pen.fill(path);
    }
  }
};

const drawHalo = (pen: Pen, paths: string[], colour: string, width: number): void => {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  for (const d of paths) pen.stroke(new Path2D(d));
};

/** The same drawing as `StateSign`, with a halo of paper so that it stands out from the map. */
const drawSign = (pen: Pen, { shape: id, connection, mode }: Sprite): void => {
  const shape = shapes[id];
  const mark = markOf(id, mode);
  const { paper, shade, text2 } = mapColours[mode];
  const { pip } = connectionSigns[connection];
  const offline = pip === 'hatch';
  const solid = shape.filled && !offline;
  const outlines = [shape.body, ...(shape.shackle ? [shape.shackle.d] : [])];
  pen.save();
  pen.shadowColor = shade;
  pen.shadowBlur = 4 * PIXEL_RATIO;
  pen.shadowOffsetY = PIXEL_RATIO;
  drawHalo(pen, outlines, paper, 5.4);
  pen.restore();
  drawHalo(pen, outlines, paper, 5.4);

  const body = new Path2D(shape.body);
  pen.fillStyle = solid ? mark : paper;
  pen.fill(body);
  if (offline) {
    pen.save();
    pen.clip(body);
    pen.globalAlpha = 0.6;
    drawLines(pen, [hatching], mark);
    pen.restore();
  }
  if (shape.shackle) drawLines(pen, [shape.shackle], mark);
  if (!solid) drawLines(pen, [{ d: shape.body, width: offline ? 1.6 : OUTLINE }], mark);
  const inner = offline ? (shape.innerOffline ?? []) : shape.inner;
  if (offline) drawLines(pen, inner.map(widened), paper);
  drawLines(pen, inner, solid ? paper : mark);
  if (pip === 'moon' || pip === 'clock') {
    drawLines(pen, [{ d: pipDisc }], paper);
    drawLines(pen, pips[pip], text2);
  }
};

/** Which way a moving lock goes: points up, turned by the layer. */
const NOSE: Stroke = { d: 'M12 5.5l6.5 13q-6.5-2.6-13 0z' };
const drawNose = (pen: Pen, { shape, mode }: Sprite): void => {
  drawHalo(pen, [NOSE.d], mapColours[mode].paper, 4.5);
  drawLines(pen, [NOSE], markOf(shape, mode));
};

/** Box on the map in pixels, and the width of the 24-box in it. An abnormal lock is drawn larger. */
const sizeOf = ({ kind, shape }: Sprite): { box: number; sign: number } => {
  if (kind === 'mini') return { box: 18, sign: 13 };
  if (kind === 'nose') return { box: 24, sign: 19 };
  const sign = shape === 'abnormal' ? 30 : 25;
  return { box: sign + 12, sign };
};

/** Draws one sprite; null when the browser gives no canvas. */
export const drawSprite = (sprite: Sprite): ImageData | null => {
  const { box, sign } = sizeOf(sprite);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = box * PIXEL_RATIO;
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  pen.lineCap = pen.lineJoin = 'round';
  pen.scale(PIXEL_RATIO, PIXEL_RATIO);
  pen.translate((box - sign) / 2, (box - sign) / 2);
  pen.scale(sign / 24, sign / 24);
  if (sprite.kind === 'nose') drawNose(pen, sprite);
  else drawSign(pen, sprite);
  return pen.getImageData(0, 0, canvas.width, canvas.height);
};

/** Where a lock stood. */
export const drawFlag = (mode: Mode): ImageData | null => {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 16 * PIXEL_RATIO;
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  pen.lineCap = pen.lineJoin = 'round';
  pen.scale(PIXEL_RATIO, PIXEL_RATIO);
  pen.strokeStyle = mapColours[mode].text2;
  pen.lineWidth = 1.6;
  pen.stroke(new Path2D(FLAG));
  return pen.getImageData(0, 0, canvas.width, canvas.height);
};

/** On the shoulder of a lock whose place is old: it may be elsewhere. */
export const drawDoubt = (mode: Mode): ImageData | null => {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 16 * PIXEL_RATIO;
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  pen.scale(PIXEL_RATIO, PIXEL_RATIO);
  const { paper, text2 } = mapColours[mode];
  pen.beginPath();
  pen.arc(8, 8, 7, 0, 2 * Math.PI);
  pen.fillStyle = paper;
  pen.fill();
  pen.strokeStyle = text2;
  pen.lineWidth = 1.3;
  pen.stroke();
  pen.lineCap = pen.lineJoin = 'round';
  drawLines(pen, DOUBT, text2);
  return pen.getImageData(0, 0, canvas.width, canvas.height);
};

/** The rounded paper under a label; its middle stretches with the text. */
export const drawLabelBox = (
  mode: Mode,
): { image: ImageData; stretch: [number, number]; content: [number, number, number, number] } | null => {
  const side = 36 * PIXEL_RATIO;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = side;
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  const c = mapColours[mode];
  const margin = 6 * PIXEL_RATIO;
  pen.shadowColor = c.shade;
  pen.shadowBlur = 4 * PIXEL_RATIO;
  pen.shadowOffsetY = PIXEL_RATIO;
  pen.fillStyle = c.paper;
  pen.beginPath();
  pen.roundRect(margin, margin, side - 2 * margin, side - 2 * margin, 5 * PIXEL_RATIO);
  pen.fill();
  pen.shadowColor = 'transparent';
  pen.strokeStyle = c.line;
  pen.lineWidth = PIXEL_RATIO / 2;
  pen.stroke();
  const inside: [number, number] = [margin + 5 * PIXEL_RATIO, side - margin - 5 * PIXEL_RATIO];
  return {
    image: pen.getImageData(0, 0, side, side),
    stretch: inside,
    content: [
      margin + 6 * PIXEL_RATIO,
      margin + 3 * PIXEL_RATIO,
      side - margin - 6 * PIXEL_RATIO,
      side - margin - 3 * PIXEL_RATIO,
    ],
  };
};

/** How many of each severity a disc stands for, the worst first: named `bar/1-3-0-20-0/light`. Null: no such name, or no canvas. */
export const drawBar = (id: string): ImageData | null => {
  const [kind, widths, mode] = id.split('/');
  if (kind !== 'bar' || !widths || (mode !== 'light' && mode !== 'dark')) return null;
  const pixels = widths.split('-').map(Number);
  const canvas = document.createElement('canvas');
  canvas.width = pixels.reduce((sum, n) => sum + n, 0) * PIXEL_RATIO;
  canvas.height = 4 * PIXEL_RATIO;
  const pen = canvas.getContext('2d');
  if (!pen || !(canvas.width > 0)) return null;
  let from = 0;
  bySeverity.forEach((status, at) => {
    const width = (pixels[at] ?? 0) * PIXEL_RATIO;
    pen.fillStyle = stateSigns[status].mark[mode];
    pen.fillRect(from, 0, width, canvas.height);
    from += width;
  });
  return pen.getImageData(0, 0, canvas.width, canvas.height);
};
