import { type ErrorCode, errors, type FieldErrorCode, fieldWords } from '@plomb/contract/errors';
import type { Call } from '@plomb/contract/kit/call';
import type { Sign } from '@plomb/contract/kit/refusal';
import { fill, type Lang, type Text } from '@plomb/contract/kit/text';
import type { z } from 'zod';
import { columnOf } from './columnOf.ts';
import { CommitUnknown } from './postgres/transaction.ts';

/** A clear "no" to the caller: one entry of the error table, with values for its text and errors beside fields. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly values: Record<string, string | number>;
  readonly issues: readonly z.core.$ZodIssue[];
  /** what a program needs of it besides the words */
  told: Record<string, string | number> | undefined;
  constructor(code: ErrorCode, values: Record<string, string | number> = {}, issues: readonly z.core.$ZodIssue[] = []) {
    super(code);
    this.code = code;
    this.values = values;
    this.issues = issues;
  }
}

export interface Answer {
  verify: { sign: Sign; desc: string };
  data?: unknown;
  /** of a refusal: the same in every language, for whoever goes on showing it when another one is read */
  words?: { desc: Text; fields: Record<string, Text> };
}

/** What the caller reads: the class, the sentence in its language, and errors by field path (`a.0.b`). */
export const answerOf = (refusal: Refusal, lang: Lang): Answer => {
  const entry = errors[refusal.code];
  const desc = { zh: fill(entry.zh, refusal.values), en: fill(entry.en, refusal.values) };
  const fields = Object.fromEntries(refusal.issues.map((i) => [i.path.join('.'), fieldWords(i)]));
  const said = { verify: { sign: entry.sign, desc: desc[lang] }, words: { desc, fields } };
  if (refusal.told) return { ...said, data: refusal.told };
  if (refusal.issues.length === 0) return said;
  return { ...said, data: Object.fromEntries(Object.entries(fields).map(([field, words]) => [field, words[lang]])) };
};

/** A refusal beside one field, for what no schema can judge: an opened password. */
export const fieldRefusal = (field: string, message: FieldErrorCode): Refusal =>
  new Refusal('validation', {}, [{ code: 'custom', path: [field], message, input: undefined }]);

interface DatabaseFault {
  code: string;
  constraint?: string;
  column?: string;
  /** of a trigger's rule: what its words name */
  hint?: string;
}
const isDatabaseFault = (e: unknown): e is DatabaseFault =>
  typeof e === 'object' && e !== null && 'code' in e && typeof e.code === 'string';

/**
 * A constraint, an index or a trigger's rule that is called as a refusal is speaks in its words: `organisation_circle`
 * says `organisationCircle`. What is merely unique says `duplicate`.
 */
const codeOf = ({ code, constraint = '' }: DatabaseFault): ErrorCode | null => {
  const name = constraint.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  if (Object.hasOwn(errors, name)) return name as ErrorCode;
  return code === '23505' ? 'duplicate' : null;
};

/**
 * Whether a rule is about a column: a trigger names it, an index has it in its own name. (The key that is there already
 * is not told where rows are hidden.) What it refers to says only in whose house it has to be unique.
 */
const isAbout = ({ column, constraint = '' }: DatabaseFault, name: string): boolean =>
  column ? column === name : !name.endsWith('_id') && `_${constraint}_`.includes(`_${name}_`);

/** A breach, beside the fields of what was asked that it is about. */
const refusedBy = (fault: DatabaseFault, fields: readonly string[]): Refusal | null => {
  const code = codeOf(fault);
  if (!code) return null;
  const beside = fields.filter((field) => isAbout(fault, columnOf(field)));
  return new Refusal(
    code,
    fault.hint ? { what: fault.hint } : {},
    beside.map((field) => ({ code: 'custom', path: [field], message: code, input: undefined })),
  );
};

/** a value its column cannot take: too large, of another form, against a rule of the table, too long for an index */
const notAValue = /^(22|23502$|23514$|54000$)/;
const lostDatabase = /^(08|57P0|53|ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|ENOENT)/;

/**
 * The one mapper from what went wrong to what is said. The database is the backstop, so its refusals are ordinary
 * answers; null = a fault of ours. `call`: what was asked for.
 */
export const refusalOf = (e: unknown, call?: Call): Refusal | null => {
  if (e instanceof Refusal) return e;
  if (e instanceof CommitUnknown) return new Refusal('outcomeUnknown');
  if (
    e instanceof Error &&
    /timeout exceeded when trying to connect|Connection terminated|not queryable/.test(e.message)
  )
    return new Refusal('unavailable');
  if (!isDatabaseFault(e)) return null;
  const refused = e.constraint ? refusedBy(e, Object.keys(call?.input.shape ?? {})) : null;
  if (refused) return refused;
  if (notAValue.test(e.code)) return new Refusal('validation');
  // the same code on both sides: what is deleted is named still, or what is named was deleted a moment ago
  if (e.code === '23503') return new Refusal(call?.business === 'delete' ? 'inUse' : 'notFound');
  if (e.code === '42501') return new Refusal('notFound'); // row-level security: a foreign organisation looks unknown
  if (e.code === '40001' || e.code === '40P01') return new Refusal('conflict');
  return lostDatabase.test(e.code) ? new Refusal('unavailable') : null;
};
