import type { Call } from '@plomb/contract/call';
import type { ClientBase, Pool } from 'pg';
import type { SessionOperator } from './access.ts';
import type { Answer } from './refusal.ts';

const secret = /password|token|secret|publickey|^sign$|nonce|authorization|^key$/i;
const LIMIT = 16_384;

/** Secrets blanked by name, at any depth. */
export const masked = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, secret.test(k) && v ? '***' : masked(v)]));
};

/** Printable JSON; a very long one is replaced by a note of its length, so that what is stored always parses. */
const printed = (value: unknown): string => {
  const text = JSON.stringify(masked(value)) ?? '';
  return text.length <= LIMIT
    ? text
    : JSON.stringify({ truncated: true, length: text.length, start: text.slice(0, 1000) });
};

export interface Operation {
  call: Call;
  operator: Pick<SessionOperator, 'id' | 'orgId' | 'operName'> | null;
  instruct: string;
  address: string;
  requestId: string;
  body: unknown;
  answer: Answer;
  costMs: number;
}

/** One row of the audit trail. Success follows `verify.sign`: a refusal is never filed as a success. */
export const writeOperation = async (db: ClientBase | Pool, op: Operation): Promise<void> => {
  const success = op.answer.verify.sign === 'success';
  await db.query(
    `insert into operation_log (org_id, operator_id, title_zh, title_en, instruct, business_type, request_method,
       operate_name, operate_url, operate_address, request_body, response_body, success, error_msg, request_id, cost_ms)
     values ($1, $2, $3, $4, $5, $6, 'POST', $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      op.operator?.orgId ?? null,
      op.operator?.id ?? null,
      op.call.title.zh,
      op.call.title.en,
      op.instruct,
      op.call.business,
      op.operator?.operName ?? '',
      op.call.path,
      op.address,
      printed(op.body),
      printed(op.answer),
      success,
      success ? '' : op.answer.verify.desc,
      op.requestId,
      op.costMs,
    ],
  );
};
