import { exceptionTypes } from '@plomb/contract/metering/exceptionTypes';
import { meterTypes } from '@plomb/contract/metering/types';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { SecondPerson } from '../../people/secondPerson.ts';
import { crud } from '../../platform/crud.ts';
import type { Finder } from '../../platform/finding.ts';
import { type Served, serve } from '../../platform/serve.ts';
import { calendarRoutes } from './calendar.routes.ts';
import { inspectionRoutes } from './inspections.routes.ts';
import { meterRoutes } from './meters.routes.ts';
import { sealRecordRoutes } from './sealRecords.routes.ts';
import { workRoutes } from './works.routes.ts';

const types = sql`(select t.*, o.org_name, (select count(*)::int from meter m where m.type_id = t.id) as meters
  from meter_type t join organisation o on o.id = t.org_id)`;
const exceptions = sql`(select e.*, o.org_name, (select count(*)::int from meter_inspection x where x.exception_type_id = e.id) as found
  from exception_type e join organisation o on o.id = e.org_id)`;

export interface MeteringDeps {
  secondPerson: SecondPerson;
  finder: Finder;
  /** outside of row-level security */
  readers: Pool;
  capacity(): number;
}

export const meteringDomain = (deps: MeteringDeps): Served[] => [
  ...serve(
    meterTypes,
    crud(meterTypes, { table: 'meter_type', rows: types, search: ['type_name'], label: 'type_name', isOwned: true }),
  ),
  ...serve(
    exceptionTypes,
    crud(exceptionTypes, {
      ...{ table: 'exception_type', rows: exceptions, search: ['exception_name'], label: 'exception_name' },
      isOwned: true,
    }),
  ),
  ...meterRoutes(deps),
  ...inspectionRoutes(deps),
  ...workRoutes(deps),
  ...sealRecordRoutes(deps),
  ...calendarRoutes(deps),
];
