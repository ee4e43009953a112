import { FullscreenOutlined, MenuFoldOutlined, MenuOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AlarmBell } from '../domains/alarms/AlarmBell.tsx';
import { notify } from '../platform/notices.ts';
import { useSession } from '../platform/session.ts';
import { useSettings } from '../platform/settings.ts';
import { Mark } from '../ui/Mark.tsx';
import { AvatarMenu } from './AvatarMenu.tsx';
import { LanguageChoice, SizeChoice, ThemeChoice } from './Choices.tsx';
import { MenuSearch } from './MenuSearch.tsx';
import type { Menu, Page } from './pages.ts';

export const TopBar = (props: {
  title: string;
  page: Page | undefined;
  menu: Menu;
  narrow: boolean;
  expanded: boolean;
  toggle: () => void;
}) => {
  const { t } = useTranslation('app');
  const lang = useSettings((s) => s.lang);
  const organisation = useSession((s) => s.oper?.organization.org_name);
  const { narrow, expanded } = props;

  const fullscreen = (): void => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else if (document.fullscreenEnabled) void document.documentElement.requestFullscreen();
    else notify('info', t('fullscreen.unavailable'), 3000);
  };

  return (
    <header className="topbar">
      {!narrow && (
        <Link className="topbar-brand" to="/dashboard">
          <Mark size={26} />
          <strong>{props.title}</strong>
        </Link>
      )}
      <Button
        type="text"
        className="topbar-toggle"
        aria-label={t(expanded ? 'sidebar.close' : 'sidebar.open')}
        aria-expanded={expanded}
        icon={narrow ? <MenuOutlined /> : expanded ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
        onClick={props.toggle}
      />
      {narrow ? (
        <strong className="topbar-page">{props.page?.title[lang] ?? props.title}</strong>
      ) : (
        <span className="topbar-organisation">{organisation}</span>
      )}
      <span className="topbar-gap" />
      <MenuSearch menu={props.menu} narrow={narrow} />
      <AlarmBell />
      {!narrow && (
        <>
          <Tooltip title={t('fullscreen.label')}>
            <Button type="text" icon={<FullscreenOutlined />} aria-label={t('fullscreen.label')} onClick={fullscreen} />
          </Tooltip>
          <LanguageChoice />
          <SizeChoice />
          <ThemeChoice />
        </>
      )}
      <AvatarMenu narrow={narrow} />
    </header>
  );
};
