import { orderWords } from '@plomb/contract/orders/words';
import { expect, it } from 'vitest';
import { isReasonEnough, reasonText } from './reason.ts';

it('makes one sentence of the chosen reason and the details, long enough for the server', () => {
  const join = (reason: string, details: string): string => `${reason}：${details}`;
  expect(reasonText('customs', '海关查验', ' 单号 2332 ', join)).toBe('海关查验：单号 2332');
  expect(reasonText('customs', '海关查验', ' ', join)).toBe('海关查验');
  expect(reasonText('other', '其他', '押运员要求', join)).toBe('押运员要求');
  expect(reasonText(null, '', 'anything', join)).toBe('');
  expect(['海关查验', '海关查验: 单号', '   a   ', '原因'].map(isReasonEnough)).toEqual([true, true, false, false]);
});

it('takes each reason of the list as it stands, in either language', () => {
  for (const [code, [zh, en]] of Object.entries(orderWords.unseal_reason.items))
    if (code !== 'other') expect([zh, en].filter((word) => !isReasonEnough(word))).toEqual([]);
});
