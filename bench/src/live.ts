import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { live } from '@plomb/contract/live/live';
import { DeviceLine } from '@plomb/server/testing/deviceLine';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { Latencies } from '@plomb/simulator/latencies';
import { Rotation } from '@plomb/simulator/rotation';
import { password } from './generate.ts';
import { ms, perS, show } from './machine.ts';
import type { OpenReader, Sent } from './openReader.ts';
import type { Options } from './options.ts';
import { connected, openDatabase, registerLocks, withProduct } from './stage.ts';

const readers = 20;
const load = 5000;
const beatMillis = 1100; // never in step with the one-second tick

/** From a socket's byte to twenty open live streams, and to one of somebody who has the lock open, while a fleet reports. */
export const measureLive = async (o: Options): Promise<void> => {
  const database = await openDatabase();
  try {
    await withProduct(database.url, async (product) => {
      // the probe is none of the fleet: its reports must be the newest of their lock
      const [probe, ...phones] = (await registerLocks(database.url, Math.min(5000, o.locks) + 1)) as [
        string,
        ...string[],
      ];
      const abort = new AbortController();
      const sentAt = new Map<string, number>();
      const delays = new Latencies();
      const watch = async (input: object, hear: (text: string) => void): Promise<void> => {
        // each a person of its own: a session has few streams
        const client = await FetchClient.open(product.url);
        await client.login('admin', password);
        void listen(await client.post(live.stream.path, input, abort.signal), hear);
      };
      for (let i = 0; i < readers; i++) {
        await watch({}, (text) => {
          const at = performance.now();
          for (const [time, sent] of sentAt) if (text.includes(time)) delays.add(at - sent);
          for (const [time, sent] of sentAt) if (at - sent > 5000) sentAt.delete(time);
        });
      }
      const opened = new Latencies();
      const id = await connected(database.url, async (db) => {
        const { rows } = await db.query<{ id: number }>('select id from device where sn = $1', [probe]);
        return Number(rows[0]!.id);
      });
      // a browser of its own: this thread is busy with what twenty others are told each second
      const workerData: OpenReader = { url: product.url, username: 'admin', password, id };
      const reader = new Worker(new URL('./openReader.ts', import.meta.url), { workerData });
      await once(reader, 'message');
      reader.on('message', (millis: number) => opened.add(millis));
      const fleet = new Rotation({ host: '127.0.0.1', port: product.gatewayPort, phones });
      await fleet.open();
      const reports = fleet.run({ perSecond: load }, Math.min(60, o.seconds));
      const line = new DeviceLine(probe, Math.floor(Date.now() / 1000) * 1000 - 60_000);
      line.onSend = (sent) => {
        const time = new Date(sent.time).toISOString();
        const now = performance.now();
        sentAt.set(time, now);
        const told: Sent = { time, at: performance.timeOrigin + now };
        reader.postMessage(told);
      };
      await line.connect(product.gatewayPort);
      const beat = setInterval(() => line.send(1), beatMillis);
      const { perSecond } = await reports;
      clearInterval(beat);
      line.close();
      abort.abort();
      await reader.terminate();
      await fleet.cut();
      show(
        `frame written to its position in ${readers} live streams, at ${perS(perSecond)}: p50, p95`,
        `${ms(delays.percentile(0.5))}, ${ms(delays.percentile(0.95))} (${delays.count} arrivals)`,
      );
      show(
        'the same of a lock somebody has open: p50, p95',
        `${ms(opened.percentile(0.5))}, ${ms(opened.percentile(0.95))} (${opened.count} arrivals)`,
      );
    });
  } finally {
    await database.drop();
  }
};

const listen = async (answer: Response, hear: (text: string) => void): Promise<void> => {
  const decoder = new TextDecoder();
  try {
    for await (const chunk of answer.body!) hear(decoder.decode(chunk, { stream: true }));
  } catch {
    // aborted at the end of the measurement
  }
};
