import type { Call, Calls } from '@plomb/contract/kit/call';
import type { Lang, Text } from '@plomb/contract/kit/text';
import type { Kysely } from 'kysely';
import type { PoolClient } from 'pg';
import type { z } from 'zod';
import type { SessionOperator } from './access.ts';

/** Tables by name; what comes out is checked against the contract, so rows are not typed twice. */
export type Tables = Record<string, Record<string, unknown>>;

interface Common {
  lang: Lang;
  address: string;
  requestId: string;
  /** a sentence for the operation log: on what, and why; in both languages where it has words of ours, and not names alone */
  note(sentence: string | Text): void;
  /** for the operation log: the values an operation replaced, and those it put in their place */
  changed(before: Record<string, unknown>, after: Record<string, unknown>): void;
  /** for the operation log: which devices it is about; their pages show it */
  concerns(devices: readonly number[]): void;
  /** runs once the transaction is committed: hints and live news must not run ahead of the truth */
  afterCommit(run: () => void): void;
  /** replaces the token that the answer carries */
  setToken(token: string): void;
}

/** What a handler works with: a transaction that sees the operator's organisations and nothing else. */
export interface Ctx extends Common {
  db: Kysely<Tables>;
  client: PoolClient;
  operator: SessionOperator;
  token: string;
}

/** Whoever reads, in the transaction that sees what they may. */
export type Reading = Pick<Ctx, 'client' | 'db' | 'operator'>;

/** A call that needs no session has no scope: it sees no organisation's rows, and brings its own way to what it needs. */
export interface OpenCtx extends Common {
  operator: null;
  /** whom the log should name, once known */
  actAs(operator: Pick<SessionOperator, 'id' | 'orgId' | 'operName'>): void;
  /** what was typed as a name, for the log as long as nobody is known by it */
  claims(name: string): void;
  userAgent: string;
}

/** What a stream works with. It has no transaction; it asks again whether it may go on. */
export interface StreamCtx extends Common {
  operator: SessionOperator;
  /** the operator as of now, or null when the session or the permission is gone */
  recheck(): Promise<SessionOperator | null>;
  send(event: string, data: unknown): boolean;
  /** bytes waiting for a slow reader */
  pending(): number;
  onClose(run: () => void): void;
  end(): void;
}

/** Rows of a file, in parts, so that a large one never is in memory as a whole. */
export type FileRows = AsyncIterable<Record<string, unknown>[]>;

type ContextOf<C> = C extends { answer: 'stream' } ? StreamCtx : C extends { permit: 'open' } ? OpenCtx : Ctx;
export type Handler<C extends Call> = (
  input: z.output<C['input']>,
  ctx: ContextOf<C>,
) => C extends { answer: 'file' } ? FileRows : Promise<C extends { answer: 'stream' } ? void : z.input<C['output']>>;
export type Handlers<C extends Calls> = { [K in keyof C]: Handler<C[K]> };

/** A call with its handler, types laid aside: the pipeline checks input and output against the contract at run time. */
export interface Served {
  call: Call;
  /** makes of the input what `run` takes in its place, before there is a transaction */
  prepare?(input: unknown, operator: SessionOperator, lang: Lang): Promise<unknown>;
  run(input: unknown, ctx: Ctx | OpenCtx | StreamCtx): unknown;
}

/** One handler for every call of a domain: a missing or wrongly typed one does not compile. */
export const serve = <C extends Calls>(calls: C, handlers: Handlers<C>): Served[] =>
  Object.entries(calls).map(([name, call]) => {
    const run = handlers[name as keyof C] as Served['run'] & Pick<Served, 'prepare'>;
    return { call, run, ...(run.prepare ? { prepare: run.prepare } : {}) };
  });

/**
 * A handler with work that takes long and needs no rows (a picture drawn anew, bytes that go elsewhere): it is done before
 * the transaction begins, whose connection others wait for.
 */
export const prepared = <C extends Call, P>(
  _: C,
  prepare: (input: z.output<C['input']>, operator: SessionOperator, lang: Lang) => Promise<P>,
  run: (made: P, ctx: ContextOf<C>) => Promise<z.input<C['output']>>,
): Handler<C> => Object.assign(run as unknown as Handler<C>, { prepare });

/** The same calls; once what one of them changed is committed, `run` follows. */
export const afterChange = (served: readonly Served[], run: () => void): Served[] =>
  served.map((one) => {
    if (one.call.business === null || one.call.answer !== 'envelope') return one;
    return {
      ...one,
      run(input, ctx) {
        ctx.afterCommit(run);
        return one.run(input, ctx);
      },
    };
  });
