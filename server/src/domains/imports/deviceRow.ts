import type { FieldErrorCode } from '@plomb/contract/errors';
import { type DeviceField, deviceFields, deviceRules } from '@plomb/contract/imports/importFields';
import { type CellError, codeOf, damageOf, isFormula, type Plan, saidIn } from './cells.ts';
import { type Find, whyUnknown } from './named.ts';

export interface Finds {
  device_type: Find;
  factory: Find;
  org_name: Find;
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
  said: readonly DeviceField[];
  errors: CellError[];
}

const missing: Record<keyof Finds, FieldErrorCode> = {
  device_type: 'importNoType',
  factory: 'importNoFactory',
  org_name: 'importNoOrganisation',
};

/** A row of devices, by the rules of the device form. What needs the fleet (whether the number is taken) is judged afterwards. */
export const judgeRow = (cells: readonly string[], plan: Plan, find: Finds): Judged => {
  const raw = saidIn(deviceFields, cells, plan.mapping);
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
    errors.push({ field, code: whyUnknown(found, missing[field]) });
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
    said: deviceFields.filter((field) => raw[field] !== ''),
    errors,
  };
};

const columnOf: Record<DeviceField, keyof DeviceValues> = {
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
