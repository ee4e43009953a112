import { md5 } from '@noble/hashes/legacy.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** JSON with sorted names and no spaces, so that both sides print a nested value alike. */
const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map((v) => canonicalJson(v ?? null)).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const fields = Object.entries(value)
      .filter(([, v]) => v !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, v]) => `${JSON.stringify(name)}:${canonicalJson(v)}`);
    return `{${fields.join(',')}}`;
  }
  return JSON.stringify(value);
};

const printed = (value: unknown): string => (typeof value === 'string' ? value : canonicalJson(value));

/**
 * The `sign` of a request body: its fields sorted by name, empty ones (undefined, null, "") and the sign itself left
 * out, joined as name=value with `&`, the deployment's secret appended, upper-case MD5 of the UTF-8 bytes.
 * It detects mangled or stale requests; it is not security. Source: specification, section 7.
 */
export const signOf = (body: Readonly<Record<string, unknown>>, secret: string): string => {
  const text = Object.keys(body)
    .filter((name) => name !== 'sign' && body[name] !== undefined && body[name] !== null && body[name] !== '')
    .sort()
    .map((name) => `${name}=${printed(body[name])}`)
    .join('&');
  return bytesToHex(md5(utf8ToBytes(text + secret))).toUpperCase();
};
