import { describe, expect, it } from 'vitest';
import { entriesOf, menuIndex } from './menuIndex.ts';
import { fixedPages, type Page } from './pages.ts';
import { spell } from './pinyin.ts';

const folder = (zh: string, en: string) => ({ title: { zh, en }, pages: [] });
const page = (path: string, zh: string, en: string, over: Partial<Page> = {}): Page => ({
  path,
  title: { zh, en },
  view: '',
  trail: [],
  ...over,
});
const devices = folder('设备管理', 'Devices');
const system = folder('系统管理', 'System');
const pages: Page[] = [
  ...fixedPages,
  page('/alarm', '告警', 'Alarms'),
  page('/device', '设备', 'Device list', { trail: [devices] }),
  page('/deviceType', '设备类型', 'Device types', { trail: [devices] }),
  page('/manufacturer', '厂商', 'Manufacturers', { trail: [devices] }),
  page('/operator', '操作员', 'Operators', { trail: [system] }),
  page('/operationLog', '操作日志', 'Operation logs', { trail: [system] }),
  page('/secret', '秘密', 'Secret', { hidden: true }),
];
const zh = menuIndex(entriesOf(pages, 'zh'), spell);
const en = menuIndex(entriesOf(pages, 'en'), null);
const first = (found: { path: string }[]): string | undefined => found[0]?.path;
const paths = (found: { path: string }[]): string[] => found.map((f) => f.path);

describe('search through the menu', () => {
  it('finds a title, and forgives a slip', () => {
    expect(first(en('operation logs'))).toBe('/operationLog');
    expect(first(en('manufactrers'))).toBe('/manufacturer');
    expect(first(zh('操作日志'))).toBe('/operationLog');
  });
  it('finds what stands in a folder by the name of the folder', () => {
    expect(paths(en('devices'))).toEqual(expect.arrayContaining(['/device', '/deviceType', '/manufacturer']));
  });
  it.each([
    ['czrz', '/operationLog'],
    ['caozuorizhi', '/operationLog'],
    ['caozuoyuan', '/operator'],
    ['sblx', '/deviceType'],
    ['xtglczrz', '/operationLog'],
    ['gaojing', '/alarm'],
  ])('finds %s in pinyin', (text, path) => expect(first(zh(text))).toBe(path));
  it('finds the pages of 设备管理 by its initials', () => {
    expect(paths(zh('sbgl')).slice(0, 3).toSorted()).toEqual(['/device', '/deviceType', '/manufacturer']);
  });
  it('knows no pinyin unless asked to', () => {
    expect(paths(menuIndex(entriesOf(pages, 'zh'), null)('czrz'))).not.toContain('/operationLog');
  });
  it('shows every page to whoever has typed nothing, and never a hidden one', () => {
    expect(paths(en(' '))).toEqual(paths(entriesOf(pages, 'en')));
    expect(paths(en('secret'))).not.toContain('/secret');
  });
  it('says nothing for what is nowhere', () => expect(en('zzzzqqqq')).toEqual([]));
});
