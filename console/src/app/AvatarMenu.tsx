import { DownOutlined } from '@ant-design/icons';
import { Dropdown, type MenuProps, Popover } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { notCome } from '../platform/notCome.ts';
import { imageUrl, useSession } from '../platform/session.ts';
import { toggleFullscreen } from '../ui/fullscreen.ts';
import { later } from '../ui/later.tsx';
import { Mark } from '../ui/Mark.tsx';
import { useChoices } from './Choices.tsx';
import { logOut } from './leave.ts';
import { openPanel, usePanel } from './panel.ts';
import { useDiscard } from './useDiscard.ts';

const PreferencesDialog = later(async () => (await import('./PreferencesDialog.tsx')).PreferencesDialog, {
  ahead: false,
});

/** A Chinese name shows its first character, others their initials. */
const initials = (name: string): string =>
  /^[\u3400-\u9fff]/.test(name)
    ? name.slice(0, 1)
    : name
        .split(/\s+/)
        .map((part) => part.slice(0, 1).toUpperCase())
        .join('')
        .slice(0, 2);

export const AvatarMenu = ({ narrow }: { narrow: boolean }) => {
  const { t } = useTranslation(['app', 'ui']);
  const discard = useDiscard();
  const navigate = useNavigate();
  const oper = useSession((s) => s.oper);
  const choices = useChoices();
  const [preferring, setPreferring] = useState(false);
  // the card gives way to the menu
  const [hovered, setHovered] = useState(false);
  const [opened, setOpened] = useState(false);
  const covered = usePanel((s) => s.open !== null) || preferring;
  // the pointer leaves the card behind what covers it, where nothing says so
  if (covered && hovered) setHovered(false);
  const name = oper?.oper_name ?? '';
  const logo = imageUrl(oper?.organization.logo ?? '');

  const endPreferring = (): void => setPreferring(false);
  const leave = (): void => discard(undefined, () => void logOut(), t('avatar.logOut'));
  const items: NonNullable<MenuProps['items']> = [
    { key: 'account', label: t('avatar.account'), onClick: () => void navigate('/account') },
    { key: 'preferences', label: t('avatar.preferences'), onClick: () => setPreferring(true) },
    { key: 'settings', label: t('settings.title'), onClick: () => openPanel('settings') },
    { key: 'keys', label: t('keys.title'), onClick: () => openPanel('keys') },
    { key: 'password', label: t('avatar.changePassword'), onClick: () => void navigate('/profile/updPassword') },
    { key: 'home', label: t('avatar.home'), onClick: () => void navigate('/dashboard') },
    ...(narrow
      ? [
          { key: 'language', label: t('language'), children: choices.language.items },
          { key: 'size', label: t('size.label'), children: choices.size.items },
          { key: 'theme', label: t('theme.label'), children: choices.theme.items },
          {
            key: 'fullscreen',
            label: t('ui:fullscreen.label'),
            onClick: () => void toggleFullscreen(t('ui:fullscreen.unavailable')),
          },
        ]
      : []),
    { type: 'divider' },
    { key: 'logOut', label: t('avatar.logOut'), onClick: leave },
  ];
  const card = (
    <dl className="who">
      {logo ? <img src={logo} alt="" /> : <Mark size={32} />}
      <dt>{t('avatar.organisation')}</dt>
      <dd>{oper?.organization.org_name}</dd>
      <dt>{t('avatar.operator')}</dt>
      <dd>{name}</dd>
      <dt>{t('avatar.loginName')}</dt>
      <dd>{oper?.login_name}</dd>
      <dt>{t('avatar.timeZone')}</dt>
      <dd>{Intl.DateTimeFormat().resolvedOptions().timeZone}</dd>
    </dl>
  );
  return (
    <>
      <Popover
        open={hovered && !opened && !narrow && !covered}
        onOpenChange={setHovered}
        content={card}
        placement="bottomRight"
        mouseEnterDelay={0.4}
        trigger="hover"
      >
        <Dropdown open={opened} onOpenChange={setOpened} trigger={['click']} placement="bottomRight" menu={{ items }}>
          <button type="button" className="avatar" aria-haspopup="menu">
            <span className="unseen">{t('avatar.label', { name })}</span>
            <i aria-hidden="true">{initials(name)}</i>
            {!narrow && (
              <span>
                <b>{name}</b>
                <small>{oper?.organization.org_name}</small>
              </span>
            )}
            {!narrow && <DownOutlined />}
          </button>
        </Dropdown>
      </Popover>
      {preferring && <PreferencesDialog close={endPreferring} missing={notCome(endPreferring)} />}
    </>
  );
};
