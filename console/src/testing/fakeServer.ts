import { alarmSeverity } from '@plomb/contract/alarms/severity';
import type { LiveEvent } from '@plomb/contract/live/live';
import type { FleetLock, FleetPart } from '@plomb/contract/map/map';
import { vi } from 'vitest';

/** What a call answers: its data, a sign other than success with what is wrong with which field, or a line that is broken. */
export type Answer = { data: unknown } | { sign: string; data?: unknown } | 'broken';
type Body = Record<string, unknown>;

export interface OpenStream {
  /** what the stream was asked for */
  input: Body;
  say(event: LiveEvent): void;
  /** text as it stands, for what no event is */
  write(text: string): void;
  /** the line breaks */
  cut(): void;
  closed: boolean;
}

/** A server behind `fetch`: calls answer what the test says, and each live stream is the test's to speak on. */
export const fakeServer = () => {
  const answers = new Map<string, (body: Body) => Answer | Promise<Answer>>();
  const asked: { path: string; body: Body }[] = [];
  const streams: OpenStream[] = [];
  let refuseStreams = false;

  const openStream = (input: Body, signal: AbortSignal | null): Response => {
    const encoder = new TextEncoder();
    let controller!: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start(c) {
        controller = c;
      },
    });
    const stream: OpenStream = {
      input,
      closed: false,
      say: ({ event, data }) => stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
      write: (text) => controller.enqueue(encoder.encode(text)),
      cut() {
        stream.closed = true;
        controller.error(new TypeError('network'));
      },
    };
    signal?.addEventListener('abort', () => {
      if (stream.closed) return;
      stream.closed = true;
      controller.error(signal.reason);
    });
    const beat = setInterval(() => {
      if (stream.closed) clearInterval(beat);
      else stream.write(':\n\n');
    }, 15_000);
    streams.push(stream);
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
  };
  const json = (value: unknown): Response =>
    new Response(JSON.stringify(value), { headers: { 'Content-Type': 'application/json' } });

  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}): Promise<Response> => {
    const path = new URL(url, 'http://localhost').pathname;
    if (path === '/config.json') return json({ signSecret: 's', title: { zh: '', en: '' }, version: '1', build: '' });
    const body = JSON.parse(String(init.body)) as Body;
    if (init.signal?.aborted) throw init.signal.reason;
    if (path === '/live/stream') {
      if (refuseStreams) throw new TypeError('network');
      return openStream(body, init.signal ?? null);
    }
    asked.push({ path, body });
    const answer = await (answers.get(path) ?? (() => 'broken' as const))(body);
    if (answer === 'broken') throw new TypeError('network');
    if ('sign' in answer) return json({ verify: { sign: answer.sign, desc: answer.sign }, data: answer.data ?? {} });
    return json({ verify: { sign: 'success', desc: '' }, data: answer.data });
  });

  return {
    asked,
    streams,
    /** the stream that is open now */
    stream(): OpenStream {
      const open = streams.findLast((s) => !s.closed);
      if (!open) throw new Error('No stream is open.');
      return open;
    },
    on: (path: string, answer: (body: Body) => Answer | Promise<Answer>) => void answers.set(path, answer),
    refuseStreams(on: boolean) {
      refuseStreams = on;
    },
    count: (path: string): number => asked.filter((a) => a.path === path).length,
  };
};
export type FakeServer = ReturnType<typeof fakeServer>;

export const fleetLock = (id: number, over: Partial<FleetLock> = {}): FleetLock => ({
  id,
  sn: String(860411057000000 + id),
  device_name: `Container ${id}`,
  subject: `沪A·D${7000 + id}`,
  org_id: 1,
  org_name: 'Sunan',
  device_type_name: 'G-300',
  family: 'hhd',
  out_of_use: null,
  lock_status: 2,
  fault: 0,
  alarm: null,
  // as grave as the product has it
  alarm_severity: over.alarm ? alarmSeverity[over.alarm] : null,
  lon: 120,
  lat: 31,
  velocity: 0,
  heading: 90,
  electric: 80,
  charging: null,
  aside_since: null,
  report_time: null,
  place_time: over.report_time ?? null,
  seen_time: null,
  lock_time: null,
  connected: true,
  report_interval: 30,
  sleep_interval: 600,
  ...over,
});

/** Locks as the server sends a part of the fleet. */
export const fleetPart = (locks: readonly FleetLock[], next: number | null = null): FleetPart => {
  const now = Date.now();
  const age = (time: string | null): number | null =>
    time === null ? null : Math.round((now - Date.parse(time)) / 1000);
  const place = (degrees: number | null): number | null => (degrees === null ? null : Math.round(degrees * 1e5));
  return {
    columns: {
      id: locks.map((l) => l.id),
      sn: locks.map((l) => l.sn),
      device_name: locks.map((l) => l.device_name),
      subject: locks.map((l) => l.subject),
      org: locks.map((l) => l.org_id),
      type: locks.map(() => 1),
      out_of_use: locks.map((l) => l.out_of_use),
      lock_status: locks.map((l) => l.lock_status),
      fault: locks.map((l) => l.fault),
      alarm: locks.map((l) => l.alarm),
      alarm_severity: locks.map((l) => l.alarm_severity),
      lon: locks.map((l) => place(l.lon)),
      lat: locks.map((l) => place(l.lat)),
      velocity: locks.map((l) => l.velocity),
      heading: locks.map((l) => l.heading),
      electric: locks.map((l) => l.electric),
      charging: locks.map((l) => l.charging),
      aside: locks.map((l) => age(l.aside_since)),
      report: locks.map((l) => age(l.report_time)),
      unplaced: locks.map(({ report_time, place_time }) => {
        const [report, place] = [age(report_time), age(place_time)];
        return report === null || place === null ? null : place - report;
      }),
      seen: locks.map((l) => age(l.seen_time)),
      unsaid: locks.map(({ seen_time, lock_time }) => {
        const [seen, said] = [age(seen_time), age(lock_time)];
        return seen === null || said === null ? null : said - seen;
      }),
      connected: locks.map((l) => l.connected),
      report_interval: locks.map((l) => l.report_interval),
      sleep_interval: locks.map((l) => l.sleep_interval),
    },
    orgs: [{ org_id: 1, org_name: 'Sunan' }],
    types: [{ id: 1, device_type_name: 'G-300', family: 'hhd', report_interval: 30, sleep_interval: 600 }],
    now,
    next,
    registered: locks.length,
    epoch: 'e',
    seq: 1,
  };
};
