import { Readable } from 'node:stream';
import { Upload } from '@plomb/contract/files/images';
import type { Lang } from '@plomb/contract/kit/text';
import { evidencePacks } from '@plomb/contract/logistics/packs';
import type { Pool } from 'pg';
import { bytesOf, type Files, useFile as fileIsUsed } from '../../../platform/files/files.ts';
import { spool } from '../../../platform/files/spool.ts';
import type { Storage } from '../../../platform/files/storage/storage.ts';
import type { InScope, Job, JobWork, Part } from '../../../platform/jobs/jobs.ts';
import { pdfOf } from '../../../platform/pdf/pdf.ts';
import { kyselyOn } from '../../../platform/postgres/kysely.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Tables } from '../../../platform/serve.ts';
import type { JourneyDeps } from '../journey.routes.ts';
import { gather } from './facts.ts';
import { dataFiles } from './files.ts';
import { type Made, reportOf } from './report.ts';
import { person } from './saying.ts';
import { packWords } from './words.ts';
import { manifestOf, type PackFile, zipOf } from './zip.ts';

export const PACK_JOB = 'evidence_pack';
/** What a pack goes through: its facts are read, its photos found, its report laid out, all of it packed. */
export const PACK_UNITS = 4;
const MOST_BYTES = 300e6;
const MOST_MS = 300_000;
/** Small pictures in the report; the others stand in it by their names and sums. */
const SHOWN = 60;

interface Asked {
  id: number;
  batch_id: number;
  operator_id: number;
  oper_name: string;
  lang: Lang;
  time_zone: string;
}
interface Deps extends JourneyDeps {
  platform: Pool;
  storage: Storage;
  files: Files;
}

const extension = (type: string): string => (type === 'image/png' ? 'png' : 'jpg');

const make = async function* (deps: Deps, job: Job, inScope: InScope): AsyncGenerator<Part> {
  const { platform, storage, files } = deps;
  const unit = { units: 1, run: async () => undefined };
  const asked = await inScope(async (client) => {
    const { rows } = await client.query<Asked>(
      'select id, batch_id, operator_id, oper_name, lang, time_zone from evidence_pack where job_id = $1 and made_time is null',
      [job.id],
    );
    if (!rows[0]) throw new Refusal('notFound');
    return rows[0];
  });
  const { operator, facts } = await inScope(
    async (client, who) => ({
      operator: who,
      facts: await gather(asked.batch_id, { client, operator: who, db: kyselyOn<Tables>(client) }, deps),
    }),
    { snapshot: true },
  );
  // begun anew it counts no further than it was: what is read is read again
  let counted = job.done;
  const reached = (stage: number): Part[] => {
    const isNew = stage > counted;
    counted = Math.max(counted, stage);
    return isNew ? [unit] : [];
  };
  yield* reached(1);

  const missing = new Set<string>();
  const thumbs = new Map<string, Uint8Array>();
  // that a photo is in sight was asked where its row was read; of what an older release kept the storage knows nothing yet
  const kept = async (sha256: string): Promise<Buffer | null> => {
    const { rows } = await platform.query<{ inline: Buffer | null }>(
      'select inline from file_content where sha256 = $1',
      [sha256],
    );
    return rows[0]?.inline ?? null;
  };
  const open = async (sha256: string): Promise<Readable> => {
    const inline = await kept(sha256);
    const found = inline ? Readable.from([inline]) : await storage.get(sha256).catch(() => null);
    if (!found) throw new Refusal('fileAway');
    return found;
  };
  const isThere = async (sha256: string): Promise<boolean> =>
    (await storage.stat(sha256)) !== null || (await kept(sha256)) !== null;
  for (const [nth, { id, sha256, thumb_sha256 }] of facts.photos.entries()) {
    if (sha256 === null || !(await isThere(sha256))) missing.add(id);
    else if (nth < SHOWN) {
      const small = thumb_sha256 !== null && (await isThere(thumb_sha256)) ? thumb_sha256 : sha256;
      thumbs.set(id, await bytesOf((await open(small)) as AsyncIterable<Uint8Array>));
    }
  }
  yield* reached(2);

  const { oper_name, operator_id } = asked;
  const say = { lang: asked.lang, zone: asked.time_zone, logins: facts.logins, clocks: facts.clocks };
  const logins = new Map([[operator_id, operator.loginName]]);
  const made: Made = {
    ...{ by: `${person(oper_name, operator_id, { logins })} · ${operator.orgName}`, org: operator.orgName },
    at: new Date().toISOString(),
    who: {
      ...{ made_by: oper_name, made_by_login: operator.loginName },
      ...{ made_by_id: operator_id, made_by_org: operator.orgName },
    },
  };
  const data: PackFile[] = dataFiles(facts, say, made).map(({ name, text }) => ({ name, bytes: Buffer.from(text) }));
  const first = manifestOf(data, {}).files.find(({ name }) => name === 'SHA256SUMS') as { bytes: Uint8Array };
  const sums = Buffer.from(first.bytes)
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => [line.slice(66), line.slice(0, 64)] as const);
  const pdf = await pdfOf(reportOf(facts, say, made, { thumbs, missing, sums }));
  yield* reached(3);

  const all: PackFile[] = [
    { name: `${asked.lang === 'zh' ? '报告' : 'report'}.pdf`, bytes: pdf },
    { name: 'CHECK.txt', bytes: Buffer.from(packWords[asked.lang].check_txt) },
    ...data,
    ...facts.photos
      .filter(({ id }) => !missing.has(id))
      .map(
        (photo): PackFile => ({
          ...{ name: `photos/${photo.name}.${extension(photo.type)}`, sha256: photo.sha256!, size: photo.bytes },
          open: () => open(photo.sha256!),
        }),
      ),
  ];
  const manifest = manifestOf(all, {
    form: 1,
    ...{
      batch: facts.batch.serial,
      verdict: facts.journey.verdict,
      made_time: made.at,
      ...made.who,
      as_of: facts.as_of,
    },
    ...{ time_zone: asked.time_zone, left_out: facts.left_out, cut: facts.cut, photos_missing: missing.size },
    ...{ gone: facts.gone, frames_missing: facts.frames_missing },
  });
  const { handle, bytes } = await spool(zipOf(manifest.files, new Date(made.at)), {
    ...{ bytes: MOST_BYTES, deadline: Date.now() + MOST_MS, signal: new AbortController().signal },
  });
  try {
    const parts = () => handle.createReadStream({ start: 0, autoClose: false }) as AsyncIterable<Uint8Array>;
    const laid = await files.layKnown(new Upload(bytes, parts as never), 'application/zip', 'evidence', operator);
    yield {
      units: Math.max(0, PACK_UNITS - counted),
      async run(client, who) {
        const file = await files.add({ client, operator: who }, 'evidence', laid);
        await fileIsUsed(client, file, `job ${job.id}`);
        await client.query('update job set file = $2 where id = $1', [job.id, file]);
        await client.query(
          `update evidence_pack set made_time = $2, as_of = $3, verdict = $4, files = $5, bytes = $6, manifest_sha256 = $7, left_out = $8, cut = $9
           where id = $1`,
          [
            ...[asked.id, made.at, facts.as_of, facts.journey.verdict, manifest.files.length, bytes, manifest.sha256],
            ...[facts.left_out, facts.cut],
          ],
        );
        return undefined;
      },
    };
  } finally {
    await handle.close();
  }
};

export const packWorks = (deps: Deps): Record<string, JobWork> => ({
  [PACK_JOB]: { permit: evidencePacks.make.permit, parts: (job, inScope) => make(deps, job, inScope) },
});

/** What was asked for and never made goes with its job. */
export const dropUnmade = async (platform: Pool): Promise<void> => {
  await platform.query('delete from evidence_pack where made_time is null and job_id is null');
};
