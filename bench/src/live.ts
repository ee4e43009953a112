import { live } from '@plomb/contract/live';
import { sealPassword } from '@plomb/contract/sealedPassword';
import { session } from '@plomb/contract/session';
import { signOf } from '@plomb/contract/sign';
import { DeviceLine } from '@plomb/server/testing/deviceLine';
import { runLoad } from '@plomb/simulator/load';
import { adminPassword, type Product } from './stage.ts';

const post = async (
  product: Product,
  secret: string,
  path: string,
  input: object,
  token = '',
  signal: AbortSignal | null = null,
): Promise<Response> => {
  return fetch(product.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: token } : {}) },
    body: JSON.stringify(signed(input, secret)),
    signal,
  });
};

const signIn = async (product: Product, secret: string): Promise<string> => {
  const { data: key } = (await (await post(product, secret, session.key.path, {})).json()) as {
    data: { keyId: string; publicKey: string; nonce: string };
  };
  const password = sealPassword(key, session.login.path, adminPassword);
  const answer = await post(product, secret, session.login.path, { username: 'admin', password });
  return ((await answer.json()) as { data: { token: string } }).data.token;
};

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
  phones: string[],
  seconds: number,
  readers = 20,
): Promise<LiveFigures> => {
  const { signSecret } = (await (await fetch(`${product.url}/config.json`)).json()) as { signSecret: string };
  const token = await signIn(product, signSecret);
  const abort = new AbortController();
  const sentAt = new Map<string, number>();
  const delays: number[] = [];
  for (let i = 0; i < readers; i++) {
    const answer = await post(product, signSecret, live.stream.path, {}, token, abort.signal);
    void listen(answer, (text) => {
      const at = performance.now();
      for (const [time, sent] of sentAt) if (text.includes(time)) delays.push(at - sent);
      for (const [time, sent] of sentAt) if (at - sent > 5000) sentAt.delete(time);
    });
  }
  const [probe, ...others] = phones as [string, ...string[]];
  const load = runLoad({
    host: '127.0.0.1',
    port: product.gatewayPort,
    phones: others.slice(0, 100),
    window: 1,
    seconds,
  });
  const line = new DeviceLine(probe, Math.floor(Date.now() / 1000) * 1000 - 3_600_000);
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

const signed = (input: object, secret: string) => {
  const body = { ...input, langue: 'en_US', timestamp: Date.now() };
  return { ...body, sign: signOf(body, secret) };
};

const listen = async (answer: Response, hear: (text: string) => void): Promise<void> => {
  const decoder = new TextDecoder();
  try {
    for await (const chunk of answer.body!) hear(decoder.decode(chunk, { stream: true }));
  } catch {
    // aborted at the end of the measurement
  }
};
