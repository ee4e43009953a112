import { types as builtIn, type Client, type CustomTypesConfig, Pool, type PoolConfig } from 'pg';
import type { DatabaseLog } from './log.ts';
import { APP_ROLE, PLATFORM_ROLE } from './roles.ts';

/**
 * Ways into one database:
 * - `owner`: whoever the URL names; migrations, backup and the tables' owner. Row-level security does not hold it.
 * - `app`: the role of requests; sees the rows of the organisations named by `scoped`, and none without.
 * - `platform`: the role of sessions, ingest and jobs.
 * - `readers`: the same role, reading only and not for long, on connections of their own: for what requests look up
 *   outside row-level security, so that they keep none of the house's own work waiting.
 * - `callers`: the same, for who calls: sessions, keys, pictures. Anybody may ask for these, and few wait for long.
 * - `devices`: the same role for who is connected and what is ordered: a command does not wait behind ingest.
 * - `heart`: the same role, to say that this process is there, behind nothing else.
 */
/** Connections of the app pool for files that are made, beside those for requests. */
export const FOR_FILES = 3;
/** And of those for requests so many that one organisation leaves to the others. */
export const FOR_OTHERS = 2;

export type Pools = {
  owner: Pool;
  app: Pool;
  platform: Pool;
  readers: Pool;
  callers: Pool;
  devices: Pool;
  heart: Pool;
  /** `cut` for all of them */
  cut(): void;
  close(): Promise<void>;
};

export type PoolsOptions = {
  /** By which requests connect; else as everybody. */
  appUrl?: string | undefined;
  /** Connections of the app pool for requests; the platform pool gets as many, the owner's two. */
  max?: number;
  /** Milliseconds after which a request's statement is given up. */
  appStatementTimeout?: number;
  log?: DatabaseLog;
};

/**
 * Milliseconds after which PostgreSQL takes back a transaction that is asked nothing: its process sleeps, forgot it, or was on
 * a machine that lost its power, and else would hold its rows for hours.
 */
const FORGOTTEN_MS = 30_000;
/** A beat holds the row by which the others see whether this process is there: by the time they ask, it is free. */
const FORGOTTEN_BEAT_MS = 5_000;

const INT8 = 20;
const DATE = 1082;
const INT8_ARRAY = 1016;
const TIMESTAMPTZ = 1184;

/** `{1,2,NULL}` */
function numbersOf(text: string): (number | null)[] {
  const items = text.slice(1, -1);
  return items === '' ? [] : items.split(',').map((item) => (item === 'NULL' ? null : Number(item)));
}

/** 64-bit integers as numbers (ours stay below 2^53); calendar dates as text, for a `Date` would move them by the time zone. */
export const typeParsers: CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format === 'binary') return builtIn.getTypeParser(oid, 'binary');
    if (oid === INT8) return Number;
    if (oid === DATE) return (text: string) => text;
    if (oid === INT8_ARRAY) return numbersOf;
    return builtIn.getTypeParser(oid, 'text');
  },
};

/** What requests read goes on the wire as it is: moments as ISO 8601 text in UTC. */
export const wireTypeParsers: CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid !== TIMESTAMPTZ || format === 'binary') return typeParsers.getTypeParser(oid, format);
    const parse = builtIn.getTypeParser(TIMESTAMPTZ, 'text');
    return (text: string) => (parse(text) as Date).toISOString();
  },
};

export function openPools(url: string, options: PoolsOptions = {}): Pools {
  const { max = 10, appStatementTimeout = 30_000, log } = options;
  const owner = openPool(url, { max: 2, application_name: 'plomb owner' }, {}, log);
  const app = openPool(
    options.appUrl ?? url,
    { max: max + FOR_FILES, application_name: 'plomb app' },
    {
      role: APP_ROLE,
      statement_timeout: appStatementTimeout,
      // a document may be drawn meanwhile
      idle_in_transaction_session_timeout: 2 * FORGOTTEN_MS,
    },
    log,
    wireTypeParsers,
  );
  const platform = openPool(url, { max, application_name: 'plomb platform' }, { role: PLATFORM_ROLE }, log);
  const reading = { role: PLATFORM_ROLE, default_transaction_read_only: 'on', statement_timeout: appStatementTimeout };
  const readers = openPool(url, { max: 4, application_name: 'plomb readers' }, reading, log);
  const callers = openPool(url, { max: 3, application_name: 'plomb callers' }, reading, log);
  const devices = openPool(url, { max: 4, application_name: 'plomb devices' }, { role: PLATFORM_ROLE }, log);
  const beating = { max: 1, application_name: 'plomb heart', connectionTimeoutMillis: 5000 };
  const beat = { role: PLATFORM_ROLE, idle_in_transaction_session_timeout: FORGOTTEN_BEAT_MS };
  const heart = openPool(url, beating, beat, log);
  const pools = { owner, app, platform, readers, callers, devices, heart };
  return {
    ...pools,
    cut() {
      for (const pool of Object.values(pools)) cut(pool);
    },
    async close() {
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
    },
  };
}

const inUse = new WeakMap<Pool, Set<Client>>();

/**
 * Ends the connections that somebody is using: who waits for an answer on one that is dead, without a word from the network,
 * would wait for a quarter of an hour, and fails now. What is asked next gets another connection.
 */
export const cut = (pool: Pool): void => {
  for (const client of inUse.get(pool) ?? []) void client.end().catch(() => undefined);
};

/** The role travels as a start-up option rather than by SET ROLE, so that RESET ROLE and DISCARD ALL come back to it. */
function openPool(
  url: string,
  config: PoolConfig,
  session: Record<string, string | number>,
  log: DatabaseLog | undefined,
  parsers: CustomTypesConfig = typeParsers,
): Pool {
  const pool = new Pool({
    connectionTimeoutMillis: 10_000,
    ...config,
    connectionString: withSessionOptions(url, {
      timezone: 'UTC',
      idle_in_transaction_session_timeout: FORGOTTEN_MS,
      ...session,
    }),
    types: parsers,
  });
  // Without these listeners a restarted database would end the process: an idle client's error
  // comes out of the pool, that of a client in use between two statements out of the client.
  pool.on('error', (error) => {
    // while everything stops, the server may hang up before our own farewell has reached it
    if (!pool.ending) log?.warn({ err: error, pool: config.application_name }, 'A database connection was lost');
  });
  pool.on('connect', (client) => client.on('error', () => undefined));
  const using = new Set<Client>();
  inUse.set(pool, using);
  // what a pool hands out is a whole client, whatever its type says
  pool.on('acquire', (client) => void using.add(client as unknown as Client));
  pool.on('release', (_error, client) => void using.delete(client as unknown as Client));
  return pool;
}

export function withSessionOptions(url: string, settings: Record<string, string | number>): string {
  const parsed = new URL(url);
  const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const given = parsed.searchParams.get('options');
  parsed.searchParams.set('options', [...(given ? [given] : []), ...flags].join(' '));
  return parsed.href;
}

/** Whether the database answers at this moment. */
export const answers = ({ platform }: Pick<Pools, 'platform'>): Promise<boolean> =>
  platform.query('select 1').then(
    () => true,
    () => false,
  );
