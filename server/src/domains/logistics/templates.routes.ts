import { type JourneyTemplate, journeyTemplates } from '@plomb/contract/logistics/journeyTemplates';
import type { NamedOpener } from '@plomb/contract/logistics/plan';
import { sql } from 'kysely';
import { crud } from '../../platform/crud.ts';
import { type Ctx, type Served, serve } from '../../platform/serve.ts';
import { asSeen, withOpeners } from './openers.ts';

const rows = sql`(select t.*, coalesce(o.org_name, '') as org_name, t.org_id = any ((select plomb_orgs())::bigint[]) as is_own,
    t.start ->> 'address' as start_address, t.destination ->> 'address' as destination_address,
    jsonb_array_length(t.stops) as stop_count, jsonb_array_length(t.positions) as position_count
  from journey_template t left join organisation o on o.id = t.org_id)`;

const plain = crud(journeyTemplates, {
  table: 'journey_template',
  rows,
  search: ['name', 'carrier', 'start_address', 'destination_address'],
  label: 'name',
  json: ['start', 'end', 'destination', 'stops', 'limits', 'positions'],
  isOwned: true,
});

/** Those who may open are kept by their numbers. */
interface Kept {
  positions: (Omit<JourneyTemplate['positions'][number], 'openers'> & { openers: NamedOpener[] })[];
}
/** A template whole, with those who may open as the reader may know them. */
export const readTemplate = async (id: number, ctx: Ctx): Promise<JourneyTemplate> => {
  const template = (await plain.detail({ id }, ctx)) as Omit<JourneyTemplate, 'positions'> & Kept;
  return { ...template, positions: await asSeen(template.positions, ctx.client) };
};

export const templateRoutes: Served[] = serve(journeyTemplates, {
  ...plain,
  detail: ({ id }, ctx) => readTemplate(id, ctx),
  add: async ({ positions, ...template }, ctx) =>
    plain.add({ ...template, positions: await withOpeners(positions, template.stops, ctx.client) }, ctx),
  update: async ({ positions, ...template }, ctx) =>
    plain.update({ ...template, positions: await withOpeners(positions, template.stops, ctx.client) }, ctx),
});
