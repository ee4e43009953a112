import { interests } from '@plomb/contract/map/interests';
import { sql } from 'kysely';
import { crud } from '../../platform/crud.ts';
import { type Served, serve } from '../../platform/serve.ts';

const rows = sql`(select i.*, o.org_name from interest i join organisation o on o.id = i.org_id)`;

export const interestRoutes: Served[] = serve(
  interests,
  crud(interests, { table: 'interest', rows, search: ['interest_name'], label: 'interest_name', isOwned: true }),
);
