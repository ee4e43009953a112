import type { Pool } from 'pg';
import type { Contacts } from '../../people/contacts.ts';
import { beginJob } from '../../platform/jobs/jobs.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Ctx, type Served, serve } from '../../platform/serve.ts';
import type { AlarmsById } from './alerts.ts';
import { type RecordKind, recordKinds } from './kinds.ts';
import { type AskedLocks, openWhose } from './locks.ts';
import { checkPlace, readBack, windowOf } from './window.ts';

const MINUTE = 60_000;
/** Of more organisations than this the newest are looked for in parts of time, as those are that a filter leaves. */
const FEW = 20;
/** A list answers within this, with what it has found. */
const WITHIN = 1500;

interface Asked extends AskedLocks {
  from?: string;
  to?: string;
  before?: string;
  size: number;
}

/** A time as the file says it, by the clock of who asks. */
const local = (time: string, timeZone: string): string =>
  new Date(time).toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });

interface Deps {
  readers: Pool;
  alarmsById: AlarmsById;
  contacts: Pick<Contacts, 'isMailed'>;
}

export const recordRoutes = ({ readers, alarmsById, contacts }: Deps): Served[] => {
  const findWhose = openWhose(readers);
  const routesOf = ({ calls, place, source, byKey, job, title }: RecordKind): Served[] =>
    serve(calls, {
      list: async (input, ctx: Ctx) => {
        const { before = null, size, ...filter } = input as unknown as Asked;
        if (before !== null) checkPlace(before, place, false);
        const now = Date.now();
        const window = windowOf(filter, now);
        const whose = await findWhose(filter, ctx);
        const isNarrow = source.isNarrow(filter as never) || whose.held.length > 0;
        return readBack({
          ...{ window, before, size, now, within: WITHIN },
          width: isNarrow || whose.many > FEW ? 30 * MINUTE : null,
          read: (slice, most) => source.newest(filter as never, whose, slice, most, ctx),
        });
      },
      detail: async (input, ctx: Ctx) => {
        const { key } = input as { key: string };
        checkPlace(key, place, true);
        const found = await byKey(key, ctx);
        if (!found) throw new Refusal('notFound');
        return found;
      },
      export: async (input, ctx: Ctx) => {
        const asked = input as { from?: string; to?: string; timeZone: string };
        const { from, to } = windowOf(asked, Date.now());
        const until = asked.to ? to : new Date().toISOString();
        const subject = `${local(from, asked.timeZone)} – ${local(until, asked.timeZone)}`;
        const { rows } = await ctx.client.query<{ id: number }>(
          'insert into record_export (org_id, lang, asked) values ($1, $2, $3) returning id',
          [ctx.operator.orgId, ctx.lang, JSON.stringify({ ...asked, from, to: until })],
        );
        const exportId = rows[0]!.id;
        const id = await beginJob(ctx, {
          kind: job,
          subject,
          subject_id: exportId,
          org_id: ctx.operator.orgId,
          total: 0,
        });
        await ctx.client.query('update record_export set job_id = $2 where id = $1', [exportId, id]);
        ctx.note({ zh: `${title.zh} ${subject}`, en: `${title.en} ${subject}` });
        return { id, mailed: await contacts.isMailed(ctx.operator.id) };
      },
    });
  return recordKinds(alarmsById).flatMap(routesOf);
};
