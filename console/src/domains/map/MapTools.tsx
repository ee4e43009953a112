import { AimOutlined, MinusOutlined, PlusOutlined, PushpinOutlined, QuestionCircleOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMedia } from '../../ui/useMedia.ts';
import { BaseMapMenu } from './BaseMapMenu.tsx';

interface Props {
  zoom: (steps: number) => void;
  /** to the chosen lock, or to all of them */
  locate: () => void;
  chosen: boolean;
  fences: boolean;
  onFences: (on: boolean) => void;
  places: boolean;
  onPlaces: (on: boolean) => void;
  /** draws around locks; null: there is nothing to do with a selection */
  lasso: { on: boolean; turn: (on: boolean) => void } | null;
  legend: boolean;
  onLegend: (on: boolean) => void;
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

const FenceIcon = () => (
  <svg
    width="17"
    height="17"
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    aria-hidden="true"
  >
    <path d="M10 2.4 16.8 6.2v7.6L10 17.6 3.2 13.8V6.2z" strokeLinejoin="round" />
  </svg>
);

const LayersIcon = () => (
  <svg
    width="17"
    height="17"
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    aria-hidden="true"
  >
    <path d="M10 2.8 17.4 7 10 11.2 2.6 7zM2.6 10.4 10 14.6l7.4-4.2M2.6 13.6 10 17.8l7.4-4.2" strokeLinejoin="round" />
  </svg>
);

const LassoIcon = () => (
  <svg
    width="17"
    height="17"
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    aria-hidden="true"
  >
    <path
      d="M6.4 12.6C3.9 11.8 2.4 10.3 2.4 8.4 2.4 5.4 5.8 3 10 3s7.6 2.4 7.6 5.4-3.4 5.4-7.6 5.4c-.6 0-1.2 0-1.8-.1"
      strokeLinecap="round"
    />
    <circle cx="6.6" cy="14" r="1.8" />
    <path d="M6.4 15.8c0 1-.6 1.6-1.6 1.8" strokeLinecap="round" />
  </svg>
);

export const MapTools = ({
  zoom,
  locate,
  chosen,
  fences,
  onFences,
  places,
  onPlaces,
  lasso,
  legend,
  onLegend,
}: Props) => {
  const { t } = useTranslation('map');
  return (
    <div className="map-tools" role="toolbar" aria-label={t('tools')} aria-orientation="vertical">
      <div className="map-tools-zoom">
        <Tool name={t('zoomIn')} icon={<PlusOutlined />} press={() => zoom(1)} />
        <Tool name={t('zoomOut')} icon={<MinusOutlined />} press={() => zoom(-1)} />
      </div>
      <div>
        <BaseMapMenu>
          <Button type="text" icon={<LayersIcon />} aria-label={t('base.choose')} title={t('base.choose')} />
        </BaseMapMenu>
        <Tool
          name={t(fences ? 'fencesHide' : 'fencesShow')}
          icon={<FenceIcon />}
          on={fences}
          press={() => onFences(!fences)}
        />
        <Tool
          name={t(places ? 'placesHide' : 'placesShow')}
          icon={<PushpinOutlined />}
          on={places}
          press={() => onPlaces(!places)}
        />
        {lasso && (
          <Tool
            name={t(lasso.on ? 'selection.stop' : 'selection.draw')}
            icon={<LassoIcon />}
            on={lasso.on}
            press={() => lasso.turn(!lasso.on)}
          />
        )}
        <Tool
          name={t(legend ? 'legendHide' : 'legendShow')}
          icon={<QuestionCircleOutlined />}
          on={legend}
          press={() => onLegend(!legend)}
        />
        <Tool name={t(chosen ? 'toLock' : 'fitAll')} icon={<AimOutlined />} press={locate} />
      </div>
    </div>
  );
};
