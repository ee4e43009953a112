/// <reference lib="dom" />
import { expect, type Locator, type Page } from '@playwright/test';

/** Chooses from one of the console's own selects or tree selects, as a person does: opens it and clicks the words. */
export const choose = async (form: Locator, label: string, words: string): Promise<void> => {
  await form.getByLabel(label, { exact: true }).click();
  await form.page().locator('.ant-select-dropdown:visible').getByText(words, { exact: true }).last().click();
};

/** An entry of the one open menu, which then closes: the next menu may have one of the same name. */
export const pick = async (page: Page, name: string): Promise<void> => {
  const item = page.getByRole('menuitem', { name });
  await item.click();
  await expect(item).toBeHidden();
};

/** The form of a record, which slides in from the right. */
export const recordForm = (page: Page): Locator => page.locator('.record-form .ant-drawer-section');

/** The open record beside its list. */
export const record = (page: Page): Locator => page.locator('.page:visible aside.record');

/** The request that is open where requests are decided. */
export const request = (page: Page): Locator => page.locator('.page:visible article.desk-case');

/** A row of the list on the screen, by words that stand in it. */
export const row = (page: Page, words: string | RegExp): Locator =>
  page.locator('.page:visible').getByRole('row').filter({ hasText: words });

/** One of a list that stands as cards on every screen. */
export const card = (page: Page, words: string): Locator =>
  page.locator('.page:visible .cards > li').filter({ hasText: words });

/** The one question on the screen ("Delete?", "Modify the state?"), answered with yes: the last of its buttons. */
export const agree = async (page: Page, title: string | RegExp): Promise<void> => {
  const question = page.getByRole('dialog').filter({ hasText: title });
  await question.getByRole('button').last().click();
  await expect(question).toBeHidden();
};

/** The console says so, and the words are put away, so that the next ones are not taken for these. */
export const said = async (page: Page, words: string | RegExp): Promise<void> => {
  const notices = page.locator('.notice').filter({ hasText: words });
  await expect(notices.first()).toBeVisible();
  // on a busy machine its time may be over before a pointer gets there
  await notices.evaluateAll((all) => {
    for (const notice of all) notice.querySelector('button')?.click();
  });
  await expect(notices).toHaveCount(0);
};

/** Searches the list, which asks once the typing pauses. */
export const find = async (page: Page, words: string): Promise<void> => {
  await page.locator('.page:visible').getByRole('searchbox').first().fill(words);
  await expect(page).toHaveURL((at) => at.searchParams.get('keyword') === words);
};
