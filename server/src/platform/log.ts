import { type Logger, pino } from 'pino';

export type { Logger };

/** Structured logs on standard output. Secrets that might ride along in an object are blanked by name. */
export const openLog = (level: string): Logger =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['password', '*.password', 'token', '*.token', 'authorization', '*.authorization'],
      censor: '***',
    },
  });
