import type { Page } from '@playwright/test';

/** Signs in as a person does, in an English browser, and lands on `path`. */
export const signIn = async (page: Page, url: string, path: string, name: string, password: string): Promise<void> => {
  await page.goto(`${url}/login?redirect=${encodeURIComponent(path)}`);
  await page.getByLabel('User name', { exact: true }).fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((at) => at.pathname === path.split('?')[0]);
};
