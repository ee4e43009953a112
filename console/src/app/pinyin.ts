import { pinyin } from 'pinyin-pro';
import type { Spell } from './menuIndex.ts';

const joined = (text: string, pattern: 'pinyin' | 'first'): string =>
  pinyin(text, { pattern, toneType: 'none', type: 'array', nonZh: 'consecutive', v: true }).join('').toLowerCase();

/** The dictionary behind this weighs more than the rest of the shell: import this file only when somebody searches. */
export const spell: Spell = (text) => ({ full: joined(text, 'pinyin'), initials: joined(text, 'first') });
