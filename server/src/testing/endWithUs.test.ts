import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { it, onTestFinished } from 'vitest';

it('what a test began and did not stop, because its time was over, ends with the test', async () => {
  const script = `
    import { spawn } from 'node:child_process';
    import { endWithUs } from '${import.meta.dirname}/endWithUs.ts';
    endWithUs(spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)'], { stdio: 'inherit' }));
    process.stdin.resume().once('end', () => process.exit());`;
  const test = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void test.stdin.end()); // it ends, however this one does
  // open for as long as one of the two is there
  const closed = once(test.stdout, 'close');
  await once(test.stdout, 'data');
  test.stdin.end();
  await closed;
});
