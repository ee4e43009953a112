import { CheckOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { type ReactElement, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBaseMap } from '../../map/useBaseMap.ts';
import { useNumber } from '../../ui/useNumber.ts';
import type { Layers } from './useLayers.ts';

const OFFLINE = 'offline';

/** Which map lies below the locks, and what lies on it beside them; kept for this person. */
export const LayersMenu = ({ layers, children }: { layers: Layers; children: ReactElement }) => {
  const { t } = useTranslation('map');
  const { rows, chosen, choose } = useBaseMap();
  const number = useNumber();
  const [open, setOpen] = useState(false);
  const ticked = (key: string, label: string, on: boolean) => ({
    ...{ key, label, 'aria-checked': on },
    icon: <CheckOutlined style={on ? undefined : { visibility: 'hidden' }} />,
  });
  const shown = chosen === null ? OFFLINE : String(chosen.id);
  const bases = [
    ...rows.map((one) => ({ key: String(one.id), label: one.base_map_name })),
    { key: OFFLINE, label: t('base.offline') },
  ].map(({ key, label }) => ({ ...ticked(key, label, key === shown), role: 'menuitemradio' }));
  const counted = (what: 'fences' | 'places'): string => {
    const { drawn, total } = layers.told[what] ?? { drawn: 0, total: 0 };
    return drawn < total
      ? `${t(`layers.${what}`)} (${t('layers.first', { drawn: number(drawn), total: number(total) })})`
      : t(`layers.${what}`);
  };
  const others = [
    { ...ticked('fences', counted('fences'), layers.fences), role: 'menuitemcheckbox' },
    { ...ticked('places', counted('places'), layers.places), role: 'menuitemcheckbox' },
  ];
  return (
    <Dropdown
      trigger={['click']}
      placement="topRight"
      open={open}
      // what is ticked is seen on the map beside the menu, which stays for the next
      onOpenChange={(next, { source }) => {
        if (next || source === 'trigger') setOpen(next);
      }}
      menu={{
        selectedKeys: [shown],
        items: [
          { key: 'bases', type: 'group', label: t('base.title'), children: bases },
          { key: 'others', type: 'group', label: t('layers.title'), children: others },
        ],
        onClick: ({ key }) => {
          if (key === 'fences') return layers.setFences(!layers.fences);
          if (key === 'places') return layers.setPlaces(!layers.places);
          choose(key === OFFLINE ? OFFLINE : Number(key));
          setOpen(false);
        },
      }}
    >
      {children}
    </Dropdown>
  );
};
