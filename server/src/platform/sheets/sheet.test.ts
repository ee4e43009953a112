import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import writeXlsx from 'write-excel-file/node';
import { workbookOf, zipOf } from '../../testing/zip.ts';
import type { SheetRow } from './fault.ts';
import { readSheet } from './read.ts';
import { sheetOf } from './sheet.ts';

const read = async (
  bytes: Uint8Array,
  by: typeof sheetOf = (file) => readSheet(Buffer.from(file)),
): Promise<{ encoding: string; delimiter: string; rows: SheetRow[] }> => {
  const all = { encoding: '', delimiter: '', rows: [] as SheetRow[] };
  for await (const { encoding, delimiter, rows } of by(bytes, 'the tests')) {
    Object.assign(all, { encoding, delimiter });
    all.rows.push(...rows);
  }
  return all;
};
const cellsOf = async (bytes: Uint8Array): Promise<string[][]> => (await read(bytes)).rows.map(({ cells }) => cells);
const refusal = (bytes: Uint8Array): Promise<string> =>
  read(bytes).then(
    () => 'taken',
    (error: Error) => error.message,
  );
/** 锁号,名称 / 860319043401,备用锁 as old spreadsheets in China write it */
const gbk = Buffer.from('cbf8bac52cc3fbb3c60d0a3836303331393034333430312cb1b8d3c3cbf80d0a', 'hex');

describe('a text', () => {
  it('is read in the encoding it makes sense in', async () => {
    const rows = [
      ['锁号', '名称'],
      ['860319043401', '备用锁'],
    ];
    expect(await read(gbk)).toMatchObject({ encoding: 'gb18030', delimiter: ',' });
    expect(await cellsOf(gbk)).toEqual(rows);
    expect(await read(Buffer.from('\uFEFF锁号;名称\r\n860319043401;备用锁'))).toMatchObject({
      encoding: 'utf-8',
      delimiter: ';',
      rows: [{ cells: rows[0] }, { row: 2, cells: rows[1] }],
    });
    const wide = Buffer.from('\uFEFF锁号\t名称\n860319043401\t备用锁\n', 'utf16le');
    expect(await read(wide)).toMatchObject({ encoding: 'utf-16le', delimiter: '\t' });
    expect(await cellsOf(wide)).toEqual(rows);
  });

  it.each([
    ['quotes, and signs within them', '"a,b","say ""hi""",c', [['a,b', 'say "hi"', 'c']]],
    ['lines within a cell', '"a\r\nb",c\r\nd', [['a\r\nb', 'c'], ['d']]],
    ['rows without anything', 'a\n\n , \nb\n', [['a'], ['b']]],
    ['a quote that is never closed', 'a,"b\nc', [['a', 'b\nc']]],
    ['text behind a quote', '"a"b,c', [['ab', 'c']]],
    ['old line ends', 'a\rb', [['a'], ['b']]],
    ['a formula, as the text it is', 'a,"=HYPERLINK(""x"")"', [['a', '=HYPERLINK("x")']]],
  ])('%s', async (_, text, rows) => expect(await cellsOf(Buffer.from(text))).toEqual(rows));

  it('says in which row of the file each stands', async () => {
    expect((await read(Buffer.from('a\n\nb'))).rows.map(({ row }) => row)).toEqual([1, 3]);
  });

  it.each([
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]), 'sheetKind'],
    ['no encoding there is', Buffer.from([0x61, 0xff, 0xff, 0x2c, 0x80]), 'sheetEncoding'],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), 'sheetOld'],
    ['too many rows', Buffer.from('a\n'.repeat(100_002)), 'sheetRows'],
    ['rows without anything, too many of them', Buffer.from('\n'.repeat(1_048_576)), 'sheetRows'],
    ['too many columns', Buffer.from(`${'a,'.repeat(10_000)}\n`), 'sheetColumns'],
  ])('%s is refused', async (_, bytes, why) => expect(await refusal(bytes)).toBe(why));

  it('costs no more than what is kept of it, however long its cells are', async () => {
    const rows = await cellsOf(Buffer.from(`a,"${'x'.repeat(15_000_000)}`));
    expect(rows).toEqual([['a', 'x'.repeat(500)]]);
  });
});

describe('a workbook', () => {
  it('is read as it is written', async () => {
    const bytes = await writeXlsx([
      [{ value: '锁号' }, { value: '数量' }],
      [
        { value: '860319043401', type: String },
        { value: 860319043402, type: Number },
      ],
    ]).toBuffer();
    expect(await read(bytes)).toMatchObject({ encoding: 'xlsx', rows: [{ row: 1 }, { row: 2 }] });
    expect(await cellsOf(bytes)).toEqual([
      ['锁号', '数量'],
      ['860319043401', '860319043402'],
    ]);
  });

  it.each([
    ['cells out of their order', '<row r="3"><c r="C3"><v>3</v></c><c r="A3"><v>1</v></c></row>', [['1', '', '3']]],
    [
      'cells that say no place',
      '<row><c t="str"><v>a</v></c><c t="inlineStr"><is><t>b</t></is></c></row>',
      [['a', 'b']],
    ],
    [
      'a formula, not what it came to',
      '<row><c t="str"><f>HYPERLINK("x")</f><v>y</v></c></row>',
      [['=HYPERLINK("x")']],
    ],
    [
      'a whole number in parts',
      '<row><c><v>8.60319043401E11</v></c><c><v>1.5E-3</v></c></row>',
      [['860319043401', '1.5E-3']],
    ],
    ['names with a prefix', '<x:row><x:c t="str"><x:v>a</x:v></x:c></x:row>', [['a']]],
    ['rows without anything', '<row r="1"/><row r="2"><c><v>1</v></c></row>', [['1']]],
  ])('%s', async (_, rows, cells) => expect(await cellsOf(workbookOf(`<sheet>${rows}</sheet>`))).toEqual(cells));

  it('counts rows as a spreadsheet does, whatever a file says', async () => {
    const said = ['5', '5', '3', 'x', '99999999', '9'].map((r) => `<row r="${r}"><c><v>1</v></c></row>`);
    const { rows } = await read(workbookOf(`<sheet>${said.join('')}</sheet>`));
    expect(rows.map(({ row }) => row)).toEqual([5, 6, 7, 8, 9, 10]);
  });

  it('has texts that cells share, without what only says how they are pronounced', async () => {
    const shared = {
      name: 'xl/sharedStrings.xml',
      bytes: Buffer.from('<sst><si><t>a</t></si><si><r><t>锁</t></r><r><t>号</t></r><rPh><t>suo</t></rPh></si></sst>'),
    };
    expect(await cellsOf(workbookOf('<sheet><row><c t="s"><v>1</v></c></row></sheet>', shared))).toEqual([['锁号']]);
  });

  const rows = (n: number, row: string): string => `<sheet>${row.repeat(n)}</sheet>`;
  it.each([
    ['a bomb that says what it is', workbookOf(Buffer.alloc(300_000_000, 32)), 'sheetInflated'],
    ['a bomb that is modest', workbookOf(Buffer.alloc(100_000_000, 32)), 'sheetInflated'],
    [
      'a bomb that lies about its size',
      zipOf([{ name: 'xl/workbook.xml', bytes: Buffer.alloc(300_000_000, 32), claims: 1000 }]),
      'sheetBroken',
    ],
    ['1,048,576 empty rows', workbookOf(rows(1_048_576, '<row/>')), 'sheetInflated'],
    [
      'too many rows, each another',
      workbookOf(
        `<sheet>${Array.from({ length: 100_002 }, (_, n) => `<row r="${n * 7}" s="${(n * 7919) % 10_007}"/>`).join('')}</sheet>`,
      ),
      'sheetRows',
    ],
    ['a cell far to the right', workbookOf('<sheet><row><c r="ALL1"><v>1</v></c></row></sheet>'), 'sheetColumns'],
    [
      'laughs by the billion',
      workbookOf('<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><sheet><row><c><v>&b;</v></c></row></sheet>'),
      'sheetBroken',
    ],
    [
      'a file of somebody else by reference',
      workbookOf('<!DOCTYPE l [<!ENTITY a SYSTEM "file:///etc/passwd">]><sheet><row><c><v>&a;</v></c></row></sheet>'),
      'sheetBroken',
    ],
    ['tags without end', workbookOf('<a>'.repeat(100_000)), 'sheetBroken'],
    ['an entry that climbs', zipOf([{ name: '../../etc/x', bytes: Buffer.from('x') }]), 'sheetBroken'],
    ['an archive of something else', zipOf([{ name: 'a.txt', bytes: Buffer.from('x') }]), 'sheetBroken'],
    ['half of a file', workbookOf(rows(1000, '<row><c><v>1</v></c></row>')).subarray(0, 300), 'sheetBroken'],
    ['nothing but its first bytes', Buffer.from('PK\u0003\u0004'), 'sheetBroken'],
  ])('%s is refused', async (_, bytes, why) => expect(await refusal(bytes)).toBe(why));
});

describe('a thread of its own', () => {
  it('hands on what it reads, part after part', async () => {
    const text = Array.from({ length: 50_000 }, (_, n) => `${n},lock ${n}`).join('\n');
    const { rows } = await read(Buffer.from(text), sheetOf);
    expect(rows).toHaveLength(50_000);
    expect(rows.at(-1)).toEqual({ row: 50_000, cells: ['49999', 'lock 49999'] });
  });

  it('says why it reads no further, and ends with whoever wants no more', async () => {
    const fault = read(Buffer.from('a\n'.repeat(100_002)), sheetOf);
    await expect(fault).rejects.toMatchObject({ code: 'sheetRows', values: { limit: 100_000 } });
    for await (const { rows } of sheetOf(Buffer.from('a\n'.repeat(90_000)), 'the tests')) {
      expect(rows[0]?.cells).toEqual(['a']);
      break;
    }
    expect(await read(Buffer.from('a'), sheetOf)).toMatchObject({ rows: [{ cells: ['a'] }] });
  });
});
