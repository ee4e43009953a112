import { Input, Segmented, Select } from 'antd';
import { useTranslation } from 'react-i18next';

/** Every page of this console, by the name a menu gives it: `devices/DevicesPage`. Nothing is loaded for it. */
const views = Object.keys(import.meta.glob('../../**/*Page.tsx'))
  .map(viewOf)
  .sort();

/** The paths come relative to this file: `../roles/RolesPage.tsx` is `system/roles/RolesPage`. */
function viewOf(path: string): string {
  const parts = ['system', 'menus'];
  for (const part of path.replace(/\.tsx$/, '').split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

type Kind = 'folder' | 'page' | 'link';
const kindOf = (url: string): Kind => (url === '0' ? 'folder' : /^(https?|mailto|tel):/.test(url) ? 'link' : 'page');
const first: Record<Kind, string> = { folder: '0', page: '', link: 'https://' };

/** What a menu opens: nothing (a folder), a page of the console, or somewhere else. Works inside a form item. */
export const ViewField = ({
  id,
  value = '',
  onChange,
  disabled = false,
}: {
  id?: string;
  value?: string;
  onChange?: (url: string) => void;
  disabled?: boolean;
}) => {
  const { t } = useTranslation('system/menus');
  const kind = kindOf(value);
  return (
    <div className="view-field" id={id}>
      <Segmented<Kind>
        disabled={disabled}
        value={kind}
        options={(['folder', 'page', 'link'] as const).map((k) => ({ value: k, label: t(`kind.${k}`) }))}
        onChange={(to) => onChange?.(first[to])}
      />
      {kind === 'page' && (
        <Select
          showSearch
          disabled={disabled}
          aria-label={t('page')}
          value={value === '' ? null : value}
          options={views.map((view) => ({ value: view, label: view }))}
          onChange={(view: string) => onChange?.(view)}
        />
      )}
      {kind === 'link' && (
        <Input
          disabled={disabled}
          aria-label={t('kind.link')}
          placeholder={t('linkHint')}
          maxLength={300}
          value={value}
          onChange={(event) => onChange?.(event.target.value)}
        />
      )}
    </div>
  );
};
