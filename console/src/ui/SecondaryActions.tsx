import { MoreOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowAction } from './list/RowMenu.tsx';
import { phoneQuery, useMedia } from './useMedia.ts';

/** What else can be done on a page: buttons beside its title, on a phone behind three dots, for there is no room for them. */
export const SecondaryActions = ({
  actions,
}: {
  actions: readonly (RowAction & { icon?: ReactNode; danger?: boolean })[];
}) => {
  const { t } = useTranslation('ui');
  const phone = useMedia(phoneQuery);
  if (actions.length === 0) return null;
  if (!phone)
    return actions.map(({ key, label, icon, danger = false, run }) => (
      <Button key={key} icon={icon} danger={danger} onClick={run}>
        {label}
      </Button>
    ));
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: actions.map(({ key, label, icon, danger = false }) => ({ key, label, icon, danger })),
        onClick: ({ key }) => actions.find((action) => action.key === key)?.run(),
      }}
    >
      <Button type="text" className="page-more" icon={<MoreOutlined />} aria-label={t('more')} />
    </Dropdown>
  );
};
