import { crc32, deflateRawSync } from 'node:zlib';

interface Packed {
  name: string;
  bytes: Uint8Array;
  /** what the archive says it unpacks to; the truth where nothing is said */
  claims?: number;
}

/** An archive as a program would write it, or as nobody would. */
export const zipOf = (files: readonly Packed[]): Buffer => {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, bytes, claims = bytes.length } of files) {
    const packed = deflateRawSync(bytes);
    const file = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4); // deflated
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(claims, 18);
    common.writeUInt16LE(file.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, file, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), common, rest, file]));
    parts.push(local);
    at += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 0, 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, central, end]);
};

const text = (name: string, xml: string) => ({ name, bytes: Buffer.from(xml) });
const workbook = [
  text(
    'xl/workbook.xml',
    '<workbook xmlns:r="r"><sheets><sheet name="hidden" state="hidden" r:id="rId9"/><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>',
  ),
  text(
    'xl/_rels/workbook.xml.rels',
    '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
  ),
];

/** A workbook of one sheet, whose XML is given. */
export const workbookOf = (sheet: string | Uint8Array, ...more: readonly Packed[]): Buffer =>
  zipOf([
    ...workbook,
    { name: 'xl/worksheets/sheet1.xml', bytes: typeof sheet === 'string' ? Buffer.from(sheet) : sheet },
    ...more,
  ]);
