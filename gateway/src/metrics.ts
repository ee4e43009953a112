import { Counter, Gauge, type Registry } from 'prom-client';
import type { Counts } from './counts.ts';

type Plain = 'opened' | 'frames' | 'reports' | 'acknowledged' | 'unstored' | 'unregistered' | 'identityMismatches';

const plain: readonly [Plain, name: string, help: string][] = [
  ['opened', 'connections_opened_total', 'Device connections accepted'],
  ['frames', 'frames_total', 'Whole frames of known devices'],
  ['reports', 'reports_total', 'Reports handed to storage'],
  ['acknowledged', 'acknowledged_total', 'Messages acknowledged after their reports were durable'],
  ['unstored', 'unstored_total', 'Reports storage refused: the device sends them again'],
  ['unregistered', 'unregistered_total', 'Connections refused because nobody registered their identity'],
  ['identityMismatches', 'identity_mismatch_total', "Frames dropped for claiming another device's identity"],
];

const byReason: readonly [
  'refused' | 'notUnderstood' | 'closed' | 'commands' | 'upgrades',
  name: string,
  help: string,
][] = [
  ['refused', 'refused_total', 'Bytes and frames dropped, by reason'],
  ['notUnderstood', 'not_understood_total', 'Messages kept and not understood, by reason'],
  ['closed', 'connections_closed_total', 'Device connections ended, by reason'],
  ['commands', 'commands_total', 'Commands and answers, by what became of them'],
  ['upgrades', 'upgrades_total', 'Firmware on its way to locks, by what became of it'],
];

/** How many there are now. */
export interface Gauges {
  connections: () => number;
  held: () => number;
}

const gauges: readonly [keyof Gauges, name: string, help: string][] = [
  ['connections', 'connections', 'Open device connections'],
  ['held', 'connections_held', 'Device connections not read for now, because too many reports wait for storage'],
];

/** Shows the counts on `registry`; they are read when somebody asks. A gateway started later replaces one before it. */
export function publish(registry: Registry, counts: Counts, now: Gauges): () => void {
  const names: string[] = [];
  const named = (name: string) => {
    const full = `plomb_gateway_${name}`;
    registry.removeSingleMetric(full);
    names.push(full);
    return full;
  };
  for (const [key, name, help] of plain) {
    new Counter({
      name: named(name),
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(counts[key]);
      },
    });
  }
  for (const [key, name, help] of byReason) {
    new Counter({
      name: named(name),
      help,
      labelNames: ['reason'],
      registers: [registry],
      collect() {
        this.reset();
        for (const [reason, count] of Object.entries(counts[key])) this.inc({ reason }, count);
      },
    });
  }
  for (const [key, name, help] of gauges) {
    new Gauge({
      name: named(name),
      help,
      registers: [registry],
      collect() {
        this.set(now[key]());
      },
    });
  }
  const shown = names.map((name) => registry.getSingleMetric(name));
  return () => {
    for (const [i, name] of names.entries()) {
      if (registry.getSingleMetric(name) === shown[i]) registry.removeSingleMetric(name);
    }
  };
}
