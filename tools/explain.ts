import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type LockFamily, lockFamilies } from '@plomb/contract/lock/codes';
import { type ExplainedBytes, explainBytes } from '@plomb/gateway/explain';
import { bytesFrom, lines } from './explained.ts';

const help = `npm run explain -- <hex or text> [--family ${lockFamilies.join('|')}] [--model G-300] [--offset minutes]

What a lock said, byte by byte, and what the product makes of it. Hex with or without spaces, a text as "(…)", or - for
standard input. The family is told by the first byte where it is not given. Times are the lock's own, less --offset (480).`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    family: { type: 'string' },
    model: { type: 'string', default: '' },
    offset: { type: 'string' },
  },
});

const fail = (why: string): never => {
  console.error(`${why}\n\n${help}`);
  process.exit(2);
};

const given = positionals.join(' ').trim();
if (given === '') fail('There is nothing to explain.');
const bytes = bytesFrom(given === '-' ? readFileSync(0, 'latin1') : given) ?? fail('That is neither hex nor a text.');
const family = (values.family ?? (bytes[0] === 0x7e ? 'hhd' : 'jt701')) as LockFamily;
if (!lockFamilies.includes(family)) fail(`There is no family ${family}.`);
const utcOffsetMinutes = Number(values.offset ?? (family === 'hhd' ? 480 : 0));
if (!Number.isInteger(utcOffsetMinutes)) fail('--offset is whole minutes.');

const explained: ExplainedBytes = explainBytes(bytes, { family, model: values.model, utcOffsetMinutes });
for (const line of lines(explained)) console.log(line);
if (explained.frames.length === 0) process.exitCode = 1;
