/// <reference lib="dom" />
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { shellCalls, standBetween, tell } from './answers.ts';
import { ownCalls, type Plan, type State } from './plan.ts';

export const langs = ['zh', 'en'] as const;
type Lang = (typeof langs)[number];
export const looks = ['light', 'dark'] as const;
export const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;
export const pictures = langs.flatMap((lang) =>
  looks.flatMap((look) =>
    sizes.map((size) => ({ lang, look, width: size.width, file: `${lang}.${look}.${size.width}` })),
  ),
);

export interface Shot {
  state: string;
  /** folder and beginning of the names of its pictures */
  file: string;
  /** what was wrong with it, in words */
  trouble: string[];
}

export interface Camera {
  lang: Lang;
  /** of the states of one page, one after the other; tabs that a state shows become states of their own */
  shoot(plan: Plan, folder: string): Promise<Shot[]>;
  close(): Promise<void>;
}

const fileOf = ({ name }: State): string => name.replace(/\W+/g, '-');

/** A page that shows a placeholder for longer than this is taken as it is, and the sheet says so. */
const patience = 8000;

const settled = async (page: Page, { answers }: State): Promise<string[]> => {
  const place = page.locator('.page:visible, .fixed-page:visible, .login:visible').first();
  const trouble: string[] = [];
  const awaited = async (): Promise<void> => {
    await place.waitFor({ timeout: patience });
    if (answers === 'loading') return;
    await page.waitForFunction(
      () =>
        [...document.querySelectorAll('.ant-skeleton, .ant-spin-spinning')].every(
          (one) => !(one as HTMLElement).checkVisibility(),
        ),
      undefined,
      { timeout: patience },
    );
  };
  await awaited().catch(() => trouble.push('did not settle'));
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return trouble;
};

const tooWide = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - innerWidth);

/** One browser window of one language, signed in once; theme and size change under an open page, as a person changes them. */
export const openCamera = async (
  browser: Browser,
  url: string,
  lang: Lang,
  person: { name: string; password: string },
): Promise<Camera> => {
  const context = await browser.newContext({
    locale: lang === 'zh' ? 'zh-CN' : 'en-US',
    reducedMotion: 'reduce',
    viewport: sizes[0],
  });
  const page = await context.newPage();
  await standBetween(page);
  let thrown: string[] = [];
  page.on('pageerror', (error) => thrown.push(error.message));
  page.on('dialog', (dialog) => void dialog.accept());
  let shell: string[] | null = null;

  const signIn = async (): Promise<string[]> => {
    await page.goto(`${url}/login?redirect=/404`);
    const fields = page.locator('.login input');
    await fields.nth(0).fill(person.name);
    await fields.nth(1).fill(person.password);
    await fields.nth(1).press('Enter');
    await page.waitForURL((at) => at.pathname === '/404');
    return shellCalls(page, url);
  };

  const take = async (folder: string, state: State): Promise<Shot> => {
    const file = fileOf(state);
    const trouble: string[] = [];
    for (const size of sizes) {
      await page.setViewportSize(size);
      trouble.push(...(await settled(page, state)));
      for (const look of looks) {
        await page.emulateMedia({ colorScheme: look });
        // the sign-in takes its look when it is opened
        if (state.address.startsWith('/login')) await page.reload();
        await page.locator(`html[data-theme=${look}]`).waitFor({ state: 'attached', timeout: patience });
        const path = join(folder, `${file}.${lang}.${look}.${size.width}.jpg`);
        await page.screenshot({ path, type: 'jpeg', quality: 80, animations: 'disabled' });
      }
      // by now the page has come to its new width
      const over = await tooWide(page);
      if (over > 0) trouble.push(`${over} px too wide at ${size.width}`);
    }
    await page.setViewportSize(sizes[0]);
    trouble.push(...thrown);
    thrown = [];
    return { state: state.name, file, trouble: [...new Set(trouble)] };
  };

  /** Tabs inside of the page, or of the record that is open in it, that are not chosen. */
  const otherTabs = async (state: State): Promise<string[]> => {
    if (state.answers !== 'true' || state.name.startsWith('new') || state.name === 'nothing found') return [];
    const tabs = page.locator('.page:visible [role=tab][aria-selected=false]:visible');
    return tabs.evaluateAll((all) => all.map((tab) => tab.id));
  };

  const shotsOf = async (state: State, folder: string): Promise<Shot[]> => {
    const isLogin = state.address.startsWith('/login');
    if (isLogin) await context.clearCookies();
    if (isLogin) shell = null;
    else if (shell === null) shell = await signIn();
    const own = ownCalls(new URL(state.address, url).pathname);
    if (!isLogin) await tell(page, state.answers, shell?.filter((path) => !own.includes(path)) ?? []);
    await page.goto(url + state.address);
    await settled(page, state);
    const tabs = await otherTabs(state);
    const shots = [await take(folder, state)];
    for (const [nth, id] of tabs.entries()) {
      await page.locator(`[id="${id}"]`).click({ timeout: patience });
      shots.push(await take(folder, { ...state, name: `${state.name}, tab ${nth + 2}` }));
    }
    return shots;
  };

  return {
    lang,
    async shoot(plan, folder) {
      await mkdir(folder, { recursive: true });
      const shots: Shot[] = [];
      // one that cannot be had costs none of the others
      for (const state of plan.states)
        shots.push(
          ...(await shotsOf(state, folder).catch((error: unknown) => [
            { state: state.name, file: fileOf(state), trouble: [String(error).split('\n')[0] ?? ''] },
          ])),
        );
      return shots;
    },
    close: () => context.close(),
  };
};
