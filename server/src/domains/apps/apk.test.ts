import { expect, it, test } from 'vitest';
import { workbookOf, zipOf } from '../../testing/zip.ts';
import { isApk } from './apk.ts';

const file = (name: string) => ({ name, bytes: Buffer.from(name) });
const apk = zipOf([file('AndroidManifest.xml'), file('classes.dex'), file('res/a.png')]);
const judged = (bytes: Buffer, size = 7): Promise<boolean> =>
  isApk(async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }, bytes.length);

it('takes an Android package, however its bytes come', async () => {
  expect(await judged(apk)).toBe(true);
  expect(await judged(apk, 65_536)).toBe(true);
  const commented = Buffer.concat([apk, Buffer.from('hello')]);
  commented.writeUInt16LE(5, apk.length - 2);
  expect(await judged(commented)).toBe(true);
});

test.each<[string, Buffer]>([
  ['nothing', Buffer.alloc(0)],
  ['a page', Buffer.from('<html><script>alert(1)</script></html>')],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['a workbook', workbookOf('<worksheet/>')],
  ['an archive without code', zipOf([file('AndroidManifest.xml')])],
  ['an archive without a manifest', zipOf([file('classes.dex')])],
  ['a manifest in a folder', zipOf([file('x/AndroidManifest.xml'), file('x/classes.dex')])],
  ['one that is cut short', apk.subarray(0, apk.length - 1)],
  ['one with something behind it', Buffer.concat([apk, Buffer.from('<html>')])],
  ['one with a page before it', Buffer.concat([Buffer.from('<html>'), apk])],
  ['one archive before another', Buffer.concat([zipOf([file('a')]), apk])],
  ['one that has a name twice', zipOf([file('AndroidManifest.xml'), file('classes.dex'), file('classes.dex')])],
])('refuses %s', async (_, bytes) => expect(await judged(bytes)).toBe(false));
