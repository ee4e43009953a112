import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

it('what a test began and did not stop, because its time was over, ends with the test', async () => {
  const script = `
    import { spawn } from 'node:child_process';
    import { endWithUs } from '${import.meta.dirname}/endWithUs.ts';
    endWithUs(spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)'], { stdio: 'inherit' }));
    process.stdin.once('data', () => process.exit());`;
  const test = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const said: string[] = [];
  test.stdout.on('data', (part) => said.push(String(part)));
  // open for as long as one of the two is there
  const closed = once(test.stdout, 'close');
  await expect.poll(() => said).toEqual(['1\n']);
  test.stdin.write('end');
  await closed;
});
