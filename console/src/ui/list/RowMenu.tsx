import { MoreOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';

export interface RowAction {
  key: string;
  label: string;
  run: () => void;
}

/** What can be done with one record, behind three dots at the end of its row. */
export const RowMenu = ({ name, actions }: { name: string; actions: readonly RowAction[] }) => {
  const { t } = useTranslation('ui');
  if (actions.length === 0) return null;
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: actions.map(({ key, label }) => ({ key, label })),
        onClick: ({ key, domEvent }) => {
          domEvent.stopPropagation();
          actions.find((action) => action.key === key)?.run();
        },
      }}
    >
      <Button
        type="text"
        size="small"
        className="row-menu"
        icon={<MoreOutlined />}
        aria-label={`${t('more')}: ${name}`}
      />
    </Dropdown>
  );
};
