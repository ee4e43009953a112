import type { ExplainedBytes, ExplainedFrame } from '@plomb/gateway/explain';
import { becameOf, type ExplainedField, fieldsIn } from '@plomb/gateway/explained';

/** Bytes as people write them down: hex with spaces or colons, or a text that opens with a bracket; null: neither. */
export const bytesFrom = (given: string): Buffer | null => {
  const text = given.trim();
  if (text.startsWith('(')) return Buffer.from(text, 'latin1');
  const hex = text.replace(/^0x/i, '').replaceAll(/[\s:,-]/g, '');
  return hex.length > 0 && hex.length % 2 === 0 && /^[0-9a-f]+$/i.test(hex) ? Buffer.from(hex, 'hex') : null;
};

const HEX_SHOWN = 32;
const shortened = (hex: string): string => (hex.length > HEX_SHOWN ? `${hex.slice(0, HEX_SHOWN)}…` : hex);

/** A field with its value, or with what it is made of. */
const fieldLine = ({ depth, name, from, hex, value }: ExplainedField): string => {
  const head = `${String(from).padStart(5)}  ${shortened(hex).padEnd(HEX_SHOWN + 1)}  ${'  '.repeat(depth)}${name}`;
  return value === null ? head : `${head}  ${value}`;
};

const frameLines = (frame: ExplainedFrame): string[] => {
  const { what, sn, raw, parts, reading, trouble } = frame;
  return [
    `${what}${sn && `  of ${sn}`}  ${raw.length} bytes`,
    ...fieldsIn(parts).map(fieldLine),
    ...(trouble === null ? [] : [`       ${trouble}`]),
    ...becameOf(frame).flatMap((report) => [
      '       becomes',
      ...report.map(({ name, value }) => `         ${name}  ${value}`),
    ]),
    ...reading.notUnderstood.map((one) => `       not understood: ${one.what} (${one.reason})`),
  ];
};

export const lines = ({ frames, refused }: ExplainedBytes): string[] => [
  ...frames.flatMap(frameLines),
  ...refused.map(({ reason, bytes }) => `no frame (${reason})  ${shortened(Buffer.from(bytes).toString('hex'))}`),
];
