import { paramSeeds } from '@plomb/contract/params';
import { expect, test } from 'vitest';
import { valueWords } from './paramWords.ts';

const words = { on: 'On', off: 'Off' };

test.each([
  ['session_idle_seconds', '1800', 'en', '30 min'],
  ['session_max_seconds', '43200', 'zh', '12 小时'],
  ['session_max_seconds', '90061', 'en', '1 d 1 h 1 min 1 s'],
  ['low_battery_default', '20', 'en', '20%'],
  ['retention_days', '400', 'zh', '400 天'],
  ['watermark', 'false', 'en', 'Off'],
  ['watermark_words', 'operator', 'zh', '姓名与登录名'],
  ['watermark_words', 'constructor', 'zh', 'constructor'],
  ['system_title_en', '', 'en', ''],
] as const)('%s = %s reads in %s as “%s”', (name, text, lang, expected) => {
  expect(valueWords(paramSeeds[name], text, lang, words)).toBe(expected);
});
