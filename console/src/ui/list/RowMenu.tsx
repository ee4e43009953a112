import { MoreOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';

/** What can be done with one record, behind three dots at the end of its row. */
export const RowMenu = ({ name, edit, remove }: { name: string; edit?: () => void; remove?: () => void }) => {
  const { t } = useTranslation('ui');
  const items = [
    ...(edit ? [{ key: 'edit', label: t('edit'), onClick: edit }] : []),
    ...(remove ? [{ key: 'delete', label: `${t('delete')}…`, onClick: remove }] : []),
  ];
  if (items.length === 0) return null;
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: items.map(({ key, label }) => ({ key, label })),
        onClick: ({ key, domEvent }) => {
          domEvent.stopPropagation();
          items.find((i) => i.key === key)?.onClick();
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
