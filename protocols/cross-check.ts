import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sniff } from './src/sniff.ts';
import type { AssertedJointech } from './testing/asserted.ts';
import { type Asserted808, compare808, received, unwrapped } from './testing/cross-check-808.ts';
import { compareCommand, compareJointech, jointechFrames } from './testing/cross-check-jointech.ts';
import { compareNamed } from './testing/cross-check-known.ts';
import { differencesOf, type Outcome } from './testing/outcome.ts';

/*
 * Compares our reading with what public test suites assert, frame by frame. Their frames stay outside the repository:
 *   node protocols/cross-check.ts FOLDER        (reads FOLDER/public-*.json)
 * Exits 1 when something we claim to support reads differently.
 */

interface Sample {
  protocol: string;
  test: string;
  kind: 'decode' | 'encode' | 'frame_decode';
  frame_encoding: 'hex' | 'text';
  frame_hex_or_text: string;
  asserts: { frame_hex?: string };
  derived?: unknown;
}

function compareSample(sample: Sample): Outcome {
  const text = sample.frame_hex_or_text;
  const wire = sample.frame_encoding === 'hex' ? Buffer.from(text, 'hex') : Buffer.from(text);
  const family = sniff(wire[0] ?? 0);
  if (sample.protocol === 'jt808' && family === 'jointech') {
    return { differences: differencesOf({ text: received(wire).texts[0] }, { text: wire.toString() }) };
  }
  if (sample.protocol === 'jt808' && sample.kind === 'frame_decode') {
    return { differences: differencesOf({ plain: unwrapped(wire) }, { plain: sample.asserts.frame_hex }) };
  }
  if (sample.protocol === 'jt808' && sample.kind === 'encode') return compareNamed('0x8300', wire);
  if (sample.protocol === 'jt808') return compare808(wire, sample.derived as Asserted808);
  if (sample.protocol !== 'jt600') return { unclaimed: `protocol ${sample.protocol}` };
  if (sample.kind === 'encode') return compareCommand(text);
  if (sample.kind === 'frame_decode') {
    const frames = jointechFrames(wire).map((frame) => Buffer.from(frame).toString('hex'));
    return { differences: differencesOf({ frames: frames.join() }, { frames: sample.asserts.frame_hex }) };
  }
  return compareJointech(wire, sample.derived as AssertedJointech);
}

function outcomesOf(file: string): [name: string, outcome: Outcome][] {
  const content: Sample[] | Record<string, string> = JSON.parse(readFileSync(file, 'utf8'));
  if (Array.isArray(content)) {
    return content.map((sample) => [`${sample.protocol} ${sample.test}`, guarded(() => compareSample(sample))]);
  }
  return Object.entries(content).map(([name, hex]) => [
    name,
    guarded(() => compareNamed(name, Buffer.from(hex.replaceAll(' ', ''), 'hex'))),
  ]);
}

function guarded(compare: () => Outcome): Outcome {
  try {
    return compare();
  } catch (error) {
    return { differences: [String(error)] };
  }
}

const folder = process.argv[2];
if (folder === undefined) {
  process.stderr.write('usage: node protocols/cross-check.ts FOLDER\n');
  process.exit(2);
}
const files = readdirSync(folder).filter((file) => /^public-.*\.json$/.test(file));
let different = files.length === 0 ? 1 : 0;
if (files.length === 0) process.stdout.write(`no public-*.json in ${folder}\n`);
for (const file of files) {
  let equal = 0;
  const unclaimed: string[] = [];
  for (const [name, outcome] of outcomesOf(join(folder, file))) {
    if ('unclaimed' in outcome) {
      unclaimed.push(`  not claimed: ${name}: ${outcome.unclaimed}\n`);
    } else if (outcome.differences.length === 0) {
      equal++;
    } else {
      different++;
      process.stdout.write(`  DIFFERENT: ${name}\n    ${outcome.differences.join('\n    ')}\n`);
    }
  }
  process.stdout.write(`${unclaimed.join('')}${file}: ${equal} equal, ${unclaimed.length} not claimed\n`);
}
process.stdout.write(different === 0 ? 'no difference\n' : `${different} different\n`);
process.exitCode = different === 0 ? 0 : 1;
