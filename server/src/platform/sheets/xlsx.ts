import { SaxesParser, type SaxesTagPlain } from 'saxes';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { type Rows, SheetFault, type SheetRow } from './fault.ts';

/** of all parts that are read, unpacked: 100,000 rows of ten cells are a third */
const MOST_BYTES = 160_000_000;
/** what packs better than this, and is not small, holds nothing a person wrote */
const MOST_RATIO = 200;
const SMALL = 4_000_000;
const MOST_ENTRIES = 2000;
const MOST_DEPTH = 32;
/** between two tags: a cell of a spreadsheet has 32,767 */
const MOST_QUIET = 300_000;
/** of a spreadsheet */
const LAST_ROW = 1_048_576;
/** texts that cells share, each cut as cells are */
const MOST_SHARED = 2_000_000;
/** as long as a cell is kept, see `openRows`, and what escapes need */
const KEPT = 600;

interface Handlers {
  open?(name: string, attributes: Record<string, string>): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Without its namespace: some programs write `x:row`. */
const plain = (name: string): string => name.slice(name.indexOf(':') + 1);

/** One part of the file, read as it is unpacked; `after` each piece. XML with a document type is none of a spreadsheet. */
async function* read(zip: ZipFile, entry: Entry | undefined, budget: { bytes: number }, on: Handlers) {
  if (!entry || entry.isEncrypted()) throw new SheetFault('sheetBroken');
  const { uncompressedSize, compressedSize } = entry;
  // as the directory says; what comes is held to it
  const packs = uncompressedSize / Math.max(1, compressedSize);
  if (uncompressedSize > budget.bytes || (uncompressedSize > SMALL && packs > MOST_RATIO))
    throw new SheetFault('sheetInflated');
  budget.bytes -= uncompressedSize;

  const parser = new SaxesParser({ xmlns: false, position: false });
  let depth = 0;
  let quiet = 0;
  parser.on('doctype', () => {
    throw new SheetFault('sheetBroken');
  });
  parser.on('error', () => {
    throw new SheetFault('sheetBroken');
  });
  parser.on('opentag', (tag: SaxesTagPlain) => {
    quiet = 0;
    if (++depth > MOST_DEPTH) throw new SheetFault('sheetBroken');
    on.open?.(plain(tag.name), tag.attributes);
  });
  parser.on('closetag', (tag: SaxesTagPlain) => {
    quiet = 0;
    depth--;
    on.close?.(plain(tag.name));
  });
  if (on.text) parser.on('text', (text) => on.text?.(text));
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const piece of await zip.openReadStreamPromise(entry)) {
    quiet += (piece as Buffer).length;
    if (quiet > MOST_QUIET) throw new SheetFault('sheetInflated');
    parser.write(decoder.decode(piece as Buffer, { stream: true }));
    yield;
  }
  parser.close();
}

const whole = async (reading: AsyncIterable<unknown>): Promise<void> => {
  for await (const _ of reading);
};

const directory = async (zip: ZipFile): Promise<Map<string, Entry>> => {
  if (zip.entryCount > MOST_ENTRIES) throw new SheetFault('sheetBroken');
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  return entries;
};

const columnIn = (reference: string): number => {
  let column = 0;
  for (const sign of reference) {
    const digit = sign.charCodeAt(0) - 64;
    if (digit < 1 || digit > 26) break;
    column = column * 26 + digit;
  }
  return column - 1;
};

/** A whole number as it was typed, also where the file has it as 8.60319043401E11. */
const numeral = (text: string): string =>
  /e/i.test(text) && Number.isSafeInteger(Number(text)) ? String(Number(text)) : text;

/** The first sheet that is shown. Formulas are what they are, not what they come to: nothing is computed or looked up. */
export async function* xlsxRows(bytes: Buffer, rows: Rows): AsyncGenerator<SheetRow[]> {
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true });
  const entries = await directory(zip);
  const budget = { bytes: MOST_BYTES };

  let sheetId = '';
  await whole(
    read(zip, entries.get('xl/workbook.xml'), budget, {
      open(name, { state = 'visible', ...attributes }) {
        if (name !== 'sheet' || sheetId !== '' || state !== 'visible') return;
        sheetId = Object.entries(attributes).find(([key]) => key !== 'id' && plain(key) === 'id')?.[1] ?? '';
      },
    }),
  );
  let target = '';
  await whole(
    read(zip, entries.get('xl/_rels/workbook.xml.rels'), budget, {
      open(name, attributes) {
        if (name === 'Relationship' && attributes.Id === sheetId) target = attributes.Target ?? '';
      },
    }),
  );
  const shared: string[] = [];
  const texts = entries.get('xl/sharedStrings.xml');
  if (texts) {
    let text = '';
    let isText = false;
    let isPhonetic = false;
    await whole(
      read(zip, texts, budget, {
        open(name) {
          if (name === 'si') text = '';
          else if (name === 'rPh') isPhonetic = true;
          isText = name === 't' && !isPhonetic;
        },
        text(part) {
          if (isText && text.length < KEPT) text += part.slice(0, KEPT);
        },
        close(name) {
          isText = false;
          if (name === 'rPh') isPhonetic = false;
          if (name !== 'si') return;
          if (shared.push(text) > MOST_SHARED) throw new SheetFault('sheetInflated');
        },
      }),
    );
  }

  let row = 0;
  let cells: string[] = [];
  let column = 0;
  let type = '';
  let value = '';
  let formula: string | null = null;
  let within = '';
  const textOf = (): string => {
    if (formula !== null) return `=${formula}`;
    if (type === 's') return shared[Number(value)] ?? '';
    if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
    return type === '' || type === 'n' ? numeral(value) : value;
  };
  const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
  const reading = read(zip, entries.get(path), budget, {
    open(name, attributes) {
      if (name === 'row') {
        rows.begin();
        const said = Number(attributes.r);
        // a row that stands where one stood before, or nowhere, is the next
        row = said > row && said <= LAST_ROW ? said : row + 1;
        cells = [];
        column = -1;
      } else if (name === 'c') {
        column = attributes.r ? columnIn(attributes.r) : column + 1;
        type = attributes.t ?? '';
        value = '';
        formula = null;
      } else if (name === 'f') formula = '';
      within = name;
    },
    text(part) {
      if (within === 'f') {
        if (formula !== null && formula.length < KEPT) formula += part.slice(0, KEPT);
      } else if ((within === 'v' || within === 't') && value.length < KEPT) value += part.slice(0, KEPT);
    },
    close(name) {
      within = '';
      if (name === 'c') {
        const text = textOf();
        // far to the right: one cell more than may be is enough to be refused
        if (text.trim() !== '') cells[Math.min(column, 1000)] = text;
      } else if (name === 'row') rows.put(row, cells);
    },
  });
  for await (const _ of reading) {
    const taken = rows.take();
    if (taken.length > 0) yield taken;
  }
  yield rows.take();
}
