import { createPublicKey } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { Network } from '@plomb/contract/kit/network';
import { z } from 'zod';

const Port = z.coerce.number().int().min(0).max(65_535);
const Flag = z.enum(['true', 'false']).transform((v) => v === 'true');
const Seconds = z.coerce.number().int().positive();
const Secret = z.string().min(16, 'at least 16 characters');
const isEd25519 = (text: string): boolean => {
  try {
    return (
      createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' }).asymmetricKeyType === 'ed25519'
    );
  } catch {
    return false;
  }
};
const empty = (v: unknown) => (v === '' ? undefined : v);

/** What a process may do. */
export const roleNames = ['api', 'gateway', 'ingest', 'jobs'] as const;
export type Role = (typeof roleNames)[number];
const rolesIn = (text: string, ctx: z.RefinementCtx): Role[] => {
  const named = text.split(',').map((name) => name.trim());
  for (const name of named)
    if (!roleNames.some((role) => role === name))
      ctx.addIssue(`there is no ${name}; roles are ${roleNames.join(', ')}`);
  return roleNames.filter((role) => named.includes(role));
};

const networksIn = (text: string, ctx: z.RefinementCtx): string[] => {
  const named = text.split(',').map((one) => one.trim());
  const networks = named.filter((one) => one !== '');
  for (const one of networks) if (!Network.safeParse(one).success) ctx.addIssue(`${one} is no address and no network`);
  return networks;
};

/** Every setting of the product: environment variable, meaning, default. README prints this table. */
const settings = {
  HOST: [z.string().default('127.0.0.1'), 'address the console and the API listen on'],
  PORT: [Port.default(8080), 'port of the console and the API'],
  GATEWAY_HOST: [z.string().default('127.0.0.1'), 'address the device gateway listens on'],
  GATEWAY_PORT: [Port.default(8090), 'port devices connect to'],
  DEVICE_CONNECTIONS_PER_ADDRESS: [
    z.coerce.number().int().min(1).default(10_000),
    'device connections one address may hold; mobile carriers put whole fleets behind one',
  ],
  DEVICE_REPORTS_PER_MINUTE: [
    z.coerce.number().int().min(1).default(600),
    'reports a minute read of one device after a burst of 1,000; what comes faster is read later',
  ],
  DATA_DIR: [z.string().default('data'), 'folder of the embedded database, the secret and the uploaded files'],
  ROLES: [
    z.string().default(roleNames.join()).transform(rolesIn),
    'what this process does, comma-separated; less than everything needs NATS_URL and DATABASE_URL',
  ],
  NATS_URL: [
    z
      .string()
      .regex(/^(nats|tls):\/\/[^,]+(,(nats|tls):\/\/[^,]+)*$/, 'nats://… or tls://…, several by commas')
      .optional(),
    'servers of NATS JetStream, by which several processes find each other; unset: everything is in this one',
  ],
  NATS_REPLICAS: [
    z.coerce.number().int().min(1).max(5).default(1),
    'servers of NATS that keep each report; 3 with a cluster of three',
  ],
  NATS_STREAM_MEGABYTES: [
    z.coerce.number().int().min(16).default(4096),
    'what NATS keeps of reports that are not stored yet; when it is full, no device is acknowledged',
  ],
  FILES_URL: [
    z.url({ protocol: /^https?$/ }).optional(),
    'bucket of an S3-compatible storage for uploaded files, `https://host[:port]/bucket[/prefix]`; unset: folder `files` in DATA_DIR',
  ],
  FILES_REGION: [z.string().default('us-east-1'), 'region of that storage, where it has any'],
  FILES_ACCESS_KEY: [z.string().optional(), 'name of the key that opens it'],
  FILES_SECRET_KEY: [
    z.string().min(8, 'at least 8 characters').optional(),
    'the key; unset: that of FILES_SECRET_KEY_FILE',
  ],
  FILES_SECRET_KEY_FILE: [z.string().optional(), 'file that holds it, one line'],
  FIRMWARE_PUBLIC_KEY: [
    z
      .string()
      .refine(
        isEd25519,
        'an Ed25519 public key in Base64 (SPKI), as `openssl pkey -pubout -outform DER | base64` writes it',
      )
      .optional(),
    'public key of whoever signs firmware, Ed25519 in Base64 (SPKI); set: unsigned firmware is refused',
  ],
  DATABASE_URL: [
    z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    'an external PostgreSQL 15 or newer; unset: the embedded one',
  ],
  DATABASE_APP_URL: [
    z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    'the same database by a login that may act as `plomb_app` only, for requests; unset: that of DATABASE_URL',
  ],
  PLOMB_ADMIN_PASSWORD: [
    z.string().min(6).optional(),
    "the first administrator's password; unset: made at random and printed once",
  ],
  PLOMB_SIGN_SECRET: [Secret.optional(), 'secret of the request sign; unset: made once and kept in the database'],
  PLOMB_SECRET: [
    z.string().min(32, 'at least 32 characters').optional(),
    'what the database seals its own secrets with; unset: that of PLOMB_SECRET_FILE',
  ],
  PLOMB_SECRET_FILE: [
    z.string().optional(),
    'file that holds it; unset: `secret` in DATA_DIR, made at the first start. No backup holds it: keep a copy elsewhere',
  ],
  SESSION_IDLE_SECONDS: [Seconds.default(1800), 'a session ends when unused for this long'],
  SESSION_MAX_SECONDS: [Seconds.default(43_200), 'a session ends after this long in any case'],
  SIGN_WINDOW_SECONDS: [Seconds.default(300), "how far a request's timestamp may be off"],
  REQUEST_SECONDS: [
    z.coerce.number().int().min(1).max(600).default(20),
    'a connection whose request has not arrived whole within this time is closed, and one that takes nothing of its answer for three times as long',
  ],
  CONNECTIONS_PER_ADDRESS: [
    z.coerce.number().int().min(10).default(1000),
    'connections one address may hold to the console and the API; those of TRUST_PROXY as many as they like',
  ],
  REQUESTS_PER_SECOND: [
    z.coerce.number().int().min(10).default(400),
    'requests of one address begun in a second; more of them wait their turn',
  ],
  METRICS_TOKEN: [
    Secret.optional(),
    'whoever shows it as bearer token reads /metrics from anywhere; needed where a reverse proxy runs on the same machine',
  ],
  CONSOLE_URL: [
    z.url({ protocol: /^https?$/ }).optional(),
    'address people are told to open; unset: the one the product listens on',
  ],
  RETENTION_DAYS: [z.coerce.number().int().min(1).max(3650).default(400), 'days positions and raw frames are kept'],
  LOG_LEVEL: [
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    'how much is logged',
  ],
  TRUST_PROXY: [
    z.string().optional(),
    'addresses or networks of reverse proxies (comma-separated) whose X-Forwarded-For is believed',
  ],
  OUTBOUND_ALLOW: [
    z.string().default('').transform(networksIn),
    'addresses or networks (comma-separated) inside of your own house that mail and SMS may be handed over to, also unencrypted; anywhere else only to public addresses, encrypted',
  ],
  GEOCODER_URL: [
    z
      .url({ protocol: /^https?$/ })
      .refine((url) => url.includes('{lon}') && url.includes('{lat}'), 'names {lon} and {lat}')
      .optional(),
    'address that tells a place of WGS-84 in words, with {lon}, {lat} and {lang} (without it: in Chinese); it hears where locks are; unset: the offline map tells',
  ],
  GEOCODER_PER_SECOND: [
    z.coerce.number().positive().max(1000).default(1),
    'places it is asked for in a second by one process, after a burst of 20; the offline map tells those beyond',
  ],
  METRICS_PUBLIC: [Flag.default(false), 'serve /metrics to other addresses than loopback'],
} as const satisfies Record<string, readonly [z.ZodType, string]>;

type Settings = { [K in keyof typeof settings]: z.output<(typeof settings)[K][0]> };
export interface Config extends Settings {
  demo: boolean;
  /** give up what the old secret sealed */
  newSecret: boolean;
  /** the files of before are lost, or begin anew where the settings say */
  newFiles: boolean;
}

export class ConfigError extends Error {}

/** A name that only begins like such an address (`127.example.org`) may lead anywhere. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));

/** Reads and checks everything at once; all mistakes are told together, in words that name the variable. */
export const readConfig = (env: Record<string, string | undefined>, args: readonly string[] = []): Config => {
  const wrong: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, [schema]] of Object.entries(settings)) {
    const parsed = schema.safeParse(empty(env[name]));
    if (parsed.success) values[name] = parsed.data;
    else wrong.push(`${name}: ${parsed.error.issues.map((i) => i.message).join('; ')}`);
  }
  const known = new Set(['--demo', '--new-secret', '--new-files']);
  for (const arg of args) if (!known.has(arg)) wrong.push(`unknown argument ${arg}; known: ${[...known].join(', ')}`);
  const config = {
    ...(values as Settings),
    demo: args.includes('--demo'),
    newSecret: args.includes('--new-secret'),
    newFiles: args.includes('--new-files'),
  };
  if (wrong.length === 0) wrong.push(...incomplete(config), ...unsafe(config));
  if (wrong.length > 0) throw new ConfigError(`Plomb cannot start with these settings:\n  ${wrong.join('\n  ')}`);
  return config;
};

/** Words that passwords of documents and of people in a hurry are made of. */
const samples = new Set(
  `password passwort passwd pass admin administrator root user guest test demo sample example default secret changeme
   change welcome login letmein master qwerty qwertz asdf abc iloveyou monkey dragon hello super system operator manager
   plomb seal lock postgres`.split(/\s+/),
);
const lookalikes: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
};

/** Such a word with the usual decoration (`Admin123`, `p@ssw0rd!`), or digits that follow a pattern. */
export const isSample = (password: string): boolean => {
  const text = password.toLowerCase();
  const bare = text.replace(/^[^a-z]+|[^a-z]+$/g, '');
  const plain = [...text]
    .map((c) => lookalikes[c] ?? c)
    .join('')
    .replace(/[^a-z]+/g, '');
  const undecorated = [...text.replace(/[\d\W_]+$/, '')].map((c) => lookalikes[c] ?? c).join('');
  const words = [bare, plain, undecorated, ...text.split(/[^a-z]+/)].filter((word) => word.length >= text.length / 2);
  return (
    words.some((word) => samples.has(word)) ||
    /^(.{1,6})\1+$/.test(text) ||
    '01234567890123456789'.includes(text) ||
    '98765432109876543210'.includes(text)
  );
};

/** A process that does a part only has to find the others, and the database they share. */
const incomplete = (config: Config): string[] => {
  const { ROLES, NATS_URL, DATABASE_URL, demo } = config;
  const wrong: string[] = [];
  const isPart = ROLES.length < roleNames.length;
  if (isPart && !NATS_URL) wrong.push('NATS_URL: needed where ROLES are not all: the others are found by it');
  if ((isPart || NATS_URL) && !DATABASE_URL)
    wrong.push('DATABASE_URL: needed with several processes: the embedded database belongs to one');
  // made by each in a folder of its own, the first one's would seal what no other opens, and be lost with that folder
  if (isPart && !config.PLOMB_SECRET && !config.PLOMB_SECRET_FILE)
    wrong.push(
      'PLOMB_SECRET: needed where ROLES are not all: every process opens the same seals (or PLOMB_SECRET_FILE)',
    );
  if (isPart && demo) wrong.push('ROLES: the demonstration is everything in one process');
  return wrong;
};

/** Defaults that are fine on one's own machine and dangerous beyond it. */
const unsafe = (config: Config): string[] => {
  const wrong: string[] = [];
  if (config.demo && !(isLoopback(config.HOST) && isLoopback(config.GATEWAY_HOST)))
    wrong.push('HOST, GATEWAY_HOST: the demonstration has well-known passwords and runs on a loopback address only');
  if (config.demo && config.TRUST_PROXY)
    wrong.push('TRUST_PROXY: the demonstration has well-known passwords and does not stand behind a proxy');
  const password = config.PLOMB_ADMIN_PASSWORD;
  if (password && isSample(password)) wrong.push('PLOMB_ADMIN_PASSWORD: this is a sample value, choose another');
  wrong.push(...filesMistakes(config));
  const secret = config.PLOMB_SIGN_SECRET;
  if (secret && /^(.)\1+$|secret|changeme/i.test(secret))
    wrong.push('PLOMB_SIGN_SECRET: this is a sample value, choose another');
  return wrong;
};

const filesMistakes = (config: Config): string[] => {
  if (!config.FILES_URL) return [];
  const { username, password, pathname, search } = new URL(config.FILES_URL);
  const wrong: string[] = [];
  if (username || password)
    wrong.push(
      'FILES_URL: keys do not belong into an address, which is logged; use FILES_ACCESS_KEY and FILES_SECRET_KEY',
    );
  if (!/^\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/|$)/.test(pathname) || search)
    wrong.push('FILES_URL: the address is followed by a bucket, and a prefix where wanted: https://host/bucket/prefix');
  if (!config.FILES_ACCESS_KEY || !(config.FILES_SECRET_KEY || config.FILES_SECRET_KEY_FILE))
    wrong.push('FILES_ACCESS_KEY, FILES_SECRET_KEY: FILES_URL needs both (the second may be in FILES_SECRET_KEY_FILE)');
  if (config.FILES_SECRET_KEY && isSample(config.FILES_SECRET_KEY))
    wrong.push('FILES_SECRET_KEY: this is a sample value, choose another');
  return wrong;
};

/** Rows of README's configuration table. */
export const settingsTable = (): { name: string; meaning: string; fallback: string }[] =>
  Object.entries(settings).map(([name, [schema, meaning]]) => {
    const fallback = (schema as z.ZodType).safeParse(undefined);
    return { name, meaning, fallback: fallback.success && fallback.data !== undefined ? String(fallback.data) : '' };
  });
