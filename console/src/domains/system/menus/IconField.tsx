import { StopOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { MenuIcon, menuIconNames } from '../../../ui/MenuIcon.tsx';

/** One of the icons there are, or none. Works inside a form item. */
export const IconField = ({
  id,
  value = '',
  onChange,
}: {
  id?: string;
  value?: string;
  onChange?: (icon: string) => void;
}) => {
  const { t } = useTranslation('system/menus');
  return (
    <fieldset className="icon-field" id={id} aria-label={t('icon')}>
      {['', ...menuIconNames].map((name) => (
        <label key={name} title={name || t('noIcon')}>
          <input type="radio" name="menu-icon" checked={name === value} onChange={() => onChange?.(name)} />
          {name === '' ? <StopOutlined /> : <MenuIcon name={name} />}
          <span className="unseen">{name || t('noIcon')}</span>
        </label>
      ))}
    </fieldset>
  );
};
