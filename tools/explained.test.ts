import { explainBytes } from '@plomb/gateway/explain';
import { expect, it } from 'vitest';
import { bytesFrom, lines } from './explained.ts';

it.each([
  ['7e 00-02:00', '7e000200'],
  ['0x7E00', '7e00'],
  ['(8000000001,@JT)', '28383030303030303030312c404a5429'],
])('reads %s as people write it', (given, hex) => {
  expect(bytesFrom(given)?.toString('hex')).toBe(hex);
});

it.each(['', '7e0', 'hello'])('takes %j for neither hex nor a text', (given) => {
  expect(bytesFrom(given)).toBeNull();
});

it('prints where each byte stands, what it says, and what becomes of it', () => {
  const text = Buffer.from('(8000000001,P45,201126,083000,31.230400,N,121.473700,E,A,0,0,1,98,0006437449,0,0,7)');
  const printed = lines(explainBytes(text, { family: 'jt701', model: '', utcOffsetMinutes: 0 }));
  expect(printed[0]).toBe(`P45 lockEvent  of 8000000001  ${text.length} bytes`);
  expect(printed.find((line) => line.includes('  card  '))).toMatch(
    /^ +\d+ {2}30303036343337343439 +card {2}0006437449$/,
  );
  expect(printed.join('\n')).toContain('deviceTime  2026-11-20T08:30:00.000Z');
});
