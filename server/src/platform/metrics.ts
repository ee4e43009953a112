import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export const registry = new Registry();
collectDefaultMetrics({ register: registry, prefix: 'plomb_' });

export const apiSeconds = new Histogram({
  name: 'plomb_api_seconds',
  help: 'Time from a request to its answer',
  labelNames: ['path'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
  registers: [registry],
});
export const refusals = new Counter({
  name: 'plomb_api_refusals_total',
  help: 'Calls answered with a refusal, by class',
  labelNames: ['path', 'sign'],
  registers: [registry],
});
export const uncaught = new Counter({
  name: 'plomb_uncaught_total',
  help: 'Errors and rejections that nothing in the program expected',
  labelNames: ['kind'],
  registers: [registry],
});
export const messagesSent = new Counter({
  name: 'plomb_messages_total',
  help: 'Hand-overs of messages to the mail server or the SMS provider, by what became of them',
  labelNames: ['channel', 'state'],
  registers: [registry],
});
/** Of the process that does the periodic jobs; the others tell nothing. */
export const overdueSeconds = new Gauge({
  name: 'plomb_retention_overdue_seconds',
  help: 'By how much the oldest row that was found and is not yet deleted has outlived its days',
  labelNames: ['table'],
  registers: [registry],
});
