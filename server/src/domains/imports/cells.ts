import { type FieldErrorCode, fieldErrors } from '@plomb/contract/errors';
import type { ImportField } from '@plomb/contract/imports/importFields';
import type { z } from 'zod';

/** What a file's columns mean, and what stands for what a row does not say. */
export interface Plan {
  mapping: readonly (ImportField | null)[];
  /** null: none, or one that is out of sight or disabled by now */
  org_id: number | null;
  device_type_id: number | null;
  manufacturer_id: number | null;
}

export interface CellError {
  field: ImportField;
  code:
    | FieldErrorCode
    | 'deviceSnExists'
    | 'deviceRetired'
    | 'deviceTypeInReach'
    | 'manufacturerInReach'
    | 'cardRemoving';
  values?: Record<string, string | number>;
}

/** What a row says of each field; '' = nothing. */
export const saidIn = <F extends ImportField>(
  fields: readonly F[],
  cells: readonly string[],
  mapping: Plan['mapping'],
): Record<F, string> =>
  Object.fromEntries(fields.map((field) => [field, (cells[mapping.indexOf(field)] ?? '').trim()])) as Record<F, string>;

export const isFormula = (text: string): boolean => /^\s*[=＝]/.test(text);
/** 8.60319E+11: what a spreadsheet makes of a long number. No number of ours has a dot or a plus. */
const isRounded = (text: string): boolean => /^\d+(\.\d+)?e\+?\d+$/i.test(text.trim()) && /[.+]/.test(text);

/** What a spreadsheet has made of a cell, instead of the value somebody saw in it. */
export const damageOf = (text: string): 'importFormula' | 'importNumberDamaged' | null =>
  isFormula(text) ? 'importFormula' : isRounded(text) ? 'importNumberDamaged' : null;

/** The words of what a rule has against a value. */
export const codeOf = (issue: z.core.$ZodIssue): FieldErrorCode => {
  if (issue.message in fieldErrors) return issue.message as FieldErrorCode;
  if (issue.code === 'invalid_type') return issue.expected === 'int' ? 'wholeNumber' : 'form';
  const isNumber = (issue.code === 'too_big' || issue.code === 'too_small') && issue.origin !== 'string';
  if (isNumber) return 'outOfRange';
  return issue.code === 'too_big' ? 'tooLong' : 'unreadable';
};
