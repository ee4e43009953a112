import { expect, it } from 'vitest';
import { failureDetails, Refused, Unreachable } from './answer.ts';

it('says where no form stands what of the filters is not taken, in the language of the screen', () => {
  const refused = new Refused(
    'validation',
    { zh: '表单信息有误', en: 'The form information is wrong' },
    { from: { zh: '最长 31 天。', en: 'At most 31 days.' }, to: { zh: '最长 31 天。', en: 'At most 31 days.' } },
  );
  expect([failureDetails(refused, 'zh'), failureDetails(refused, 'en')]).toEqual(['最长 31 天', 'At most 31 days']);
  expect(failureDetails(new Refused('fail', 'no'), 'en')).toBe('no');
  expect(failureDetails(new Unreachable('network'), 'en')).toBe(
    'The server cannot be reached, please check the network',
  );
});
