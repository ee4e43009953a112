import type { BatchDetail, BatchKind } from '@plomb/contract/batches/batches';
import type { ErrorCode, FieldErrorCode } from '@plomb/contract/errors';
import type { Command } from '@plomb/contract/lock/command';
import type { ClientBase } from 'pg';
import type { Clause } from '../../lock/mayOperate.ts';
import type { SessionOperator } from '../../platform/access.ts';

export interface BatchOrder {
  kind: BatchKind;
  args: Command['args'];
}

type Why = Pick<Command, 'reason_code' | 'reason_text'>;

interface Unfit {
  code: ErrorCode | FieldErrorCode;
  /** the argument that is refused; '' = it is about the lock */
  field: string;
  /** of the decision whether it may be given */
  clause?: Clause;
  /** for the words of the code */
  values?: Record<string, string>;
}
/** What whoever gives it is permitted, and what it sees. */
type Giver = Pick<SessionOperator, 'id' | 'grants' | 'orgIds'>;

type GivingWay = BatchDetail['replaces'][number];

/** How locks are given an order: what the domain of the orders does for one, for many. */
export interface Giving {
  reasonOf(client: ClientBase, code: string | undefined): Promise<Why>;
  /** which of them would not take it, and why */
  judge(
    client: ClientBase,
    giver: Giver,
    order: BatchOrder,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, Unfit>>;
  /** whose orders would give way to it, and how many: most first */
  givingWay(client: ClientBase, order: BatchOrder, ids: readonly number[]): Promise<GivingWay[]>;
  /** the same as judging, and the others have it, in `orders` by device; `tell` follows the commit */
  give(
    client: ClientBase,
    operator: Giver & Pick<SessionOperator, 'operName' | 'loginName'>,
    given: BatchOrder &
      Why & {
        reason: string;
        keyOf(id: number): string;
        apiKeyId: number | null;
        batchId: number | null;
        assignmentId?: number;
        since?: Date;
        chosen?: Date;
      },
    ids: readonly number[],
  ): Promise<{ orders: ReadonlyMap<number, number>; unfit: ReadonlyMap<number, Unfit>; tell(): void }>;
}
