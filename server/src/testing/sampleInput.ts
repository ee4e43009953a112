import fc from 'fast-check';
import { z } from 'zod';

interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  propertyNames?: Schema;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  prefixItems?: Schema[];
  minItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  format?: string;
  pattern?: string;
}

/** What most texts take, and else what their form does. */
const texts = ['7777777', '2026-11-21T08:00:00Z', '2026-11-21', '08:00', 'seven', 'seven@example.org'];
const textOf = ({ format, minLength = 1, maxLength = Infinity, pattern, allOf = [] }: Schema): string => {
  if (format === 'ipv4') return '127.0.0.1';
  const patterns = [pattern, ...allOf.map((one) => one.pattern)].filter((one) => one !== undefined);
  const fits = (text: string) =>
    text.length >= minLength && text.length <= maxLength && patterns.every((one) => new RegExp(one, 'u').test(text));
  const found = texts.find(fits);
  if (found !== undefined || patterns.length === 0) return found ?? '7'.repeat(minLength);
  return fc.sample(fc.stringMatching(new RegExp(patterns[0]!, 'u')), { seed: 7, numRuns: 100 }).find(fits) ?? texts[0]!;
};

/** What only the name of a field says; what is read may be a chip, of fourteen digits. */
const byName: Record<string, unknown> = {
  read: '7'.repeat(14),
  timeZone: 'UTC',
  time_zone: 'UTC',
  zone: 'UTC',
  size: 20,
  sort: '-id',
};

const sampleFor = (s: Schema, bare: boolean): unknown => {
  if (s.const !== undefined) return s.const;
  if (s.enum) return s.enum[0];
  const inner = s.anyOf ?? s.oneOf ?? (s.type === 'string' ? undefined : s.allOf);
  if (inner) return sampleFor(inner[0]!, bare);
  switch (s.type) {
    case 'object': {
      const fields = Object.entries(s.properties ?? {})
        .filter(([name]) => !bare || s.required?.includes(name))
        .map(([name, field]) => [name, byName[name] ?? sampleFor(field, bare)] as const);
      const free = s.propertyNames && typeof s.additionalProperties === 'object';
      return {
        ...Object.fromEntries(fields),
        ...(free && { free: sampleFor(s.additionalProperties as Schema, bare) }),
      };
    }
    case 'array':
      if (s.prefixItems) return s.prefixItems.map((one) => sampleFor(one, bare));
      return Array.from({ length: Math.max(1, s.minItems ?? 0) }, () => sampleFor(s.items ?? {}, bare));
    case 'integer':
    case 'number':
      return Math.max(1, s.minimum ?? 1, (s.exclusiveMinimum ?? 0) + 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return textOf(s);
  }
};

/** An input with every field a call knows, or with those alone that it asks for, of the right types though not always of sense. */
export const sampleInput = (schema: z.ZodType, fields: 'all' | 'asked' = 'all'): Record<string, unknown> => {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  return sampleFor(json, fields === 'asked') as Record<string, unknown>;
};

/** The same value once for every leaf in it, with that leaf replaced; `put` is asked with what stood there. */
export function* withEachLeaf(value: unknown, put: (leaf: unknown) => unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) {
    yield put(value);
    return;
  }
  for (const [name, inner] of Object.entries(value))
    for (const other of withEachLeaf(inner, put))
      yield Array.isArray(value) ? value.with(Number(name), other) : { ...value, [name]: other };
}
