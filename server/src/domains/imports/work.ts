import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ImportField, ImportType } from '@plomb/contract/imports/importFields';
import { checked, type Storage } from '../../platform/files/storage/storage.ts';
import type { InScope, Job, JobWork, Part } from '../../platform/jobs/jobs.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { SheetRow } from '../../platform/sheets/fault.ts';
import { sheetOf } from '../../platform/sheets/sheet.ts';
import type { PlannedRow } from './block.ts';
import type { Plan } from './cells.ts';
import { importKinds, mayBring } from './kinds.ts';

/** Rows of one transaction. */
export const BLOCK = 500;
/** Rows of a file whose devices are shown as they come: what is shown is kept for a while, row by row, by each process. */
const MOST_SHOWN = 5000;

interface Deps {
  storage: Storage;
  /** these devices came, and may connect */
  came(devices: readonly number[]): void;
  /** for whoever shows devices; null: so many came that they are better fetched anew */
  shown(devices: readonly number[] | null): void;
}

interface Found extends Plan {
  import_type: ImportType;
  sha256: string;
  mapping: (ImportField | null)[];
}

const bytesOf = async (storage: Storage, sha256: string): Promise<Buffer> => {
  const source: Readable | null = await storage.get(sha256).catch(() => null);
  if (!source) throw new Refusal('fileAway');
  const parts: Buffer[] = [];
  await pipeline(source, checked(sha256), async (read: AsyncIterable<Buffer>) => {
    for await (const part of read) parts.push(part);
  });
  return Buffer.concat(parts);
};

/** The rows of a file without its headings, each with the row in which what it is about stood before. */
async function* rowsOf(
  bytes: Buffer,
  keyOf: (cells: readonly string[]) => string | null,
  whose: string,
): AsyncGenerator<PlannedRow> {
  const firsts = new Map<string, number>();
  let isHeading = true;
  const planned = (row: SheetRow): PlannedRow => {
    const key = keyOf(row.cells);
    if (key === null) return { ...row, first: null };
    const first = firsts.get(key) ?? null;
    if (first === null) firsts.set(key, row.row);
    return { ...row, first };
  };
  for await (const part of sheetOf(bytes, whose))
    for (const row of part.rows) {
      if (!isHeading) yield planned(row);
      isHeading = false;
    }
}

/** Both jobs of an import read the file from its beginning: what is done already is passed by, for its numbers count. */
const work = ({ storage, came, shown }: Deps, writes: boolean): JobWork => ({
  permit: 'import:add',
  async *parts(job: Job, inScope: InScope): AsyncGenerator<Part> {
    const { plan, keyOf } = await inScope(async (client) => {
      const { rows } = await client.query<Found>(
        `select i.import_type, i.mapping, o.id as org_id, i.device_type_id, i.manufacturer_id, f.sha256
           from import i join file f on f.id = i.file
             left join organisation o on o.id = i.goal_org_id and o.status = 1
          where i.id = $1`,
        [job.subject_id],
      );
      if (!rows[0]) throw new Refusal('notFound');
      return { plan: rows[0], keyOf: await importKinds[rows[0].import_type].keys(client, rows[0]) };
    });
    const type = plan.import_type;
    const bytes = await bytesOf(storage, plan.sha256);
    const isMany = job.total > MOST_SHOWN;
    const partOf = (rows: PlannedRow[]): Part => ({
      units: rows.length,
      async run(client, operator) {
        if (!mayBring(operator, type)) throw new Refusal('jobPerson');
        const ids = await importKinds[type].block(client, { importId: job.subject_id, plan, rows, writes });
        if (ids.length === 0 || type !== 'device') return;
        return () => {
          came(ids);
          if (!isMany) shown(ids);
        };
      },
    });
    let passed = job.done;
    let block: PlannedRow[] = [];
    try {
      for await (const row of rowsOf(bytes, keyOf, `job ${job.id}`)) {
        if (passed > 0) passed--;
        else block.push(row);
        if (block.length < BLOCK) continue;
        yield partOf(block);
        block = [];
      }
      if (block.length > 0) yield partOf(block);
    } finally {
      // also when it is ended half way
      if (writes && isMany && type === 'device') shown(null);
    }
  },
});

export const importWorks = (deps: Deps) => ({ import_check: work(deps, false), import_run: work(deps, true) });
