import { fieldErrors, fieldWords } from '@plomb/contract/errors';
import type { Text } from '@plomb/contract/kit/text';
import type { z } from 'zod';

export type FieldName = string | readonly (string | number)[];

/** The schema of one field of a call's input, by the name the form has for it. */
export const fieldOf = (input: z.ZodObject, name: FieldName): z.ZodType => {
  const path = typeof name === 'string' ? [name] : name;
  const found = path.reduce<unknown>((at, part) => partOf(at, part), input);
  if (!found) throw new Error(`the call takes no field ${path.join('.')}`);
  return found as z.ZodType;
};
/** A field of an object, or one of a list: all of them are alike. */
const partOf = (schema: unknown, part: string | number): unknown =>
  typeof part === 'number' && typeof schema === 'object' && schema !== null && 'element' in schema
    ? schema.element
    : shapeOf(schema)?.[part];
const shapeOf = (schema: unknown): Record<string, unknown> | undefined =>
  typeof schema === 'object' && schema !== null && 'shape' in schema
    ? (schema.shape as Record<string, unknown>)
    : undefined;

/** What is left of a schema once "may be absent", "may be null" and "stands for" are taken off. */
const bare = (schema: z.ZodType): z.ZodType => {
  const inner = (schema.def as { innerType?: z.ZodType }).innerType;
  return inner ? bare(inner) : schema;
};

const empties = [undefined, null, '', []] as const;
const isEmpty = (value: unknown): boolean => (typeof value === 'string' ? value.trim() === '' : value == null);
/** Whether a field has to be filled. A box that is ticked or not always is. */
export const isRequired = (schema: z.ZodType): boolean =>
  bare(schema).def.type !== 'boolean' && !empties.some((value) => schema.safeParse(value).success);

/** Characters a text may have; undefined: no end is named. */
export const longest = (schema: z.ZodType): number | undefined => {
  const text = bare(schema);
  return 'maxLength' in text && typeof text.maxLength === 'number' ? text.maxLength : undefined;
};
/** Between which a number lies, where the schema says so. */
export const limits = (schema: z.ZodType): { min?: number; max?: number } => {
  const { minValue, maxValue } = bare(schema) as { minValue?: unknown; maxValue?: unknown };
  const named = (value: unknown): value is number =>
    typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  return { ...(named(minValue) ? { min: minValue } : {}), ...(named(maxValue) ? { max: maxValue } : {}) };
};

/** How the contract says that nothing was given; a form that nothing cannot have is no news to who gave nothing. */
const missingOf = (schema: z.ZodType, value: unknown): Text => {
  const issue = schema.safeParse(value).error?.issues[0];
  return issue && issue.code !== 'invalid_format' && issue.message in fieldErrors
    ? fieldWords(issue)
    : fieldErrors.required;
};

/** What the contract finds wrong with a value; null: nothing. */
export const wrongWith = (schema: z.ZodType, value: unknown): Text | null => {
  if (isEmpty(value)) {
    // what was cleared may be null where only "absent" is taken
    const passes = !isRequired(schema) && (value === undefined || schema.safeParse(value).success);
    return passes ? null : missingOf(schema, value);
  }
  const issue = schema.safeParse(value).error?.issues[0];
  return issue ? fieldWords(issue) : null;
};
