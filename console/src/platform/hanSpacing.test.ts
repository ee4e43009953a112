import i18next from 'i18next';
import { expect, it } from 'vitest';
import { apart, apartInChinese } from './hanSpacing.ts';
import { setLang, startI18n } from './i18n.ts';

it('marks the sides of a place that touch a Chinese character', () => {
  expect(
    apartInChinese({
      add: '新增{{title}}',
      list: { label: '{{title}}列表', both: '从{{name}}到{{other}}的' },
      quoted: '修改“{{name}}”',
      counted: '共 {{count}} 条',
    }),
  ).toEqual({
    add: '新增{{title, before}}',
    list: { label: '{{title, after}}列表', both: '从{{name, before after}}到{{other, before after}}的' },
    quoted: '修改“{{name}}”',
    counted: '共 {{count}} 条',
  });
});

it.each([
  ['IC 卡', 'before', ' IC 卡'],
  ['IC 卡', 'before after', ' IC 卡'],
  ['设备', 'before after', '设备'],
  ['沪A12345', 'before after', '沪A12345 '],
  ['G-300', undefined, 'G-300'],
])('sets %s apart (%s)', (text, sides, shown) => expect(apart(text, sides)).toBe(shown));

it('writes a Chinese sentence with a space beside letters that are put into it', async () => {
  await startI18n();
  await setLang('zh');
  await i18next.loadNamespaces('ui');
  expect(i18next.t('add', { ns: 'ui', title: 'IC 卡' })).toBe('新增 IC 卡');
  expect(i18next.t('add', { ns: 'ui', title: '设备' })).toBe('新增设备');
  expect(i18next.t('listLabel', { ns: 'ui', title: 'API' })).toBe('API 列表');
});
