import { fieldErrors } from '@plomb/contract/errors';
import { Alert, Checkbox, Form, Input, TreeSelect } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../../platform/settings.ts';
import { IconField } from './IconField.tsx';
import { type Branch, branchOf } from './tree.ts';
import { ViewField } from './ViewField.tsx';

interface Option {
  value: number;
  title: string;
  disabled: boolean;
  children: Option[];
}
const optionsOf = (tree: readonly Branch[], lang: 'zh' | 'en', disabled: ReadonlySet<number>): Option[] => {
  const known = new Map<number, Option>();
  const tops: Option[] = [];
  // children stand after their parent
  for (const m of tree) {
    const option = { value: m.id, title: m.menuName[lang], disabled: disabled.has(m.id), children: [] };
    known.set(m.id, option);
    ((m.sid !== null && known.get(m.sid)?.children) || tops).push(option);
  }
  return tops;
};

export const MenuForm = ({ tree, menu }: { tree: readonly Branch[]; menu: Branch | undefined }) => {
  const { t } = useTranslation('system/menus');
  const lang = useSettings((s) => s.lang);
  const required = { required: true, whitespace: true, message: fieldErrors.required[lang] };
  const fixed = menu?.needed ?? false;
  const codeRule = { pattern: /^[A-Za-z][A-Za-z0-9_-]{0,39}$/, message: fieldErrors.menuCode[lang] };
  return (
    <>
      {fixed && <Alert type="info" showIcon title={t('needed')} />}
      <div className="form-columns">
        <Form.Item name={['menuName', 'zh']} label={t('nameZh')} rules={[required]}>
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name={['menuName', 'en']} label={t('nameEn')} rules={[required]}>
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="menuCode" label={t('code')} extra={t('codeHint')} rules={[required, codeRule]}>
          <Input maxLength={40} disabled={fixed} />
        </Form.Item>
        <Form.Item name="sid" label={t('parent')}>
          <TreeSelect
            allowClear
            treeDefaultExpandAll
            showSearch={{ treeNodeFilterProp: 'title' }}
            placeholder={t('top')}
            treeData={optionsOf(tree, lang, menu ? branchOf(tree, menu.id) : new Set())}
          />
        </Form.Item>
        <Form.Item name="menuUrl" label={t('page')} rules={[required]} className="wide">
          <ViewField disabled={fixed} />
        </Form.Item>
        <Form.Item name="menuIcon" label={t('icon')} className="wide">
          <IconField />
        </Form.Item>
        <Form.Item name="hidden" valuePropName="checked" extra={t('hideHint')}>
          <Checkbox>{t('hide')}</Checkbox>
        </Form.Item>
        <Form.Item name="remarks" label={t('remarks')} extra={t('remarksHint')}>
          <Input maxLength={40} />
        </Form.Item>
      </div>
    </>
  );
};
