import { readFileSync } from 'node:fs';
import { sheetLimits } from '@plomb/contract/files/sheets';
import { deviceFields } from '@plomb/contract/imports/importFields';
import { type ImportDetail, imports } from '@plomb/contract/imports/imports';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { workbookOf } from '@plomb/server/testing/zip';
import { password } from './generate.ts';
import { memoryOf, show } from './machine.ts';
import type { Options } from './options.ts';
import { connected, openDatabase, withProduct } from './stage.ts';

const ROWS = sheetLimits.rows;
const first = 860_300_000_000;

const cell = (text: string | number): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
/** A workbook of 100,000 devices in ten columns. */
const workbook = (): Buffer => {
  const row = (n: number): string =>
    [first + n, `spare lock ${n}`, 'bench', '', '', `lorry ${n % 5000}`, n, `8986${n}`, `m${n}`, `depot ${n % 40}`]
      .map(cell)
      .join('');
  const rows = Array.from({ length: ROWS }, (_, n) => `<row r="${n + 2}">${row(n)}</row>`);
  return workbookOf(`<sheet><row r="1">${deviceFields.map(cell).join('')}</row>${rows.join('')}</sheet>`);
};

/** The most memory a process has had since it was asked last. */
const peakOf = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
const mb = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

/** A file of 100,000 devices in one go: read, tried, written, and written again. */
export const measureImports = async (_: Options): Promise<void> => {
  const database = await openDatabase();
  try {
    await withProduct(database.url, async (product) => {
      await connected(database.url, (db) =>
        db.query("insert into device_type (device_type, device_type_name, family) values ('bench', 'bench', 'hhd')"),
      );
      const client = await FetchClient.open(product.url);
      await client.login('admin', password);
      const file = workbook();
      const before = memoryOf(product.pid);
      const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
        const since = performance.now();
        const done = await work();
        show(what, `${((performance.now() - since) / 1000).toFixed(1)} s`);
        return done;
      };
      const until = async (id: number, state: ImportDetail['state']): Promise<ImportDetail> => {
        for (;;) {
          const one = await client.ok(imports.detail, { id });
          if (one.state === state) return one;
          if (one.state === 'failed') throw new Error(one.failure);
          await new Promise((next) => setTimeout(next, 200));
        }
      };
      const { id } = await timed(`a workbook of ${ROWS.toLocaleString('en')} rows (${mb(file.length)}) is read`, () =>
        client.upload(imports.upload, { import_type: 'device', name: 'bench.xlsx' }, new Uint8Array(file)),
      );
      const { columns, org_id } = await client.ok(imports.detail, { id });
      const said = { id, mapping: columns.map(({ field }) => field), org_id: org_id!, device_type_id: null };
      await timed('it is tried without writing', async () => {
        await client.ok(imports.check, { ...said, manufacturer_id: null });
        await until(id, 'checked');
      });
      const written = await timed('it is written', async () => {
        await client.ok(imports.run, { id });
        return until(id, 'done');
      });
      show('devices that came', written.added.toLocaleString('en'));
      show('memory of the product before, and at most', `${mb(before)}, ${mb(peakOf(product.pid))}`);
    });
  } finally {
    await database.drop();
  }
};
