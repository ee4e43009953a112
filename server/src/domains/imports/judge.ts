import { type FieldErrorCode, fieldErrors } from '@plomb/contract/errors';
import { deviceRules, type ImportField, importFieldNames } from '@plomb/contract/imports/importFields';
import { searchKey } from '@plomb/contract/kit/search';
import type { z } from 'zod';

/** What a file may say by name. */
export interface Named {
  id: number;
  /** no two have the same in one house; names may be shared */
  codes: readonly string[];
  names: readonly string[];
}
export type Find = (said: string) => number | 'none' | 'several';

/** By its code, else by its name, however either is spaced. */
export const finder = (all: readonly Named[]): Find => {
  const index = (of: (one: Named) => readonly string[]) => {
    const found = new Map<string, Set<number>>();
    for (const one of all)
      for (const said of of(one)) found.set(searchKey(said), (found.get(searchKey(said)) ?? new Set()).add(one.id));
    return found;
  };
  const codes = index(({ codes }) => codes);
  const names = index(({ names }) => names);
  return (said) => {
    const [first, ...others] = codes.get(searchKey(said)) ?? names.get(searchKey(said)) ?? [];
    if (first === undefined) return 'none';
    return others.length > 0 ? 'several' : first;
  };
};

/** An organisation by its name, or by its way from any above it: `above/below`. */
export const organisationsNamed = (
  all: readonly { id: number; org_name: string; parent_id: number | null }[],
): Named[] => {
  const byId = new Map(all.map((one) => [one.id, one]));
  return all.map((one) => {
    const names = [one.org_name];
    const met = new Set([one.id]);
    for (let at = byId.get(one.parent_id ?? 0); at && !met.has(at.id); at = byId.get(at.parent_id ?? 0)) {
      met.add(at.id);
      names.push(`${at.org_name}/${names.at(-1)}`);
    }
    return { id: one.id, codes: [], names };
  });
};

/** What a file's columns mean, and what stands for what a row does not say. */
export interface Plan {
  mapping: readonly (ImportField | null)[];
  /** null: none, or one that is out of sight or disabled by now */
  org_id: number | null;
  device_type_id: number | null;
  manufacturer_id: number | null;
}
export interface Finds {
  device_type: Find;
  factory: Find;
  org_name: Find;
}

export interface CellError {
  field: ImportField;
  code: FieldErrorCode | 'deviceSnExists' | 'deviceRetired' | 'deviceTypeInReach' | 'manufacturerInReach';
  values?: Record<string, string | number>;
}

const texts = ['subject', 'device_no', 'sim_card', 'mobileID', 'device_address'] as const;
export type DeviceValues = Record<'sn' | 'device_name' | (typeof texts)[number], string> & {
  device_type_id: number;
  manufacturer_id: number | null;
  org_id: number;
};

export interface Judged {
  /** what a form would send; of a field with an error something or nothing */
  values: DeviceValues;
  /** the fields the row itself says something in */
  said: readonly ImportField[];
  errors: CellError[];
}

const isFormula = (text: string): boolean => /^\s*[=＝]/.test(text);
/** 8.60319E+11: what a spreadsheet makes of a long number. No number of ours has a dot or a plus. */
const isRounded = (text: string): boolean => /^\d+(\.\d+)?e\+?\d+$/i.test(text.trim()) && /[.+]/.test(text);

/** What a spreadsheet has made of a cell, instead of the value somebody saw in it. */
const damageOf = (text: string): 'importFormula' | 'importNumberDamaged' | null =>
  isFormula(text) ? 'importFormula' : isRounded(text) ? 'importNumberDamaged' : null;

const codeOf = (issue: z.core.$ZodIssue): FieldErrorCode => {
  if (issue.message in fieldErrors) return issue.message as FieldErrorCode;
  return issue.code === 'too_big' ? 'tooLong' : 'unreadable';
};

const missing: Record<keyof Finds, FieldErrorCode> = {
  device_type: 'importNoType',
  factory: 'importNoFactory',
  org_name: 'importNoOrganisation',
};

const whyNot = {
  formula: () => 'importFormula',
  none: (field) => missing[field],
  several: () => 'importAmbiguous',
} as const satisfies Record<string, (field: keyof Finds) => FieldErrorCode>;

/** One row, by the rules of the device form. What needs the fleet (whether the number is taken) is judged afterwards. */
export const judgeRow = (cells: readonly string[], plan: Plan, find: Finds): Judged => {
  const raw = Object.fromEntries(importFieldNames.map((field) => [field, ''])) as Record<ImportField, string>;
  plan.mapping.forEach((field, at) => {
    if (field) raw[field] = (cells[at] ?? '').trim();
  });
  const errors: CellError[] = [];
  const text = (field: 'sn' | 'device_name' | (typeof texts)[number], said: string): string => {
    const damage = damageOf(said);
    if (damage) {
      errors.push({ field, code: damage });
      return '';
    }
    const read = deviceRules[field].safeParse(said);
    if (read.success) return read.data;
    errors.push(...read.error.issues.slice(0, 1).map((issue) => ({ field, code: codeOf(issue) })));
    return said;
  };
  const named = <D extends number | null>(field: keyof Finds, otherwise: D): number | D => {
    if (raw[field] === '') return otherwise;
    const found = isFormula(raw[field]) ? 'formula' : find[field](raw[field]);
    if (typeof found === 'number') return found;
    errors.push({ field, code: whyNot[found](field) });
    return otherwise;
  };
  if (raw.sn === '') errors.push({ field: 'sn', code: 'required' });
  const sn = raw.sn === '' ? '' : text('sn', raw.sn);
  const device_type_id = named('device_type', plan.device_type_id);
  if (device_type_id === null && raw.device_type === '') errors.push({ field: 'device_type', code: 'required' });
  if (plan.org_id === null && raw.org_name === '') errors.push({ field: 'org_name', code: 'required' });
  return {
    values: {
      sn,
      // a lock without a name goes by its number
      device_name: raw.device_name === '' ? sn : text('device_name', raw.device_name),
      device_type_id: device_type_id ?? 0,
      manufacturer_id: named('factory', plan.manufacturer_id),
      org_id: named('org_name', plan.org_id) ?? 0,
      ...(Object.fromEntries(texts.map((field) => [field, text(field, raw[field])])) as Record<
        (typeof texts)[number],
        string
      >),
    },
    said: importFieldNames.filter((field) => raw[field] !== ''),
    errors,
  };
};

const columnOf: Record<ImportField, keyof DeviceValues> = {
  sn: 'sn',
  device_name: 'device_name',
  device_type: 'device_type_id',
  factory: 'manufacturer_id',
  org_name: 'org_id',
  subject: 'subject',
  device_no: 'device_no',
  sim_card: 'sim_card',
  mobileID: 'mobileID',
  device_address: 'device_address',
};

/** Whether a device is there already with all that a row says of it: then the row changes nothing. */
export const saysNothingNew = ({ values, said }: Judged, device: DeviceValues): boolean =>
  said.every((field) => values[columnOf[field]] === device[columnOf[field]]);
