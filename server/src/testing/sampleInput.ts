import { z } from 'zod';

interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  propertyNames?: Schema;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  minItems?: number;
  minLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  format?: string;
  pattern?: string;
}

const textOf = ({ format, minLength = 1 }: Schema): string => {
  if (format === 'date-time') return '2026-11-21T08:00:00Z';
  if (format === 'ipv4') return '127.0.0.1';
  return '7'.repeat(Math.max(minLength, 6));
};

const sampleFor = (s: Schema): unknown => {
  if (s.const !== undefined) return s.const;
  if (s.enum) return s.enum[0];
  const inner = s.anyOf ?? s.oneOf ?? s.allOf;
  if (inner) return sampleFor(inner[0]!);
  switch (s.type) {
    case 'object': {
      const fields = Object.entries(s.properties ?? {}).map(([name, field]) => [name, sampleFor(field)] as const);
      const free = s.propertyNames && typeof s.additionalProperties === 'object';
      return { ...Object.fromEntries(fields), ...(free && { free: sampleFor(s.additionalProperties as Schema) }) };
    }
    case 'array':
      return Array.from({ length: Math.max(1, s.minItems ?? 0) }, () => sampleFor(s.items ?? {}));
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

/** An input with every field a call knows, of the right types though not always of sense. */
export const sampleInput = (schema: z.ZodType): Record<string, unknown> =>
  sampleFor(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema) as Record<string, unknown>;

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
