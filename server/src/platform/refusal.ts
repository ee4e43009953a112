import { type ErrorCode, errors, type FieldErrorCode, fieldErrors, type Sign } from '@plomb/contract/errors';
import { fill, type Lang } from '@plomb/contract/text';
import { z } from 'zod';

/** A clear "no" to the caller: one entry of the error table, with values for its text and errors beside fields. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly values: Record<string, string | number>;
  readonly issues: readonly z.core.$ZodIssue[];
  constructor(code: ErrorCode, values: Record<string, string | number> = {}, issues: readonly z.core.$ZodIssue[] = []) {
    super(code);
    this.code = code;
    this.values = values;
    this.issues = issues;
  }
}

export interface Answer {
  verify: { sign: Sign; desc: string };
  data?: unknown;
}

const locales = { zh: z.locales.zhCN().localeError, en: z.locales.en().localeError };

const fieldText = (issue: z.core.$ZodIssue, lang: Lang): string => {
  if (issue.message in fieldErrors) return fieldErrors[issue.message as FieldErrorCode][lang];
  if (issue.message in errors) return errors[issue.message as ErrorCode][lang];
  // a parsed issue carries an English message already; the locale's own words come from the raw issue
  const said = locales[lang]({ ...issue, message: undefined } as unknown as Parameters<(typeof locales)['zh']>[0]);
  return (typeof said === 'string' ? said : said?.message) ?? issue.message;
};

/** What the caller reads: the class, the sentence in its language, and errors by field path (`a.0.b`). */
export const answerOf = (refusal: Refusal, lang: Lang): Answer => {
  const entry = errors[refusal.code];
  const verify = { sign: entry.sign, desc: fill(entry[lang], refusal.values) };
  if (refusal.issues.length === 0) return { verify };
  return { verify, data: Object.fromEntries(refusal.issues.map((i) => [i.path.join('.'), fieldText(i, lang)])) };
};

/** A refusal beside one field, for what no schema can judge: an opened password. */
export const fieldRefusal = (field: string, message: FieldErrorCode): Refusal =>
  new Refusal('validation', {}, [{ code: 'custom', path: [field], message, input: undefined }]);

interface DatabaseFault {
  code: string;
  constraint?: string;
}
const isDatabaseFault = (e: unknown): e is DatabaseFault =>
  typeof e === 'object' && e !== null && 'code' in e && typeof e.code === 'string';

/** Constraints whose breach has words of its own, and the fields of forms beside which they stand. */
const byConstraint: Record<string, { code: ErrorCode; fields?: string[] }> = {
  device_sn_key: { code: 'deviceExists', fields: ['sn'] },
  manufacturer_factory_code_key: { code: 'duplicate', fields: ['factoryCode'] },
  device_type_device_type_key: { code: 'duplicate', fields: ['device_type'] },
  device_type_in_reach: { code: 'typeElsewhere', fields: ['device_type_id'] },
  manufacturer_in_reach: { code: 'makerElsewhere', fields: ['manufacturer_id'] },
  device_history: { code: 'deviceHistory' },
  organisation_history: { code: 'organisationHistory' },
  dictionary_dict_code_key: { code: 'duplicate', fields: ['dict_code'] },
  dictionary_item_dictionary_id_item_code_key: { code: 'duplicate', fields: ['item_code'] },
  menu_menu_code_key: { code: 'duplicate', fields: ['menuCode'] },
  role_org_id_role_name_key: { code: 'duplicate', fields: ['roleName'] },
  operator_login: { code: 'loginNameTaken', fields: ['loginName', 'login_name'] },
  operator_role_above: { code: 'roleElsewhere', fields: ['role_id'] },
  role_circle: { code: 'roleCircle', fields: ['superRoleId'] },
  grant_within_parent: { code: 'beyondParent' },
  organisation_circle: { code: 'organisationCircle', fields: ['parent_id'] },
  one_live_physical_command: { code: 'commandOpen' },
};
const refusedBy = (constraint: string): Refusal | null => {
  const entry = byConstraint[constraint];
  if (!entry) return null;
  const { code, fields = [] } = entry;
  return new Refusal(
    code,
    {},
    fields.map((field) => ({ code: 'custom', path: [field], message: code, input: undefined })),
  );
};
/** a value its column cannot take: too large, of another form, against a rule of the table, too long for an index */
const notAValue = /^(22|23502$|23514$|54000$)/;
const lostDatabase = /^(08|57P0|53|ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|ENOENT)/;

/**
 * The one mapper from what went wrong to what is said. The database is the backstop, so its refusals are ordinary
 * answers; null = a fault of ours.
 */
export const refusalOf = (e: unknown): Refusal | null => {
  if (e instanceof Refusal) return e;
  if (e instanceof Error && /timeout exceeded when trying to connect|Connection terminated/.test(e.message))
    return new Refusal('unavailable');
  if (!isDatabaseFault(e)) return null;
  const refused = e.constraint ? refusedBy(e.constraint) : null;
  if (refused) return refused;
  if (notAValue.test(e.code)) return new Refusal('validation');
  if (e.code === '23505') return new Refusal('duplicate');
  if (e.code === '23503') return new Refusal('inUse');
  if (e.code === '42501') return new Refusal('notFound'); // row-level security: a foreign organisation looks unknown
  if (e.code === '40001' || e.code === '40P01') return new Refusal('conflict');
  return lostDatabase.test(e.code) ? new Refusal('unavailable') : null;
};
