import { organisations } from '@plomb/contract/system/organisations/organisations';
import { sql } from 'kysely';
import { checkRole, givableRoles } from '../../../people/grants.ts';
import type { PasswordKeys } from '../../../people/passwordKeys.ts';
import { temporaryPassword } from '../../../people/temporaryPassword.ts';
import { cursor, setStatus, writtenBy } from '../../../platform/crud.ts';
import { checkImage } from '../../../platform/files/imagesStore.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { type Ctx, type Served, serve } from '../../../platform/serve.ts';
import { checkVersion, versionOf } from '../../../platform/version.ts';
import { foundOrganisation } from './found.ts';
import { below, leansOutside, organisationRows } from './queries.ts';

interface Deps {
  keys: PasswordKeys;
}

/** Their names, for the log; refused when one is unknown or foreign, and when one is the caller's own. */
const named = async ({ db, operator, note }: Ctx, ids: readonly number[]): Promise<number[]> => {
  const wanted = [...new Set(ids)];
  const { rows } = await sql<{ org_name: string }>`
    select org_name from organisation where id = any(${wanted}) order by id for update`.execute(db);
  if (rows.length !== wanted.length) throw new Refusal('notFound');
  note(rows.map((r) => r.org_name).join(', '));
  if (wanted.includes(operator.orgId)) throw new Refusal('ownOrganisation');
  return wanted;
};

/** A zone that the browser knows and the database does not would stop whatever reckons in days. */
const checkZone = async (zone: string | undefined, { db }: Ctx): Promise<void> => {
  if (zone === undefined) return;
  const { rows } = await sql<{ is: boolean }>`select is_time_zone(${zone}) as is`.execute(db);
  if (!rows[0]?.is) throw fieldRefusal('time_zone', 'timeZone');
};

const written = writtenBy('organisation', organisations.update);

const stillUsed = (e: unknown): boolean => e instanceof Error && 'code' in e && e.code === '23503';

export const organisationRoutes = ({ keys }: Deps): Served[] =>
  serve(organisations, {
    list: async (filter, { db }) => {
      const { rows } = await organisationRows(filter).execute(db);
      return { rows, total: rows.length };
    },

    detail: async ({ id }, { db }) => {
      const { rows } = await organisationRows({ ids: [id] }).execute(db);
      if (!rows[0]) throw new Refusal('notFound');
      const now = await sql<{ version: string }>`select ${versionOf(written, sql`${id}`)} as version`.execute(db);
      return { ...rows[0], version: now.rows[0]?.version ?? '' };
    },

    export: (filter, ctx) => cursor(ctx, organisationRows(filter)),

    add: async (o, ctx) => {
      ctx.note(`${o.org_name}, ${o.login_name}`);
      if (!ctx.operator.orgIds.includes(o.parent_id)) throw new Refusal('notFound');
      await checkRole(ctx, o.role_id);
      await checkZone(o.time_zone, ctx);
      await checkImage(ctx.client, 'logo', o.logo);
      const hashed = await temporaryPassword(keys, organisations.add.path, o.password);
      const id = await foundOrganisation(ctx, o, hashed);
      return { id };
    },

    update: async (o, ctx) => {
      ctx.note(o.org_name);
      await checkVersion(ctx, written, organisations.update, o);
      await checkZone(o.time_zone, ctx);
      const { rows } = await sql<{ logo: string }>`
        select logo from organisation where id = ${o.id} for update`.execute(ctx.db);
      if (!rows[0]) throw new Refusal('notFound');
      // a logo given by somebody above stays as it is, though its picture is theirs
      if (o.logo !== rows[0].logo) await checkImage(ctx.client, 'logo', o.logo);
      await sql`
        update organisation set org_name = ${o.org_name}, org_type = ${o.org_type}, phone = ${o.phone},
          mailbox = ${o.mailbox}, logo = ${o.logo}, time_zone = coalesce(${o.time_zone ?? null}, time_zone) where id = ${o.id}`.execute(
        ctx.db,
      );
      return { id: o.id };
    },

    move: async ({ id, parent_id }, ctx) => {
      await named(ctx, [id]);
      if (!ctx.operator.orgIds.includes(parent_id)) throw new Refusal('notFound');
      await sql`update organisation set parent_id = ${parent_id} where id = ${id}`.execute(ctx.db);
      if (await leansOutside(ctx, id)) throw new Refusal('moveRoles');
      return {};
    },

    status: async (input, ctx) => {
      const ids = await named(ctx, input.ids);
      if (input.status === 2)
        await sql`select end_sessions(array(select w.id from operator w where w.org_id in ${below(ids)}), 'elsewhere')`.execute(
          ctx.db,
        );
      return setStatus('organisation', input, ctx);
    },

    delete: async ({ ids }, ctx) => {
      const wanted = await named(ctx, ids);
      try {
        await sql`delete from organisation where id = any(${wanted})`.execute(ctx.db);
      } catch (e) {
        throw stillUsed(e) ? new Refusal('organisationInUse') : e;
      }
      return {};
    },

    options: async (_, ctx) => ({ roles: await givableRoles(ctx) }),
  });
