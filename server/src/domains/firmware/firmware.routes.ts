import type { Upload } from '@plomb/contract/files/images';
import { firmware, firmwareFileBytes } from '@plomb/contract/firmware/firmware';
import { type FirmwareStep, firmwareSteps } from '@plomb/contract/firmware/steps';
import type { LockFamily } from '@plomb/contract/lock/codes';
import { canUpgrade } from '@plomb/contract/lock/upgrade';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { crud } from '../../platform/crud.ts';
import { type Files, useFile as keepFile } from '../../platform/files/files.ts';
import type { Storage } from '../../platform/files/storage/storage.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { type Ctx, prepared, type Served, serve } from '../../platform/serve.ts';
import { contentOf, isFirmware, isSigned } from './content.ts';

export interface FirmwareDeps {
  platform: Pool;
  files: Files;
  storage: Storage;
  /** that a firmware may have */
  megabytes(): number;
  /** by which signatures are checked, in Base64; '' = none are asked for */
  publicKey: string;
}

interface Source {
  device_type_id: number;
  firmware_version: string;
  firmware_path: string;
  signature: string;
}

export const firmwareRoutes = ({ platform, files, storage, megabytes, publicKey }: FirmwareDeps): Served[] => {
  /** What it names is there: a type whose locks are sent firmware, a file, and a signature of that where one is asked for. */
  const checkSource = async (source: Source, { client }: Ctx): Promise<void> => {
    const { device_type_id, firmware_path, signature } = source;
    const type = await client.query<{ family: LockFamily; device_type: string }>(
      'select family, device_type from device_type where id = $1',
      [device_type_id],
    );
    const [one] = type.rows;
    if (!one) throw fieldRefusal('device_type_id', 'choice');
    if (!canUpgrade[one.family]) throw fieldRefusal('device_type_id', 'firmwareFamily');
    const file = await client.query<{ sha256: string }>(
      "select sha256 from file where id = $1 and purpose = 'firmware'",
      [firmware_path],
    );
    if (!file.rows[0]) throw fieldRefusal('firmware_path', 'firmwareSource');
    if (publicKey === '' && signature !== '') throw fieldRefusal('signature', 'firmwareNoKey');
    if (publicKey === '') return;
    if (signature === '') throw fieldRefusal('signature', 'firmwareSigned');
    const content = await contentOf(platform, storage, file.rows[0].sha256);
    if (!content) throw new Refusal('fileAway');
    if (!isSigned(content, { ...source, device_type: one.device_type }, publicKey))
      throw new Refusal('firmwareSignature');
  };

  /** Held: nobody publishes what is being changed. */
  const drafts = async (ids: readonly number[], { client }: Ctx): Promise<void> => {
    const { rows } = await client.query<{ state: string }>(
      'select state from firmware where id = any($1) order by id for update',
      [ids],
    );
    if (rows.length !== new Set(ids).size) throw new Refusal('notFound');
    if (rows.some(({ state }) => state !== 'draft')) throw new Refusal('firmwareFixed');
  };

  const take = async (step: FirmwareStep, id: number, ctx: Ctx): Promise<Record<string, never>> => {
    const { client, operator } = ctx;
    const { from, to } = firmwareSteps[step];
    const { rows } = await client.query<Source & { state: string }>(
      'select firmware_version, state, device_type_id, firmware_path, signature from firmware where id = $1 for update',
      [id],
    );
    const one = rows[0];
    if (!one) throw new Refusal('notFound');
    ctx.note(one.firmware_version);
    if (one.state !== from) throw new Refusal('firmwareStep');
    // the key may be another by now
    if (step === 'publish') await checkSource(one, ctx);
    await client.query(`update firmware set state = $2, ${step}_name = $3, ${step}_time = now() where id = $1`, [
      id,
      to,
      operator.operName,
    ]);
    ctx.changed({ state: from }, { state: to });
    return {};
  };

  const plain = crud(firmware, {
    table: 'firmware',
    rows: sql`(select v.*, coalesce(f.sha256, '') as sha256, coalesce(f.bytes, 0) as bytes, coalesce(t.device_type_name, '') as device_type_name,
        coalesce(t.family, 'hhd') as family,
        (select count(*) from device d join lock_state s on s.device_id = d.id
          where d.device_type_id = v.device_type_id and d.retired_time is null and s.ver = v.firmware_version) as devices
      from firmware v left join file f on f.id = v.firmware_path left join device_type t on t.id = v.device_type_id)`,
    search: ['firmware_version', 'remark', 'device_type_name'],
    label: 'firmware_version',
    isOwned: true,
  });
  return serve(firmware, {
    ...plain,
    add: async (input, ctx) => {
      await checkSource(input, ctx);
      const { id } = await plain.add(input, ctx);
      await ctx.client.query('update firmware set oper_name = $2 where id = $1', [id, ctx.operator.operName]);
      await keepFile(ctx.client, input.firmware_path, `firmware ${id}`);
      return { id };
    },
    update: async (input, ctx) => {
      await drafts([input.id], ctx);
      await checkSource(input, ctx);
      const done = await plain.update(input, ctx);
      await keepFile(ctx.client, input.firmware_path, `firmware ${input.id}`);
      return done;
    },
    delete: async (input, ctx) => {
      await drafts(input.ids, ctx);
      return plain.delete(input, ctx);
    },
    upload: prepared(
      firmware.upload,
      async ({ file }: { file: Upload }, operator) => {
        const most = megabytes();
        if (file.bytes > Math.min(firmwareFileBytes, most * 1024 * 1024))
          throw new Refusal('firmwareFileBytes', { limit: most });
        if (!(await isFirmware(file.parts))) throw new Refusal('firmwareFile');
        return files.layKnown(file, 'application/octet-stream', 'firmware', operator);
      },
      async (laid, ctx) => {
        const { sha256, bytes } = laid.content;
        ctx.note(sha256);
        return { path: await files.add(ctx, 'firmware', laid), sha256, bytes };
      },
    ),
    publish: ({ id }, ctx) => take('publish', id, ctx),
    withdraw: ({ id }, ctx) => take('withdraw', id, ctx),
  });
};
