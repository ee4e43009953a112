import { setTimeout as wait } from 'node:timers/promises';
import {
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { errors, nanos } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import type { Alive, Processes } from '../../platform/processes.ts';
import type { Bus, Store } from '../bus.ts';
import { Listeners } from '../listeners.ts';
import { encodeReport, messageOf, type PasswordSeal } from '../reportCodec.ts';
import { Shares } from '../shares.ts';
import { type Link, openLink } from './connection.ts';
import { Inlet } from './inlet.ts';
import { News } from './news.ts';
import { Outlet, StreamUnavailable } from './outlet.ts';
import { type Names, namesOf, PARTITIONS, partitionOf } from './subjects.ts';

export interface NatsOptions {
  urls: string;
  /** name of the installation, kept in its database */
  house: string;
  replicas: number;
  megabytes: number;
  processes: Pick<Processes, 'id' | 'share' | 'isSure' | 'suspectBy' | 'clock'>;
  passwords: PasswordSeal;
  log: Logger;
  /** reports of this process that may wait for the stream */
  limit?: number;
}

/** Long enough for whoever sends again what was not answered. */
const DUPLICATES_MS = 120_000;
const NO_STREAM = 10_059;
const ANSWER_MS = 3000;
/** Whose connection is not there the servers tell at once: who is slow is there, and no beat waits long for one. */
const THERE_MS = 1000;
/** What the stream took so long ago proves that it takes. */
const PROOF_MS = 5000;
/** A cluster that has just begun has no leader yet, and answers nobody. */
const BEGINNING_MS = 60_000;
const PAUSE_MS = 500;

/**
 * Reports until they are stored. Each is on disk, and with several replicas on several servers, before its device is
 * acknowledged; what is stored leaves the stream. A stream that is full takes no more: nothing is acknowledged then.
 */
const openStream = async (manager: JetStreamManager, { stream, allReports }: Names, o: NatsOptions): Promise<void> => {
  const size = { num_replicas: o.replicas, max_bytes: o.megabytes * 1024 * 1024 };
  const has = await manager.streams.info(stream).catch((error: unknown) => {
    if (error instanceof JetStreamApiError && error.code === NO_STREAM) return null;
    throw error;
  });
  if (has) await manager.streams.update(stream, size);
  else
    await manager.streams.add({
      name: stream,
      subjects: [allReports],
      retention: RetentionPolicy.Workqueue,
      storage: StorageType.File,
      discard: DiscardPolicy.New,
      duplicate_window: nanos(DUPLICATES_MS),
      ...size,
    });
};

/** Whether asking again may help: without an answer, or told that there is none at the moment. */
const isPassing = (error: unknown): boolean => !(error instanceof JetStreamApiError) || error.status === 503;

const managed = async (link: Link, names: Names, options: NatsOptions): Promise<JetStreamManager> => {
  const until = Date.now() + BEGINNING_MS;
  for (;;)
    try {
      const manager = await jetstreamManager(link.nats, { timeout: ANSWER_MS });
      await openStream(manager, names, options);
      return manager;
    } catch (err) {
      if (!isPassing(err) || Date.now() > until) throw err;
      options.log.warn({ err }, 'NATS has no stream for reports yet');
      await wait(PAUSE_MS);
    }
};

/** The processes that store reports share the partitions; each partition is one process's at a time. */
export const isTurnOf = (id: string, partition: number, alive: readonly Alive[]): boolean => {
  const storing = alive.filter(({ roles }) => roles.includes('ingest'));
  return storing[partition % storing.length]?.id === id;
};

/** Whose connection the servers do not know: that of a killed process they miss at once. */
const missing = async ({ nats, isUp }: Link, names: Names, ids: readonly string[]): Promise<string[]> => {
  if (!isUp()) return [];
  const isMissing = (id: string) =>
    nats.request(names.there(id), undefined, { timeout: THERE_MS }).then(
      () => false,
      (error: unknown) =>
        error instanceof errors.NoRespondersError || (error as Error).cause instanceof errors.NoRespondersError,
    );
  const found = await Promise.all(ids.map(async (id) => ((await isMissing(id)) ? id : null)));
  return found.filter((id) => id !== null);
};

/** Several processes: what is told reaches all of them, and reports wait in a stream until one of them has stored them. */
export const openNatsBus = async (options: NatsOptions): Promise<Bus> => {
  const { urls, house, processes, passwords, log, limit = 50_000 } = options;
  const names = namesOf(house);
  const listeners = new Listeners((err, subject) => log.error({ err, subject }, 'a listener on the bus failed'));
  const inlets = new Set<Inlet>();
  const link = await openLink(urls, log, {
    gone() {
      for (const inlet of inlets) inlet.lost();
    },
    back: () => news.back(),
  });
  const news = new News(() => link, names, listeners, processes.isSure);
  link.nats.subscribe(names.there(processes.id), {
    callback: (error, question) => void (error || !link.isUp() || question.respond()),
  });
  processes.suspectBy((ids) => missing(link, names, ids));
  const manager = await managed(link, names, options);
  const client = jetstream(link.nats, { timeout: ANSWER_MS });

  let takenAt = Number.NEGATIVE_INFINITY;
  const taken = () => {
    takenAt = performance.now();
  };
  const outlets = Array.from(
    { length: PARTITIONS },
    (_, partition) =>
      new Outlet({
        stream: client,
        subject: names.reports(partition),
        isUp: link.isUp,
        taken,
        failed(err, reports) {
          takenAt = Number.NEGATIVE_INFINITY;
          log.error({ err, reports }, 'Reports did not get into the stream; their locks send again');
        },
      }),
  );
  const shares = new Shares(limit);
  let isClosed = false;

  const share = (partition: number, store: Store): void => {
    let inlet: Inlet | null = null;
    processes.share({
      name: `reports ${partition}`,
      isMine: (alive) => isTurnOf(processes.id, partition, alive),
      begin() {
        const subject = names.reports(partition);
        const { isSure } = processes;
        inlet = new Inlet({ manager, client, stream: names.stream, subject, open: passwords.open, isSure, log }, store);
        inlets.add(inlet);
      },
      async end() {
        if (!inlet) return;
        inlets.delete(inlet);
        await inlet.end();
      },
    });
  };

  return {
    tell: (subject, message) => news.tell(subject, message),
    hear: (subject, listener) => news.hear(subject, listener),
    async heard() {
      const at = processes.clock();
      // the servers' answer comes behind all that they had for this process, and tells that they have what it told itself
      news.flush();
      return link.isUp() && (await link.nats.flush().then(link.isUp, () => false)) ? at : null;
    },
    reports: {
      submit({ id }, report) {
        const { authenticated } = report;
        if (isClosed || !shares.take(id, authenticated))
          return Promise.reject(new StreamUnavailable(isClosed ? 'the bus is closed' : 'too many reports are waiting'));
        const bytes = encodeReport({ deviceId: id, report }, passwords.seal);
        const sent = outlets[partitionOf(id)]!.submit(id, bytes);
        const give = () => shares.give(id, authenticated);
        sent.then(give, give);
        return sent;
      },
      /** A server that answers may have no room, or a disk that takes nothing: a message without reports tells. */
      async isTaking() {
        if (!link.isUp()) return false;
        if (performance.now() - takenAt < PROOF_MS) return true;
        return client.publish(names.reports(0), messageOf([]), { timeout: ANSWER_MS }).then(
          () => {
            taken();
            return true;
          },
          () => false,
        );
      },
      storeBy(store) {
        for (let partition = 0; partition < PARTITIONS; partition++) share(partition, store);
      },
    },
    isConnected: link.isUp,
    async close() {
      isClosed = true;
      await Promise.all(outlets.map((outlet) => outlet.idle()));
      news.flush();
      await link.nats.drain().catch(() => link.nats.close());
    },
  };
};
