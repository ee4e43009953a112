/// <reference lib="dom" />
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { shellCalls, standBetween, tell } from './answers.ts';
import { type Picture, route } from './pictures.ts';
import { ownCalls, type Plan, type State } from './plan.ts';

export interface Shot {
  state: string;
  /** folder and beginning of the names of its pictures */
  file: string;
  /** what was wrong with it, in words */
  trouble: string[];
}

export interface Camera {
  /** the states of one page, one after the other; tabs that a state shows become states of their own */
  shoot(plan: Plan, folder: string): Promise<Shot[]>;
  close(): Promise<void>;
}

const fileOf = ({ name }: State): string => name.replace(/\W+/g, '-');

/** A page that shows a placeholder for longer than this is taken as it is, and the sheet says so. */
const patience = 20_000;

const settled = async (page: Page, { answers }: State): Promise<string[]> => {
  const place = page.locator('.page:visible, .fixed-page:visible, .login:visible, .wall:visible').first();
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

/** What comes of a press, in the end: most of it is fetched when it is asked for first. */
const opened = '.ant-modal, .ant-drawer-section, .ant-popover, .messages, .page .batch';
const menu = '.ant-dropdown';

const tooWide = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - innerWidth);

/**
 * One browser window, signed in once. A state is opened once: language, look and width change under the open page, as a
 * person changes them, which costs a third of opening it again.
 */
export const openCamera = async (
  browser: Browser,
  url: string,
  person: { name: string; password: string },
  wanted: readonly Picture[],
): Promise<Camera> => {
  let at: Picture = wanted[0]!;
  const context = await browser.newContext({
    locale: at.lang === 'zh' ? 'zh-CN' : 'en-US',
    colorScheme: at.look,
    reducedMotion: 'reduce',
    viewport: { width: at.width, height: at.height },
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
    await page.waitForURL((now) => now.pathname === '/404');
    return shellCalls(page, url);
  };

  /** The page is told as another window of this browser would tell it; the sign-in takes language and look when opened. */
  const turn = async (to: Picture, isLogin: boolean): Promise<void> => {
    if (to.width !== at.width) await page.setViewportSize({ width: to.width, height: to.height });
    if (to.look !== at.look) await page.emulateMedia({ colorScheme: to.look });
    if (to.lang !== at.lang)
      await page.evaluate((lang) => {
        localStorage.setItem('language', lang);
        const told = new BroadcastChannel('settings');
        told.postMessage({ kind: 'language', lang });
        told.close();
      }, to.lang);
    if (isLogin && (to.look !== at.look || to.lang !== at.lang)) await page.reload();
    at = to;
    await page
      .locator(`html[data-theme=${to.look}][lang^=${to.lang}]`)
      .waitFor({ state: 'attached', timeout: patience });
  };

  /** What lies over the page is placed where it was opened: it is opened anew in another width, where there is such a thing. */
  const open = async (state: State): Promise<void> => {
    await page.goto(url + state.address);
    await settled(page, state);
    for (const what of state.press ?? []) {
      const thing = page.locator(what).filter({ visible: true }).first();
      if (at.width < 1000 && !(await thing.isVisible())) return;
      await thing.click({ timeout: patience });
    }
    if (!state.press) return;
    // a menu whose entry was pressed is on its way out
    const wanted = state.press.length > 1 ? opened : `${opened}, ${menu}`;
    await page.locator(wanted).filter({ visible: true }).first().waitFor({ timeout: patience });
  };

  const take = async (folder: string, state: State): Promise<Shot> => {
    const file = fileOf(state);
    const trouble: string[] = [];
    for (const picture of route(wanted, at)) {
      const isReopened = state.press !== undefined && picture.width !== at.width;
      await turn(picture, state.address.startsWith('/login'));
      if (isReopened) await open(state);
      trouble.push(...(await settled(page, state)));
      const path = join(folder, `${file}.${picture.file}.jpg`);
      await page.screenshot({ path, type: 'jpeg', quality: 80, animations: 'disabled' });
      const over = await tooWide(page);
      if (over > 0) trouble.push(`${over} px too wide at ${picture.width}, ${picture.lang}`);
    }
    trouble.push(...thrown);
    thrown = [];
    return { state: state.name, file, trouble: [...new Set(trouble)] };
  };

  const tabs = page.locator('.page:visible [role=tab]');
  /** Those inside of the page, or of the record that is open in it, that are not chosen, by their place. */
  const otherTabs = async (state: State): Promise<number[]> => {
    if (state.name !== 'page' && state.name !== 'record') return [];
    const chosen = await tabs.evaluateAll((all) => all.map((tab) => tab.ariaSelected === 'true'));
    return chosen.flatMap((is, nth) => (is ? [] : [nth]));
  };

  /** What is pressed may be there in the wide window only. */
  const widen = async (isLogin: boolean): Promise<void> => {
    const widest = wanted.find(({ width }) => width > 1000);
    if (widest) await turn({ ...at, width: widest.width, height: widest.height }, isLogin);
  };

  const shotsOf = async (state: State, folder: string): Promise<Shot[]> => {
    const isLogin = state.address.startsWith('/login');
    if (isLogin) await context.clearCookies();
    if (isLogin) shell = null;
    else if (shell === null) shell = await signIn();
    const own = ownCalls(new URL(state.address, url).pathname);
    if (!isLogin) await tell(page, state.answers, shell?.filter((path) => !own.includes(path)) ?? []);
    if (state.press) await widen(isLogin);
    await open(state);
    const others = await otherTabs(state);
    const shots = [await take(folder, state)];
    for (const nth of others) {
      await widen(isLogin);
      await tabs.nth(nth).click({ timeout: patience });
      shots.push(await take(folder, { ...state, name: `${state.name}, tab ${nth + 1}` }));
    }
    return shots;
  };

  return {
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
