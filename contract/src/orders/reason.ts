import type { Lang } from '../kit/text.ts';
import type { Command } from '../lock/command.ts';

/** The item of the list that says nothing by itself. */
const OTHER = 'other';
/** What is typed has at least a word. */
const SHORTEST = 3;

interface Given {
  reason_code?: string | undefined;
  reason: string;
}

/** Whether it says why: by an item of the list, or in words. */
export const isReasonGiven = ({ reason_code: code = OTHER, reason }: Given): boolean =>
  code !== OTHER || reason.trim().length >= SHORTEST;

/** Why an order was given, in the reader's language: what was chosen, and what was typed beside it as it was typed. */
export const reasonIn = (
  lang: Lang,
  { reason_code: code, reason_text: chosen, reason: typed }: Pick<Command, 'reason_code' | 'reason_text' | 'reason'>,
): string => [code !== OTHER && chosen?.[lang], typed].filter(Boolean).join(lang === 'zh' ? '：' : ': ');
