/** A message on its way to one person. */
export interface Outgoing {
  id: number;
  address: string;
  /** of a mail; an SMS has none */
  subject: string;
  text: string;
  /** the same for a program */
  data?: Record<string, unknown>;
  /** of a mail: where whoever reads it says that they want no more */
  leave?: string;
}

/**
 * What became of a message that was handed over. `waiting`: it was not taken, and may be tried again. `unknown`: it was on
 * its way when the connection ended, so the other side may have it. `lapsed`: it is of no use, or nobody's business, any more.
 */
export interface Outcome {
  state: 'sent' | 'waiting' | 'failed' | 'unknown' | 'lapsed';
  /** what the other side said, or why it was not reached; nothing of the message */
  answer: string;
  /** of what waits: the other side asks for so much time, s */
  afterS?: number;
  /** there is nobody at that address, and never will be */
  gone?: boolean;
}

/** Hands one message to whoever delivers it. It never fails: what went wrong is an outcome. */
export type Provider = (message: Outgoing) => Promise<Outcome>;

/** A hand-over takes no longer than this, ms. */
export const LONGEST_MS = 60_000;

/** Names of faults are told; their sentences may hold addresses. */
export const faultOf = (error: unknown): string => {
  if (!(error instanceof Error)) return '';
  const { originalCode, code } = error as { originalCode?: unknown; code?: unknown };
  return [originalCode, code].find((one) => typeof one === 'string') ?? error.name;
};
