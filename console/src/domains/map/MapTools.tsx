import {
  AimOutlined,
  DesktopOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  MinusOutlined,
  PlusOutlined,
  QuestionCircleOutlined,
} from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMedia } from '../../ui/useMedia.ts';
import { LassoIcon, LayersIcon, RulerIcon } from './icons.tsx';
import { LayersMenu } from './LayersMenu.tsx';
import type { Layers } from './useLayers.ts';

interface Turn {
  on: boolean;
  turn: (on: boolean) => void;
}
interface Props {
  zoom: (steps: number) => void;
  /** to the chosen lock, or to all of them */
  locate: () => void;
  chosen: boolean;
  layers: Layers;
  /** draws around locks; null: there is nothing to do with a selection */
  lasso: Turn | null;
  measure: Turn;
  full: Turn;
  legend: Turn;
}

/** A finger opens a tooltip and cannot leave it. */
const useTip = (name: string): string => (useMedia('(hover: none)') ? '' : name);

const Tool = ({ name, icon, on, press }: { name: string; icon: ReactNode; on?: boolean; press: () => void }) => (
  <Tooltip title={useTip(name)} placement="left">
    <Button
      type="text"
      icon={icon}
      aria-label={name}
      onClick={press}
      {...(on !== undefined && { 'aria-pressed': on })}
    />
  </Tooltip>
);

export const MapTools = ({ zoom, locate, chosen, layers, lasso, measure, full, legend }: Props) => {
  const { t } = useTranslation('map');
  const navigate = useNavigate();
  return (
    <div className="map-tools" role="toolbar" aria-label={t('tools')} aria-orientation="vertical">
      <div className="map-tools-zoom">
        <Tool name={t('zoomIn')} icon={<PlusOutlined />} press={() => zoom(1)} />
        <Tool name={t('zoomOut')} icon={<MinusOutlined />} press={() => zoom(-1)} />
      </div>
      <div>
        <LayersMenu layers={layers}>
          <Button type="text" icon={<LayersIcon />} aria-label={t('base.choose')} title={t('base.choose')} />
        </LayersMenu>
        {lasso && (
          <Tool
            name={t(lasso.on ? 'selection.stop' : 'selection.draw')}
            icon={<LassoIcon />}
            on={lasso.on}
            press={() => lasso.turn(!lasso.on)}
          />
        )}
        <Tool
          name={t(measure.on ? 'measure.stop' : 'measure.title')}
          icon={<RulerIcon />}
          on={measure.on}
          press={() => measure.turn(!measure.on)}
        />
        <Tool
          name={t(full.on ? 'fullLeave' : 'full')}
          icon={full.on ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
          on={full.on}
          press={() => full.turn(!full.on)}
        />
        <Tool
          name={t(legend.on ? 'legendHide' : 'legendShow')}
          icon={<QuestionCircleOutlined />}
          on={legend.on}
          press={() => legend.turn(!legend.on)}
        />
        <Tool name={t('wall')} icon={<DesktopOutlined />} press={() => void navigate('/map/wall')} />
        <Tool name={t(chosen ? 'toLock' : 'fitAll')} icon={<AimOutlined />} press={locate} />
      </div>
    </div>
  );
};
