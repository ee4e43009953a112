import type { Page } from '@playwright/test';

/** Signs in as a person does, in either language of the browser, and lands on `path`. */
export const signIn = async (page: Page, url: string, path: string, name: string, password: string): Promise<void> => {
  await page.goto(`${url}/login?redirect=${encodeURIComponent(path)}`);
  await page.getByLabel(/^(User name|用户名)$/).fill(name);
  await page.getByLabel(/^(Password|密码)$/).fill(password);
  await page.getByRole('button', { name: /^(Sign in|登录)$/ }).click();
  await page.waitForURL((at) => at.pathname === path.split('?')[0]);
};
