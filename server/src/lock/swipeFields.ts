import type { Swipe } from '@plomb/contract/lock/swipe';
import type { FileRows } from '../platform/serve.ts';

/** For a file: how a card stood to the rules of its time, each part in a column of its own; empty where none was about it. */
export async function* withSwipe(parts: FileRows): FileRows {
  for await (const part of parts)
    yield part.map((row) => {
      const swipe = row.swipe as Swipe | null;
      return {
        ...row,
        ...{ swipe_verdict: swipe?.verdict ?? '', swipe_doubt: swipe?.doubt ?? '', swipe_rule: swipe?.rule_name ?? '' },
      };
    });
}
