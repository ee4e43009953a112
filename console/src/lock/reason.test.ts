import { expect, it } from 'vitest';
import { isReasonEnough, reasonText } from './reason.ts';

it('makes one sentence of the chosen reason and the details, long enough for the server', () => {
  const join = (reason: string, details: string): string => `${reason}：${details}`;
  expect(reasonText('customs', '海关查验', ' 单号 2332 ', join)).toBe('海关查验：单号 2332');
  expect(reasonText('customs', '海关查验', ' ', join)).toBe('海关查验');
  expect(reasonText('other', '其他', '押运员要求', join)).toBe('押运员要求');
  expect(reasonText(null, '', 'anything', join)).toBe('');
  expect(['海关查验', '押运员要求', '海关查验: 单号', '   a   '].map(isReasonEnough)).toEqual([
    false,
    false,
    true,
    false,
  ]);
});
