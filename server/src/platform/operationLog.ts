import { isDeepStrictEqual } from 'node:util';
import type { Call } from '@plomb/contract/kit/call';
import type { Text } from '@plomb/contract/kit/text';
import type { FieldChange } from '@plomb/contract/system/logs/logs';
import type { ClientBase, Pool } from 'pg';
import type { SessionOperator } from './access.ts';
import type { Answer } from './refusal.ts';
import { storable } from './wellFormed.ts';

const secret =
  /password|passwd|token|secret|publickey|^sign$|nonce|authorization|cookie|credential|otp|backup_?codes?|api_?key|private_?key|^key$|^codes?$|^address(_again)?$|^ic_no$|^cards$/i;
const LIMIT = 16_384;
/** A refused call changed nothing: what it was made of is told in brief. */
const REFUSED_LIMIT = 2048;

/** What a refused request was made of may be anything; below this depth it is not told. */
const DEEPEST = 20;

/** Secrets blanked by name, and texts as they can be stored: whatever a request was, its row can be written. */
export const masked = (value: unknown, depth = DEEPEST): unknown => {
  if (typeof value === 'string') return storable(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return '…';
  if (Array.isArray(value)) return value.map((v) => masked(v, depth - 1));
  return Object.fromEntries(
    Object.entries(value).map(([k, v]) => [storable(k), secret.test(k) && v ? '***' : masked(v, depth - 1)]),
  );
};

/** The fields of `after` that were something else before, secrets blanked. */
export const differences = (before: Record<string, unknown>, after: Record<string, unknown>): FieldChange[] =>
  Object.keys(after)
    .filter((field) => !isDeepStrictEqual(before[field] ?? null, after[field] ?? null))
    .map((field) =>
      secret.test(field)
        ? { field, before: '***', after: '***' }
        : { field, before: short(before[field]), after: short(after[field]) },
    );
/** A value as it is kept in a change: an outline of a large area says only how long it is. */
const short = (value: unknown): unknown => {
  const { length } = JSON.stringify(value ?? null);
  return length <= 1000 ? masked(value ?? null) : { truncated: true, length };
};

/** Printable JSON; a very long one is replaced by a note of its length, so that what is stored always parses. */
const printed = (value: unknown, limit: number): string => {
  const text = JSON.stringify(value) ?? '';
  return text.length <= limit
    ? text
    : JSON.stringify({ truncated: true, length: text.length, start: text.slice(0, 1000) });
};

/** What a call was about whose handler never came to name it: the records it asked for, by number. */
const askedFor = (body: unknown): string => {
  if (typeof body !== 'object' || body === null) return '';
  const { id, ids, device_id } = body as Record<string, unknown>;
  const asked = [id, device_id, ...(Array.isArray(ids) ? ids : [])].filter((n) => Number.isSafeInteger(n));
  return asked
    .slice(0, 20)
    .map((n) => `#${n}`)
    .join(', ');
};

export interface Operation {
  call: Call;
  operator: Pick<SessionOperator, 'id' | 'orgId' | 'operName'> | null;
  /** who it says it is, when that is not known */
  typedName: string;
  instruct: string | Text;
  changes: FieldChange[];
  /** what it was about, as far as that is devices */
  devices: readonly number[];
  address: string;
  requestId: string;
  /** what stood in the address behind its path: no call of ours says anything there */
  param: object;
  body: unknown;
  answer: Answer;
  costMs: number;
}

/** One row of the audit trail. Success follows `verify.sign`: a refusal is never filed as a success. */
export const writeOperation = async (db: ClientBase | Pool, op: Operation): Promise<void> => {
  const success = op.answer.verify.sign === 'success';
  const limit = success ? LIMIT : REFUSED_LIMIT;
  await db.query(
    `with line as (insert into operation_log (org_id, operator_id, title_zh, title_en, instruct, business_type, request_method,
       operate_name, operate_url, operate_address, request_body, response_body, success, error_msg, request_id, cost_ms, changes,
       typed_name, instruct_en, request_param)
     values ($1, $2, $3, $4, $5, $6, 'POST', $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $20)
       returning id, org_id, create_time)
     insert into operation_device (log_id, device_id, org_id, create_time)
       select line.id, device, line.org_id, line.create_time from line, unnest($19::bigint[]) device where line.org_id is not null`,
    [
      op.operator?.orgId ?? null,
      op.operator?.id ?? null,
      op.call.title.zh,
      op.call.title.en,
      storable(typeof op.instruct === 'string' ? op.instruct || (success ? '' : askedFor(op.body)) : op.instruct.zh),
      op.call.business,
      op.operator?.operName ?? '',
      op.call.path,
      op.address,
      printed(masked(op.body ?? {}), limit),
      // `verify.sign` is the class of the answer, no secret
      printed({ verify: op.answer.verify, data: masked(op.answer.data) }, limit),
      success,
      success ? '' : op.answer.verify.desc,
      op.requestId,
      op.costMs,
      JSON.stringify(masked(op.changes)),
      storable(op.typedName),
      typeof op.instruct === 'string' ? null : storable(op.instruct.en),
      op.devices,
      Object.keys(op.param).length === 0 ? '' : printed(masked(op.param), REFUSED_LIMIT),
    ],
  );
};
