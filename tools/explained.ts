import type { ExplainedBytes, ExplainedFrame } from '@plomb/gateway/explain';
import type { Part } from '@plomb/protocols/kit/codec';

/** Bytes as people write them down: hex with spaces or colons, or a text that opens with a bracket; null: neither. */
export const bytesFrom = (given: string): Buffer | null => {
  const text = given.trim();
  if (text.startsWith('(')) return Buffer.from(text, 'latin1');
  const hex = text.replace(/^0x/i, '').replaceAll(/[\s:,-]/g, '');
  return hex.length > 0 && hex.length % 2 === 0 && /^[0-9a-f]+$/i.test(hex) ? Buffer.from(hex, 'hex') : null;
};

const HEX_SHOWN = 32;
const shortened = (hex: string): string => (hex.length > HEX_SHOWN ? `${hex.slice(0, HEX_SHOWN)}…` : hex);

const shown = (value: unknown): string => {
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** A part with its value, or with what it is made of. */
const partLines = (part: Part, depth: number): string[] => {
  const head = `${String(part.from).padStart(5)}  ${shortened(part.hex).padEnd(HEX_SHOWN + 1)}  ${'  '.repeat(depth)}${part.name}`;
  if (!part.parts || part.parts.length === 0) return [`${head}  ${shown(part.value)}`];
  return [head, ...part.parts.flatMap((one) => partLines(one, depth + 1))];
};

/** What is not as it is in every report, or not said, is left out. */
const isSaid = ([name, value]: [string, unknown]): boolean =>
  !['raw', 'part', 'receiveTime', 'authenticated', 'family'].includes(name) &&
  value !== null &&
  value !== '' &&
  !(Array.isArray(value) && value.length === 0);

const reportLines = (report: object): string[] =>
  Object.entries(report)
    .filter(isSaid)
    .map(([name, value]) => {
      const told = name === 'deviceTime' && typeof value === 'number' ? new Date(value).toISOString() : shown(value);
      return `         ${name}  ${told}`;
    });

const frameLines = ({ what, sn, raw, parts, reading, trouble }: ExplainedFrame): string[] => [
  `${what}${sn && `  of ${sn}`}  ${raw.length} bytes`,
  ...parts.flatMap((part) => partLines(part, 0)),
  ...(trouble === null ? [] : [`       ${trouble}`]),
  ...reading.reports.flatMap((report) => ['       becomes', ...reportLines(report)]),
  ...reading.notUnderstood.map((one) => `       not understood: ${one.what} (${one.reason})`),
];

export const lines = ({ frames, refused }: ExplainedBytes): string[] => [
  ...frames.flatMap(frameLines),
  ...refused.map(({ reason, bytes }) => `no frame (${reason})  ${shortened(Buffer.from(bytes).toString('hex'))}`),
];
