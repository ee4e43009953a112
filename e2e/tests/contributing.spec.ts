import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { apply, blocksOf, copyRepository, run, touchedBy } from '../src/contributing.ts';
import { recordForm, row, said } from '../src/forms.ts';
import { adminPassword, type RunningProduct, startProduct } from '../src/product.ts';
import { signIn } from '../src/signIn.ts';

const root = resolve(import.meta.dirname, '../..');
let copy: string;
let product: RunningProduct | undefined;

test.beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'plomb-copy-'));
  await chmod(copy, 0o755); // as root the database runs as another user, who must pass through
});
test.afterAll(async () => {
  await product?.stop();
  await rm(copy, { recursive: true, force: true });
});

// it types, tests and builds a whole copy at once: a product that answers people meanwhile answers them late
const alone = { tag: '@alone' };

test('an entity added by the words of CONTRIBUTING alone has its tests and its screen', alone, async ({ browser }) => {
  test.setTimeout(900_000);
  const blocks = blocksOf(await readFile(join(root, 'CONTRIBUTING.md'), 'utf8'));
  expect(touchedBy(blocks).length).toBeGreaterThan(0);
  expect(touchedBy(blocks).length).toBeLessThanOrEqual(6);

  await copyRepository(root, copy);
  await apply(copy, blocks);
  const bin = (name: string) => join(copy, 'node_modules/.bin', name);
  const types = async () => {
    for (const project of ['tsconfig.json', 'console/tsconfig.json']) await run(copy, bin('tsc'), ['-p', project]);
    const code = blocks.map(({ path }) => path).filter((path) => /\.tsx?$/.test(path));
    await run(copy, bin('biome'), ['check', '--error-on-warnings', ...code]);
    await run(copy, process.execPath, ['tools/imports.ts']);
  };
  const tests = () =>
    run(copy, bin('vitest'), [
      ...['run', '--reporter=verbose', '--project=unit', '--project=app'],
      ...['contract/src', 'server/tests/access', 'server/tests/tenancy', 'server/src/retention'],
    ]);
  const [passed] = await Promise.all([tests(), types(), run(copy, process.execPath, ['tools/build.ts'])]);
  // nobody named it in a test: the contract did
  expect(passed).toMatch(/foreign ids look like unknown ids > \/haulier\/update/);
  expect(passed).toMatch(/one foreign id among own ones > \/haulier\/delete/);

  product = await startProduct([], copy);
  const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  await signIn(page, product.url, '/dashboard', 'admin', adminPassword);
  await page.locator('.shell-sidebar').getByText('Devices', { exact: true }).click();
  await page.locator('.shell-sidebar').getByText('Hauliers', { exact: true }).click();
  await expect(page).toHaveURL(/\/haulier$/);
  await expect(page.getByText('No hauliers yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add haulier' }).first().click();
  await recordForm(page).getByLabel('Code', { exact: true }).fill('N-1');
  await recordForm(page).getByLabel('Name', { exact: true }).fill('North Sea Roads');
  await recordForm(page).getByRole('button', { name: 'Save' }).click();
  await said(page, 'Added successfully');
  await expect(row(page, 'N-1')).toContainText('North Sea Roads');
  await page.close();
});
