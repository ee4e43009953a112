import { createRequire } from 'node:module';
import { fill } from '@plomb/contract/kit/text';
import PDFDocument from 'pdfkit';
import type { Block, Cell, Document, Point, Tone } from './document.ts';

const { resolve } = createRequire(import.meta.url);
const fontOf = (weight: '400Regular' | '700Bold'): string =>
  resolve(`@expo-google-fonts/noto-sans-sc/${weight}/NotoSansSC_${weight}.ttf`);

const INK = '#1f2937';
const QUIET = '#5b6472';
const LINE = '#d5dae1';
const SURFACE = '#f5f7f9';
const ACCENT = '#096dd9';
const inks: Record<Tone, string> = { good: '#237804', warn: '#8a5a00', bad: '#cf1322', quiet: QUIET };
const fills: Record<Tone, string> = { good: '#f2faec', warn: '#fff8e6', bad: '#fff1f0', quiet: SURFACE };

const MARGIN = 42;
const A4 = { width: 595.28, height: 841.89 };
const WIDTH = A4.width - 2 * MARGIN;
const FOOT = 34;
const BOTTOM = A4.height - MARGIN - FOOT;
const SIZE = 8.5;

/** Signs that are not seen: they join, or turn the direction of what follows. */
const UNSEEN = /[\p{Cc}\p{Cf}]/u;

/** Lays a document out on A4. Bytes depend on nothing but the document. */
export const render = async (of: Document): Promise<Uint8Array> => {
  const pdf = new PDFDocument({
    ...{ size: 'A4', margin: MARGIN, bufferPages: true, autoFirstPage: true, lang: of.lang },
    info: { Title: of.title, Producer: 'Plomb', Creator: 'Plomb', CreationDate: new Date(of.made) },
  });
  pdf.page.margins.bottom = 0;
  pdf.on('pageAdded', () => {
    pdf.page.margins.bottom = 0;
  });
  const chunks: Buffer[] = [];
  const ended = new Promise<void>((done, failed) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', done);
    pdf.on('error', failed);
  });
  pdf.registerFont('plain', fontOf('400Regular'));
  pdf.registerFont('bold', fontOf('700Bold'));
  pdf.font('plain');
  const { font } = (pdf as unknown as { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } })._font;
  /** A sign that no font has, or that only turns others about, is told by its number: nothing is left out without a word. */
  const known = new Map<string, string>();
  const shown = (text: string): string => {
    let out = '';
    for (const sign of text.replaceAll('\t', ' ').normalize('NFC')) {
      let one = known.get(sign);
      if (one === undefined) {
        const code = sign.codePointAt(0)!;
        one =
          sign === '\n' || (font.hasGlyphForCodePoint(code) && !UNSEEN.test(sign))
            ? sign
            : `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
        known.set(sign, one);
      }
      out += one;
    }
    return out;
  };
  let y = MARGIN;
  const style = (size: number, bold = false, colour = INK) =>
    pdf
      .font(bold ? 'bold' : 'plain')
      .fontSize(size)
      .fillColor(colour);
  const heightOf = (text: string, width: number): number => pdf.heightOfString(shown(text) || ' ', { width });
  const write = (text: string, x: number, at: number, width: number, more: PDFKit.Mixins.TextOptions = {}): void => {
    pdf.text(shown(text), x, at, { width, ...more });
  };
  const rule = (at: number, colour = LINE, from = MARGIN, to = MARGIN + WIDTH): void => {
    pdf.moveTo(from, at).lineTo(to, at).lineWidth(0.6).strokeColor(colour).stroke();
  };
  const newPage = (): void => {
    pdf.addPage();
    y = MARGIN;
  };
  const need = (height: number): void => {
    if (y + height > BOTTOM) newPage();
  };

  const head = (): void => {
    style(17, true);
    const long = pdf.widthOfString(shown(of.title));
    style(8, false, QUIET);
    // what stands beside has all the room that the title leaves: a line of it is not broken for one sign
    const room = Math.min(WIDTH * 0.58, Math.max(long, pdf.widthOfString(shown(of.above))) + 2);
    const [from, wide] = [MARGIN + room + 16, WIDTH - room - 16];
    write(of.above, MARGIN, y, room);
    style(17, true);
    const title = heightOf(of.title, room);
    write(of.title, MARGIN, y + 12, room);
    let right = y;
    for (const [nth, line] of of.beside.entries()) {
      style(nth === 0 ? 11 : 8, nth === 0, nth === 0 ? INK : QUIET);
      write(line, from, right, wide, { align: 'right' });
      right += heightOf(line, wide) + 2;
    }
    y = Math.max(y + 12 + title, right) + 8;
    rule(y, INK);
    y += 12;
  };

  type Table = Extract<Block, { kind: 'table' }>;
  const PAD = 4;
  const gridOf = (columns: Table['columns']) => {
    const all = columns.reduce((sum, { width }) => sum + width, 0);
    const widths = columns.map(({ width }) => (width / all) * WIDTH);
    const xs = widths.map((_, nth) => MARGIN + widths.slice(0, nth).reduce((a, b) => a + b, 0));
    style(7.5, true, QUIET);
    const heads = Math.max(...columns.map(({ title }, nth) => heightOf(title, widths[nth]! - 2 * PAD))) + 2 * PAD;
    return { widths, xs, heads };
  };
  const cellsOf = (row: Table['rows'][number]): Cell[] =>
    row.map((cell) => (typeof cell === 'string' ? { text: cell } : cell));
  const rowHeight = (cells: readonly Cell[], widths: readonly number[]): number =>
    2 * PAD +
    Math.max(
      ...cells.map(({ text, bold }, nth) => {
        style(SIZE, bold);
        return heightOf(text, widths[nth]! - 2 * PAD);
      }),
    );
  /** So much of a cell as fits, by whole lines where it has some, and the rest. */
  const parted = ({ text, bold }: Cell, width: number, height: number): [string, string] => {
    style(SIZE, bold);
    if (heightOf(text, width) <= height) return [text, ''];
    let [fits, not] = [0, text.length];
    while (not - fits > 1) {
      const middle = (fits + not) >> 1;
      if (heightOf(text.slice(0, middle), width) <= height) fits = middle;
      else not = middle;
    }
    const line = text.lastIndexOf('\n', fits);
    const at = line > 0 ? line : Math.max(1, fits - Number(/[\uD800-\uDBFF]/.test(text[fits - 1] ?? '')));
    return [text.slice(0, at), text.slice(line > 0 ? at + 1 : at)];
  };
  const LEAST = 60;
  const table = ({ columns, rows, empty }: Table): void => {
    const { widths, xs, heads: headHeight } = gridOf(columns);
    const heads = (): void => {
      pdf.rect(MARGIN, y, WIDTH, headHeight).fill(SURFACE);
      style(7.5, true, QUIET);
      for (const [nth, { title }] of columns.entries()) write(title, xs[nth]! + PAD, y + PAD, widths[nth]! - 2 * PAD);
      y += headHeight;
    };
    const draw = (cells: readonly Cell[], height: number): void => {
      for (const [nth, { text, bold, tone }] of cells.entries()) {
        style(SIZE, bold, tone ? inks[tone] : INK);
        write(text, xs[nth]! + PAD, y + PAD, widths[nth]! - 2 * PAD);
      }
      y += height;
      rule(y);
    };
    if (rows.length === 0) {
      style(SIZE, false, QUIET);
      need(20);
      write(empty, MARGIN, y, WIDTH);
      y += heightOf(empty, WIDTH) + 8;
      return;
    }
    // heads are never alone at the foot of a page
    need(leadOf({ kind: 'table', columns, rows, empty }));
    heads();
    for (const row of rows) {
      let cells = cellsOf(row);
      let height = rowHeight(cells, widths);
      const page = BOTTOM - MARGIN - headHeight;
      // what is taller than a page goes on on the next, and nothing of it is left out
      while (height > page) {
        if (BOTTOM - y < LEAST) {
          newPage();
          heads();
        }
        const parts = cells.map((cell, nth) => parted(cell, widths[nth]! - 2 * PAD, BOTTOM - y - 2 * PAD));
        const shownNow = cells.map((cell, nth) => ({ ...cell, text: parts[nth]![0] }));
        draw(shownNow, rowHeight(shownNow, widths));
        cells = cells.map((cell, nth) => ({ ...cell, text: parts[nth]![1] }));
        height = rowHeight(cells, widths);
        newPage();
        heads();
      }
      if (y + height > BOTTOM) {
        newPage();
        heads();
      }
      draw(cells, height);
    }
    y += 10;
  };

  const facts = (rows: readonly (readonly [string, string])[]): void => {
    const half = WIDTH / 2 - 8;
    const NAME = 74;
    for (let nth = 0; nth < rows.length; nth += 2) {
      const pair = rows.slice(nth, nth + 2);
      style(SIZE);
      const height =
        Math.max(...pair.map(([name, value]) => Math.max(heightOf(name, NAME - 6), heightOf(value, half - NAME)))) + 6;
      need(height);
      for (const [side, [name, value]] of pair.entries()) {
        const x = MARGIN + side * (half + 16);
        style(SIZE, false, QUIET);
        write(name, x, y + 3, NAME - 6);
        style(SIZE);
        write(value, x + NAME, y + 3, half - NAME);
        rule(y + height, LINE, x, x + half);
      }
      y += height;
    }
    y += 10;
  };

  const verdict = ({ tone, label, word, text, scale, note }: Extract<Block, { kind: 'verdict' }>): void => {
    style(9);
    const said = heightOf(text, WIDTH * 0.42) + 20;
    style(7);
    const side = scale.length * 12 + heightOf(note, WIDTH * 0.24) + 16;
    const height = Math.max(56, said, side);
    need(height + 12);
    pdf.save();
    pdf.roundedRect(MARGIN, y, WIDTH, height, 4).clip();
    pdf.rect(MARGIN, y, WIDTH * 0.27, height).fill(fills[tone]);
    pdf.restore();
    pdf.roundedRect(MARGIN, y, WIDTH, height, 4).lineWidth(0.8).stroke(inks[tone]);
    style(8, false, QUIET);
    write(label, MARGIN + 14, y + height / 2 - 20, WIDTH * 0.25);
    style(17, true, inks[tone]);
    write(word, MARGIN + 14, y + height / 2 - 10, WIDTH * 0.25);
    style(9);
    write(text, MARGIN + WIDTH * 0.3, y + (height - said + 20) / 2, WIDTH * 0.42);
    const x = MARGIN + WIDTH * 0.75;
    for (const [nth, { word: one, on }] of scale.entries()) {
      style(8, on, on ? inks[tone] : QUIET);
      write(`${on ? '●' : '○'} ${one}`, x, y + 8 + nth * 12, WIDTH * 0.24);
    }
    style(7, false, QUIET);
    write(note, x, y + 8 + scale.length * 12, WIDTH * 0.24);
    y += height + 12;
  };

  const map = ({ runs, gaps, places, marks, note }: Extract<Block, { kind: 'map' }>): void => {
    const points = [...runs.flat(), ...gaps.flat(), ...places.map(({ at }) => at), ...marks.map(({ at }) => at)];
    if (points.length === 0) return;
    const height = 190;
    need(height + 20);
    const lat = points.map((p) => p[1]);
    const lon = points.map((p) => p[0]);
    const middle = { lon: (Math.min(...lon) + Math.max(...lon)) / 2, lat: (Math.min(...lat) + Math.max(...lat)) / 2 };
    const shrink = Math.cos((middle.lat * Math.PI) / 180);
    const span = (of: number[]): number => Math.max(...of) - Math.min(...of);
    const scale = Math.min(
      (WIDTH - 90) / Math.max(1e-4, span(lon) * shrink),
      (height - 50) / Math.max(1e-4, span(lat)),
    );
    const top = y;
    const place = ([x, at]: Point): [number, number] => [
      MARGIN + WIDTH / 2 + (x - middle.lon) * shrink * scale,
      top + height / 2 - (at - middle.lat) * scale,
    ];
    pdf.save();
    pdf.roundedRect(MARGIN, y, WIDTH, height, 4).lineWidth(0.6).fillAndStroke('#f7f8f6', LINE);
    pdf.roundedRect(MARGIN, y, WIDTH, height, 4).clip();
    for (const run of runs) {
      for (const [nth, point] of run.entries()) {
        const [x, at] = place(point);
        if (nth === 0) pdf.moveTo(x, at);
        else pdf.lineTo(x, at);
      }
      if (run.length > 1) pdf.lineWidth(1.8).lineJoin('round').strokeColor(ACCENT).stroke();
    }
    for (const [from, to] of gaps) {
      pdf
        .moveTo(...place(from))
        .lineTo(...place(to))
        .lineWidth(1.6)
        .dash(2, { space: 3 })
        .strokeColor(inks.warn)
        .stroke();
      pdf.undash();
    }
    // a name that would lie on another stands below it
    const taken: { x: number; y: number; width: number }[] = [];
    const label = (text: string, x: number, at: number, bold: boolean, colour: string): void => {
      style(7, bold, colour);
      const width = Math.min(150, pdf.widthOfString(shown(text)) + 2);
      const left = Math.min(Math.max(x - width / 2, MARGIN + 2), MARGIN + WIDTH - width - 2);
      const isFree = (line: number): boolean =>
        taken.every((one) => Math.abs(one.y - line) > 9 || left > one.x + one.width || left + width < one.x);
      const line = [at - 15, at + 6, at - 25, at + 16, at - 35, at + 26].find(
        (one) => one > top + 2 && one < top + height - 10 && isFree(one),
      );
      if (line === undefined) return;
      taken.push({ x: left, y: line, width });
      write(text, left, line, width + 2, { lineBreak: false });
    };
    for (const { at } of places)
      pdf
        .circle(...place(at), 3.4)
        .lineWidth(1.4)
        .fillAndStroke('#ffffff', ACCENT);
    for (const { at, tone } of marks) pdf.circle(...place(at), 2.2).fill(inks[tone]);
    for (const { at, name } of places) label(name, ...place(at), true, INK);
    for (const { at, name, tone } of marks) label(name, ...place(at), false, inks[tone]);
    pdf.restore();
    y += height + 3;
    style(7, false, QUIET);
    write(note, MARGIN, y, WIDTH);
    y += heightOf(note, WIDTH) + 8;
  };

  const photos = ({ photos: all }: Extract<Block, { kind: 'photos' }>): void => {
    const EACH = 4;
    const GAP = 8;
    const width = (WIDTH - GAP * (EACH - 1)) / EACH;
    const height = width * 0.7;
    for (let nth = 0; nth < all.length; nth += EACH) {
      const row = all.slice(nth, nth + EACH);
      style(7);
      const words = Math.max(...row.map(({ title, note }) => heightOf(title, width) + heightOf(note, width))) + 10;
      need(height + words);
      for (const [at, { bytes, instead, title, note }] of row.entries()) {
        const x = MARGIN + at * (width + GAP);
        pdf.rect(x, y, width, height).fill(SURFACE);
        if (bytes) pdf.image(Buffer.from(bytes), x, y, { fit: [width, height], align: 'center', valign: 'center' });
        else {
          style(7, false, QUIET);
          write(instead, x + 4, y + height / 2 - 8, width - 8, { align: 'center' });
        }
        style(7, true);
        write(title, x, y + height + 3, width);
        const below = heightOf(title, width);
        style(6.5, false, QUIET);
        write(note, x, y + height + 3 + below, width);
      }
      y += height + words;
    }
    y += 6;
  };

  const sums = (rows: readonly (readonly [string, string])[]): void => {
    for (const [name, value] of rows) {
      style(7.5);
      const height = Math.max(heightOf(name, 150), heightOf(value, WIDTH - 160)) + 4;
      need(height);
      style(7.5, false, QUIET);
      write(name, MARGIN, y, 150);
      style(7.5);
      write(value, MARGIN + 160, y, WIDTH - 160);
      y += height;
    }
    y += 8;
  };

  /** What of a block has to stand below its heading. */
  const leadOf = (block: Block | undefined): number => {
    switch (block?.kind) {
      case 'table': {
        const [first] = block.rows;
        if (!first) return 20;
        const { widths, heads } = gridOf(block.columns);
        return heads + Math.min(rowHeight(cellsOf(first), widths), (BOTTOM - MARGIN) / 3);
      }
      case 'text':
        style(SIZE);
        return Math.min(heightOf(block.text, WIDTH), 200);
      case 'photos':
        return 150;
      case undefined:
        return 0;
      default:
        return 30;
    }
  };

  head();
  for (const [nth, block] of of.blocks.entries())
    switch (block.kind) {
      case 'heading':
        // never alone at the foot of a page
        style(7.5);
        need(28 + (block.note ? heightOf(block.note, WIDTH) : 0) + leadOf(of.blocks[nth + 1]));
        style(11, true);
        write(block.text, MARGIN, y, WIDTH);
        y += heightOf(block.text, WIDTH) + 1;
        if (block.note) {
          style(7.5, false, QUIET);
          write(block.note, MARGIN, y, WIDTH);
          y += heightOf(block.note, WIDTH) + 2;
        }
        y += 4;
        break;
      case 'text': {
        style(SIZE, false, block.tone ? inks[block.tone] : INK);
        const height = heightOf(block.text, WIDTH);
        need(height);
        style(SIZE, false, block.tone ? inks[block.tone] : INK);
        write(block.text, MARGIN, y, WIDTH);
        y += height + 8;
        break;
      }
      case 'facts':
        facts(block.rows);
        break;
      case 'verdict':
        verdict(block);
        break;
      case 'table':
        table(block);
        break;
      case 'map':
        map(block);
        break;
      case 'photos':
        photos(block);
        break;
      case 'sums':
        sums(block.rows);
        break;
    }
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(page);
    rule(A4.height - MARGIN - 14);
    style(7, false, QUIET);
    write(of.foot, MARGIN, A4.height - MARGIN - 9, WIDTH * 0.84);
    write(
      fill(of.pageWords, { page: page + 1, pages: count }),
      MARGIN + WIDTH * 0.86,
      A4.height - MARGIN - 9,
      WIDTH * 0.14,
      {
        align: 'right',
      },
    );
  }
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
};
