import {
  BugOutlined,
  FullscreenOutlined,
  MenuFoldOutlined,
  MenuOutlined,
  MenuUnfoldOutlined,
  SearchOutlined,
} from '@ant-design/icons';
import type { Text } from '@plomb/contract/kit/text';
import { Button, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AlarmBell } from '../domains/alarms/AlarmBell.tsx';
import { JobCentre } from '../domains/jobs/JobCentre.tsx';
import { useErrorLog } from '../platform/errorLog.ts';
import { useSettings } from '../platform/settings.ts';
import { toggleFullscreen } from '../ui/fullscreen.ts';
import { signsOf } from '../ui/keys.ts';
import { later } from '../ui/later.tsx';
import { Mark } from '../ui/Mark.tsx';
import { AvatarMenu } from './AvatarMenu.tsx';
import { LanguageChoice, SizeChoice, ThemeChoice } from './Choices.tsx';
import type { Page } from './pages.ts';
import { openPanel, searchKeys } from './panel.ts';

const ApplicationsSign = later(async () => (await import('../domains/friends/ApplicationsSign.tsx')).ApplicationsSign);
const ApprovalsSign = later(async () => (await import('../domains/approvals/ApprovalsSign.tsx')).ApprovalsSign);
const OwnRequestsSign = later(async () => (await import('../domains/approvals/OwnRequestsSign.tsx')).OwnRequestsSign);
/** what does not come is tried again */
const notYet = (): void => undefined;

export const TopBar = (props: {
  title: string;
  page: Page | undefined;
  /** a longer one, of what the page shows */
  pageTitle: Text | undefined;
  narrow: boolean;
  expanded: boolean;
  toggle: () => void;
}) => {
  const { t } = useTranslation(['app', 'ui']);
  const lang = useSettings((s) => s.lang);
  const faults = useErrorLog((s) => s.errors.length);
  const { narrow, expanded } = props;
  const search = t('search');
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
        <strong className="topbar-page">{(props.pageTitle ?? props.page?.title)?.[lang] ?? props.title}</strong>
      ) : (
        <button type="button" className="topbar-search" aria-haspopup="dialog" onClick={() => openPanel('search')}>
          <SearchOutlined />
          <span>{search}</span>
          <kbd>{signsOf(searchKeys).flat().join(' ')}</kbd>
        </button>
      )}
      <span className="topbar-gap" />
      {narrow && (
        <Button type="text" icon={<SearchOutlined />} aria-label={search} onClick={() => openPanel('search')} />
      )}
      {faults > 0 && (
        <Button
          type="text"
          aria-label={t('errors.title', { count: faults })}
          icon={
            <span className="topbar-faults">
              <BugOutlined />
            </span>
          }
          onClick={() => openPanel('errors')}
        />
      )}
      <ApplicationsSign missing={notYet} />
      <ApprovalsSign missing={notYet} />
      <OwnRequestsSign missing={notYet} />
      <JobCentre />
      <AlarmBell />
      {!narrow && (
        <>
          <Tooltip title={t('ui:fullscreen.label')}>
            <Button
              type="text"
              icon={<FullscreenOutlined />}
              aria-label={t('ui:fullscreen.label')}
              onClick={() => void toggleFullscreen(t('ui:fullscreen.unavailable'))}
            />
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
