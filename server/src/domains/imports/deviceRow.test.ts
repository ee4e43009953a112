import { type DeviceField, deviceFields } from '@plomb/contract/imports/importFields';
import { describe, expect, it } from 'vitest';
import type { CellError } from './cells.ts';
import { judgeRow } from './deviceRow.ts';

const known = () => 7;
const find = { device_type: known, factory: known, org_name: known };
/** What is wrong with a row that says this in one field and is right in all others. */
const wrong = (field: DeviceField, said: string): CellError[] => {
  const mapping: DeviceField[] = field === 'sn' ? ['sn'] : ['sn', field];
  const plan = { mapping, org_id: 1, device_type_id: 1, manufacturer_id: null };
  return judgeRow(field === 'sn' ? [said] : ['860300000001', said], plan, find).errors;
};
const typed = deviceFields.filter((field) => !(field in find));

describe('what a spreadsheet has made of a cell is no value', () => {
  it.each(deviceFields)('a formula: %s', (field) => {
    expect(wrong(field, '=VLOOKUP(A2;B:C;2)')).toEqual([{ field, code: 'importFormula' }]);
  });
  it.each(typed)('a rounded number: %s', (field) => {
    expect(wrong(field, '8.98600123456789E+19')).toEqual([{ field, code: 'importNumberDamaged' }]);
  });
  it.each(typed)('a number as it was typed is one: %s', (field) => {
    expect(wrong(field, '89860012345678901234')).toEqual([]);
  });
});
