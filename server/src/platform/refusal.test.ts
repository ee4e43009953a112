import { cards } from '@plomb/contract/cards/cards';
import { regionalRules } from '@plomb/contract/cards/rules';
import { expect, it } from 'vitest';
import { refusalOf } from './refusal.ts';

const gone = Object.assign(new Error('violates foreign key constraint'), { code: '23503', constraint: 'rule_card_fk' });

it('what is deleted is in use still; what names it a moment after it was deleted is told that it is gone', () => {
  expect(refusalOf(gone, cards.delete)?.code).toBe('inUse');
  expect(refusalOf(gone, regionalRules.add)?.code).toBe('notFound');
  expect(refusalOf(gone)?.code).toBe('notFound');
});
