import { live } from '@plomb/contract/live';
import { DeviceLine } from '@plomb/server/testing/deviceLine';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { runLoad } from '@plomb/simulator/load';
import { adminPassword, type Product } from './stage.ts';

export interface LiveFigures {
  readers: number;
  /** reports stored per second while it was measured */
  load: number;
  /** ms from writing a frame to its position arriving at a reader */
  p50: number;
  p95: number;
}

/** From a socket's byte to twenty open live streams, while other locks report. */
export const measureLive = async (
  product: Product,
  probe: string,
  phones: string[],
  seconds: number,
  readers = 20,
): Promise<LiveFigures> => {
  const client = await FetchClient.open(product.url);
  await client.login('admin', adminPassword);
  const abort = new AbortController();
  const sentAt = new Map<string, number>();
  const delays: number[] = [];
  for (let i = 0; i < readers; i++) {
    const answer = await client.post(live.stream.path, {}, abort.signal);
    void listen(answer, (text) => {
      const at = performance.now();
      for (const [time, sent] of sentAt) if (text.includes(time)) delays.push(at - sent);
      for (const [time, sent] of sentAt) if (at - sent > 5000) sentAt.delete(time);
    });
  }
  const load = runLoad({
    host: '127.0.0.1',
    port: product.gatewayPort,
    phones: phones.slice(0, 100),
    window: 1,
    seconds,
  });
  const line = new DeviceLine(probe, Math.floor(Date.now() / 1000) * 1000 - 60_000);
  line.onSend = (sent) => sentAt.set(new Date(sent.time).toISOString(), performance.now());
  await line.connect(product.gatewayPort);
  const beat = setInterval(() => line.send(1), 1100); // never in step with the one-second tick
  const { perSecond } = await load;
  clearInterval(beat);
  line.close();
  abort.abort();
  delays.sort((a, b) => a - b);
  const at = (q: number) => Math.round(delays[Math.floor(delays.length * q)] ?? Number.NaN);
  return { readers, load: perSecond, p50: at(0.5), p95: at(0.95) };
};

const listen = async (answer: Response, hear: (text: string) => void): Promise<void> => {
  const decoder = new TextDecoder();
  try {
    for await (const chunk of answer.body!) hear(decoder.decode(chunk, { stream: true }));
  } catch {
    // aborted at the end of the measurement
  }
};
