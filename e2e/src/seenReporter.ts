import { readFileSync } from 'node:fs';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** What stood on the page, in words, longer than any page needs to be understood. */
const MOST = 12_000;

/** Prints what stood on the page when a test failed: where a run cannot be looked at afterwards, its output is all there is. */
export default class SeenReporter implements Reporter {
  onTestEnd(test: TestCase, { status, attachments }: TestResult): void {
    if (status === test.expectedStatus) return;
    for (const { name, path, body } of attachments) {
      if (name !== 'error-context') continue;
      const seen = body?.toString() ?? (path === undefined ? '' : readFileSync(path, 'utf8'));
      const [words = ''] = seen.split('# Test source');
      console.log(`\n${test.title}: what stood there\n${words.slice(0, MOST)}\n`);
    }
  }
}
