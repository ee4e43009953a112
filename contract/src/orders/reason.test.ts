import { expect, it } from 'vitest';
import { isReasonGiven, reasonIn } from './reason.ts';
import { orderWords } from './words.ts';

const customs = { reason_code: 'customs', reason_text: { zh: '海关查验', en: 'Customs inspection' } };

it('says what was chosen in the language of whoever reads, and what was typed as it was typed', () => {
  expect(reasonIn('zh', { ...customs, reason: '单号 2332' })).toBe('海关查验：单号 2332');
  expect(reasonIn('en', { ...customs, reason: '单号 2332' })).toBe('Customs inspection: 单号 2332');
  expect(reasonIn('en', { ...customs, reason: '' })).toBe('Customs inspection');
  const other = { reason_code: 'other', reason_text: { zh: '其他', en: 'Other' } };
  expect(reasonIn('en', { ...other, reason: '押运员要求' })).toBe('押运员要求');
  expect(reasonIn('zh', { reason_code: null, reason_text: null, reason: '' })).toBe('');
});

it('takes each item of the list as a reason but "other", which asks for words', () => {
  for (const reason_code of Object.keys(orderWords.unseal_reason.items))
    expect(isReasonGiven({ reason_code, reason: '' })).toBe(reason_code !== 'other');
  expect(['   a   ', '原因', '开门检查', 'order 7'].map((reason) => isReasonGiven({ reason }))).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect(isReasonGiven({ reason_code: 'other', reason: 'order 7' })).toBe(true);
});
