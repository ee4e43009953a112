import { foundOf } from '../../platform/files/found.ts';
import type { OpenFiles } from '../../platform/files/sending.ts';
import type { Pools } from '../../platform/postgres/pools.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import { type Heard, heard } from './rules.ts';

/** Handsets that are kept in all, and of one network: whoever makes up ids pushes out its own. */
const KEPT = 50_000;
const OF_NETWORK = 1000;

export interface Asking {
  app_name: string;
  platform: string;
  app_version: string;
  installation: string;
  /** what it was offered; null: nothing is newer */
  offer: string | null;
  network: string;
}

const columns = 'app_version, former_version, offered_version, offered_time, fetched_time, version_time';
type Row = Record<'offered_time' | 'fetched_time' | 'version_time', Date | null> &
  Pick<Heard, 'app_version' | 'former_version' | 'offered_version'>;
const timeOf = (time: Date | null): number | null => time?.getTime() ?? null;
const dateOf = (time: number | null): Date | null => (time === null ? null : new Date(time));

/** Writes down what a handset said of itself, in its one row. */
export const noteHandset = (platformPool: Pools['platform'], asking: Asking, now: number): Promise<void> =>
  transaction(platformPool, async (client) => {
    const { app_name, platform, app_version, installation, offer, network } = asking;
    const key = [app_name, platform, installation];
    const { rowCount: isNew } = await client.query(
      `insert into app_installation (org_id, app_name, platform, installation, app_version, version_time, network)
       select id, $1, $2, $3, $4, $5, $6 from organisation where parent_id is null
       on conflict (app_name, platform, installation) do nothing`,
      [...key, app_version, dateOf(now), network],
    );
    const { rows } = await client.query<Row>(
      `select ${columns} from app_installation where app_name = $1 and platform = $2 and installation = $3 for update`,
      key,
    );
    const row = rows[0];
    if (!row) return; // pushed out a moment ago
    const before: Heard = {
      ...row,
      offered_time: timeOf(row.offered_time),
      fetched_time: timeOf(row.fetched_time),
      version_time: timeOf(row.version_time) ?? now,
    };
    const after = heard(before, app_version, offer, now);
    await client.query(
      `update app_installation set (${columns}, last_time) = ($4, $5, $6, $7, $8, $9, $10)
        where app_name = $1 and platform = $2 and installation = $3`,
      [
        ...key,
        after.app_version,
        after.former_version,
        after.offered_version,
        dateOf(after.offered_time),
        dateOf(after.fetched_time),
        dateOf(after.version_time),
        dateOf(now),
      ],
    );
    if (isNew) await client.query(`delete from app_installation where id in (${pastOfNetwork})`, [network, OF_NETWORK]);
  });

/** Of one network those beyond so many. Anybody makes the server ask this: it reads no others. */
export const pastOfNetwork = `select id from app_installation where network = $1 order by last_time desc, id desc offset $2`;

/** Of all networks those beyond as many as are kept; until it is done there are a few more. */
export const sweepHandsets = async (platform: Pools['platform']): Promise<void> => {
  await platform.query(
    'delete from app_installation where id in (select id from app_installation order by last_time desc, id desc offset $1)',
    [KEPT],
  );
};

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Packages of published versions: anybody who was told the path may have them, until they are withdrawn. */
export const openPackages = ({ callers, platform }: Pick<Pools, 'callers' | 'platform'>): OpenFiles => ({
  path: '/app',
  async find(id) {
    const { rows } = await callers.query(
      foundOf(
        'false',
        `(select f.* from file f where f.id = $1 and f.purpose = 'app'
            and exists (select from app_version v where v.path = f.id and v.state = 'published')) f`,
      ),
      [id],
    );
    return rows[0] ?? null;
  },
  async fetched(id, { installation }) {
    if (typeof installation !== 'string' || !uuid.test(installation)) return;
    await platform.query(
      `update app_installation i set fetched_time = now() from app_version v
        where v.path = $1 and i.installation = $2 and i.app_name = v.app_name and i.platform = v.platform
          and i.offered_version = v.app_version and i.fetched_time is null`,
      [id, installation],
    );
  },
});
