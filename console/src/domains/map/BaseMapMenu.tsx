import { CheckOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useBaseMap } from '../../map/useBaseMap.ts';

const OFFLINE = 'offline';

/** Which map lies below the locks; kept for this person, on all maps. */
export const BaseMapMenu = ({ children }: { children: ReactElement }) => {
  const { t } = useTranslation('map');
  const { rows, chosen, choose } = useBaseMap();
  const shown = chosen === null ? OFFLINE : String(chosen.id);
  const items = [
    ...rows.map((one) => ({ key: String(one.id), label: one.base_map_name })),
    { key: OFFLINE, label: t('base.offline') },
  ].map((one) => ({
    ...one,
    icon: <CheckOutlined style={one.key === shown ? undefined : { visibility: 'hidden' }} />,
  }));
  return (
    <Dropdown
      trigger={['click']}
      placement="topRight"
      menu={{
        items,
        selectable: true,
        selectedKeys: [shown],
        onClick: ({ key }) => choose(key === OFFLINE ? OFFLINE : Number(key)),
      }}
    >
      {children}
    </Dropdown>
  );
};
