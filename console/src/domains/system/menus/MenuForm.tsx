import type { MenuRow } from '@plomb/contract/system/menus/menus';
import { Alert, Checkbox, Input, TreeSelect } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../../platform/settings.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { nodesOf } from '../../../ui/tree.ts';
import { IconField } from './IconField.tsx';
import { type Branch, branchBelow, parentOf } from './tree.ts';
import { ViewField } from './ViewField.tsx';

export const MenuForm = ({ tree, menu }: { tree: readonly Branch[]; menu: MenuRow | undefined }) => {
  const { t } = useTranslation('system/menus');
  const lang = useSettings((s) => s.lang);
  const fixed = menu?.needed ?? false;
  const below = menu ? branchBelow(tree, menu.id) : new Set<number>();
  return (
    <>
      {fixed && <Alert type="info" showIcon title={t('needed')} />}
      <div className="form-columns">
        <Field name={['menuName', 'zh']} label={t('nameZh')}>
          <Input />
        </Field>
        <Field name={['menuName', 'en']} label={t('nameEn')}>
          <Input />
        </Field>
        <Field name="menuCode" label={t('code')} extra={t('codeHint')}>
          <Input disabled={fixed} />
        </Field>
        <Field name="sid" label={t('parent')}>
          <TreeSelect
            allowClear
            treeDefaultExpandAll
            showSearch={{ treeNodeFilterProp: 'title' }}
            placeholder={t('top')}
            treeData={nodesOf(tree, parentOf, (m) => ({ title: m.menuName[lang], disabled: below.has(m.id) }))}
          />
        </Field>
        <Field name="menuUrl" label={t('page')} className="wide">
          <ViewField disabled={fixed} />
        </Field>
        <Field name="menuIcon" label={t('icon')} className="wide">
          <IconField />
        </Field>
        <Field name="hidden" valuePropName="checked" extra={t('hideHint')}>
          <Checkbox>{t('hide')}</Checkbox>
        </Field>
        <Field name="remarks" label={t('remarks')} extra={t('remarksHint')}>
          <Input />
        </Field>
      </div>
    </>
  );
};
