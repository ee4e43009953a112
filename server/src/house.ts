import type { Bus } from './bus/bus.ts';
import type { Params } from './domains/system/params/store.ts';
import type { News } from './liveNews.ts';
import type { Config } from './platform/config.ts';
import type { Storage } from './platform/files/storage/storage.ts';
import type { Logger } from './platform/log.ts';
import type { Pools } from './platform/postgres/pools.ts';
import type { Processes } from './platform/processes.ts';
import type { Vault } from './platform/vault.ts';

/** What every role of a process stands on. */
export interface House {
  config: Config;
  pools: Pools;
  params: Params;
  /** where files lie */
  storage: Storage;
  log: Logger;
  bus: Bus;
  news: News;
  vault: Vault;
  processes: Processes;
  signSecret: string;
  /** what the codes of devices are derived from */
  authKey: string;
  version: string;
  /** whether what all roles need answers */
  ready(): Promise<boolean>;
}

/** A role at work. */
export interface Running {
  stop(): Promise<void>;
}

/** Days back a report is taken in. */
export const acceptDaysOf = ({ RETENTION_DAYS }: Config): number => Math.min(31, RETENTION_DAYS);
