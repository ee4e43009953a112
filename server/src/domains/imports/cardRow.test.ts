import { type CardField, cardFields } from '@plomb/contract/imports/importFields';
import { describe, expect, it } from 'vitest';
import { judgeCard } from './cardRow.ts';

const find = { org_name: () => 7, types: new Map([['group', 'group']]) };
const judged = (said: Partial<Record<CardField, string>>) => {
  const row: Partial<Record<CardField, string>> = { ic_no: '0086031901', ...said };
  const mapping = Object.keys(row) as CardField[];
  return judgeCard(Object.values(row), { mapping, org_id: 1, device_type_id: null, manufacturer_id: null }, find);
};

describe('a row of IC cards', () => {
  it.each(cardFields)('with a formula is wrong: %s', (field) => {
    expect(judged({ [field]: '=VLOOKUP(A2;B:C;2)' }).errors).toEqual([{ field, code: 'importFormula' }]);
  });

  it.each(['ic_no', 'ic_name', 'card_no', 'lat', 'lon', 'radius'] as const)(
    'with a number that a spreadsheet has rounded is wrong: %s',
    (field) => {
      expect(judged({ [field]: '8.98600123456789E+19' }).errors).toEqual([{ field, code: 'importNumberDamaged' }]);
    },
  );

  it('has a place in numbers, and keeps the zeros of its own', () => {
    const { values, errors } = judged({ lat: '-31.5', lon: '1.2e-5', radius: '20', card_type: 'Group' });
    expect(errors).toEqual([]);
    expect(values).toMatchObject({ ic_no: '0086031901', lat: -31.5, lon: 0.000012, radius: 20, card_type: 'group' });
  });

  it.each(['0x1F', '31,2', '31°', '1.2.3', 'Infinity'])('takes "%s" for no latitude', (lat) => {
    expect(judged({ lat, lon: '121' }).errors).toEqual([{ field: 'lat', code: 'form' }]);
  });
});
