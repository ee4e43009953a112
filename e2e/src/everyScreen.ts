/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test';
import { calls } from '@plomb/contract/calls';
import { devices } from '@plomb/contract/devices/devices';
import type { Calls } from '@plomb/contract/kit/call';
import { menuSeeds } from '@plomb/contract/menus';
import type { FetchClient } from '@plomb/server/testing/fetchClient';
import { registerFleet } from './fleet.ts';

/** The address of each menu that has a page and is not among those given; with the form of a new record, if it has one. */
const pagesBeside = (given: readonly string[]): string[] => {
  const known = new Set(given.map((path) => path.split('?')[0]));
  const added = new Set((Object.values(calls) as Calls[]).map(({ add }) => add?.permit));
  return Object.entries(menuSeeds)
    .filter(([code, { view }]) => view !== '0' && !known.has(`/${code}`))
    .map(([code]) => (added.has(`${code}:add`) ? `/${code}?edit=new` : `/${code}`));
};

/** A few locks are registered; every address of the console, with an open record, form or tab where there is one. */
export const everyScreen = async (admin: FetchClient): Promise<string[]> => {
  await registerFleet(admin, 6);
  const { rows } = await admin.ok(devices.list, {});
  const special = [
    '/dashboard',
    '/map',
    `/map?lock=${rows[0]!.id}`,
    '/device',
    `/device?id=${rows[0]!.id}`,
    '/device?edit=new',
    '/manufacturer',
    '/account',
    '/account?tab=sessions',
    '/account?tab=secondFactor',
    '/account?tab=apiKeys&open=apiKey',
    '/organisation?id=1',
    '/organisation?edit=new',
    '/operator?id=1',
    '/operator?edit=new',
    '/role?id=1',
    '/role?grants=1',
    '/menu?id=1',
    '/menu?edit=new',
    '/menu?view=order',
    '/dictionary?id=1',
    '/param?id=1',
    '/operationLog?id=1',
    '/profile/updPassword',
    '/401',
    '/404',
  ];
  return [...special, ...pagesBeside(special)];
};

/** What is awaited before a screen is judged: the page is there and nothing in sight is a placeholder any more. */
export const settled = async (page: Page): Promise<void> => {
  await expect(page.locator('.page:visible, .fixed-page, .login').first()).toBeVisible();
  await expect(page.locator('.ant-skeleton:visible, .ant-spin-spinning:visible')).toHaveCount(0);
  // a fading panel has the contrast of a half-transparent one
  await page.evaluate(() => Promise.all(document.getAnimations().map((a) => a.finished.catch(() => undefined))));
};
