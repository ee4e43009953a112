import { sealPositions } from '@plomb/contract/logistics/sealPositions';
import { stepRecords } from '@plomb/contract/logistics/stepRecords';
import { vehicles } from '@plomb/contract/logistics/vehicles';
import { sql } from 'kysely';
import { withPlaces } from '../../lock/withPlaces.ts';
import { crud, cursor } from '../../platform/crud.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Served, serve } from '../../platform/serve.ts';
import { type BatchDeps, batchRoutes } from './batches.routes.ts';
import { type JourneyDeps, journeyRoutes } from './journey.routes.ts';
import { packRoutes } from './pack/packs.routes.ts';
import { batchesNamed, findingSteps, stepRows, stepRowsWhere } from './queries.ts';
import { taskRoutes } from './tasks.routes.ts';
import { templateRoutes } from './templates.routes.ts';

const vehicleRows = sql`(select v.*, o.org_name, b.id as batch_id, coalesce(b.serial, '') as serial from vehicle v join organisation o on o.id = v.org_id
  left join logistics_batch b on b.vehicle_id = v.id and b.state in ('draft', 'in_transit'))`;
const positionRows = sql`(select p.*, o.org_name from seal_position p join organisation o on o.id = p.org_id)`;

const plainVehicles = crud(vehicles, {
  table: 'vehicle',
  rows: vehicleRows,
  search: ['plate', 'enterprise'],
  isKept: true,
  label: 'plate',
  isOwned: true,
});
const newestFirst = sql`order by s.id desc`;

export const logisticsDomain = (deps: BatchDeps & JourneyDeps): Served[] => [
  ...batchRoutes(deps),
  ...journeyRoutes(deps),
  ...packRoutes,
  ...serve(vehicles, {
    ...plainVehicles,
    // whoever adds one is named
    add: async (input, ctx) => {
      const { rows } = await ctx.client.query<{ id: number }>(
        'insert into vehicle (org_id, plate, enterprise, creator) values ($1, $2, $3, $4) returning id',
        [ctx.operator.orgId, input.plate, input.enterprise, ctx.operator.operName],
      );
      ctx.note(input.plate);
      return rows[0]!;
    },
  }),
  ...serve(stepRecords, {
    list: async (input, ctx) => {
      const { keyword } = input;
      const batches = keyword ? await batchesNamed(keyword, deps.finder, ctx) : null;
      return (await deps.finder.page(findingSteps(input, batches), stepRowsWhere, ctx)) as never;
    },
    detail: async ({ id }, { db }) => {
      const { rows } = await stepRows({ ids: [id] }, sql``).execute(db);
      if (!rows[0]) throw new Refusal('notFound');
      return rows[0] as never;
    },
    export: (filter, ctx) => withPlaces(cursor(ctx, stepRows(filter, newestFirst) as never), filter, ctx.lang),
  }),
  ...serve(
    sealPositions,
    crud(sealPositions, {
      table: 'seal_position',
      rows: positionRows,
      search: ['position', 'process_name'],
      label: 'position',
      isOwned: true,
    }),
  ),
  ...templateRoutes,
  ...taskRoutes,
];
