import type { Lang } from '@plomb/contract/kit/text';
import { expect, it } from 'vitest';
import { type CodeUse, codeText } from './codeText.ts';

const uses: CodeUse[] = ['signIn', 'proof', 'setUp', 'contact'];
const until = new Date('2026-11-30T08:10:00Z');

it.each<Lang>(['zh', 'en'])(
  'each purpose has its own words (%s): until when with the zone, and that nobody of us asks for it',
  (lang) => {
    const texts = uses.map((use) => codeText(lang, use, '402913', until));
    expect(new Set(texts.map(({ subject }) => subject)).size).toBe(uses.length);
    expect(new Set(texts.map(({ text }) => text)).size).toBe(uses.length);
    for (const { text } of texts) {
      // programs, and people, find one number of six digits in it
      expect(text.match(/\b\d{6}\b/g)).toEqual(['402913']);
      expect(text).toMatch(/(GMT|UTC).*\d{2}:10|\d{2}:10.*(GMT|UTC)/);
      expect(text).toContain(lang === 'zh' ? '绝不会向您索要' : 'We never ask you for it');
    }
  },
);
