import { Gauge, type Registry } from 'prom-client';
import type { Ingest } from './writer.ts';

/** What ingest has done and what waits, as read at the moment of asking. */
export const exposeIngest = (ingest: Ingest, registry: Registry): void => {
  registry.registerMetric(
    new Gauge({
      name: 'plomb_ingest_reports',
      help: 'Reports since the start by what became of them; `pending` wait now',
      labelNames: ['outcome'],
      registers: [],
      collect() {
        for (const [outcome, count] of Object.entries(ingest.stats())) this.set({ outcome }, count);
      },
    }),
  );
};
