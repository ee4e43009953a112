import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { baseMaps } from '@plomb/contract/basemaps/baseMaps';
import { Button, Input, Popover } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { placesIn, typedOf } from '../../map/draw/drawn.ts';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { said } from '../../platform/notices.ts';
import { useLandmark, useMapsChanged, useOwnMaps, useShownMaps } from './useTrials.ts';

/** In which order maps follow when one does not come, and by which place they are judged. */
export const MapsOrder = () => {
  const { t } = useTranslation('basemaps');
  const shown = useShownMaps();
  const [landmark] = useLandmark();
  const mayOrder = useMay()(baseMaps.order);
  if (!shown) return null;
  const [lon, lat] = landmark.at;
  return (
    <div className="base-map-strip">
      <span>{t('order')}</span>
      <ol>
        {shown.map(({ id, base_map_name, is_default }) => (
          <li key={id} title={is_default ? t('isDefaultHint') : undefined} data-default={is_default}>
            {base_map_name}
          </li>
        ))}
        <li>{t('offline')}</li>
      </ol>
      {mayOrder && <ChangeOrder />}
      <span className="base-map-landmark">
        {t('landmark')} <b>{landmark.name}</b>{' '}
        <span className="mono">
          {lon.toFixed(4)}, {lat.toFixed(4)}
        </span>
        <ChangeLandmark />
      </span>
    </div>
  );
};

/** Those of the own organisation; what others share stands behind them. */
const ChangeOrder = () => {
  const { t } = useTranslation('basemaps');
  const [open, setOpen] = useState(false);
  const own = useOwnMaps() ?? [];
  const changed = useMapsChanged();
  const move = async (from: number, to: number): Promise<void> => {
    const ids = own.map(({ id }) => id);
    const [id = 0] = ids.splice(from, 1);
    ids.splice(to, 0, id);
    await send(baseMaps.order, { ids });
    await changed();
  };
  const step = (from: number, by: 1 | -1): void => void move(from, from + by).catch(() => undefined);
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      open={open}
      onOpenChange={setOpen}
      content={
        own.length < 2 ? (
          t('orderNothing')
        ) : (
          <ol className="base-map-order">
            {own.map(({ id, base_map_name: name }, at) => (
              <li key={id}>
                <span>{name}</span>
                <Button
                  type="text"
                  size="small"
                  icon={<ArrowUpOutlined />}
                  aria-label={t('earlier', { name })}
                  disabled={at === 0}
                  onClick={() => step(at, -1)}
                />
                <Button
                  type="text"
                  size="small"
                  icon={<ArrowDownOutlined />}
                  aria-label={t('later', { name })}
                  disabled={at === own.length - 1}
                  onClick={() => step(at, 1)}
                />
              </li>
            ))}
          </ol>
        )
      }
    >
      <Button type="link" size="small">
        {t('orderChange')}
      </Button>
    </Popover>
  );
};

const ChangeLandmark = () => {
  const { t } = useTranslation('basemaps');
  const [landmark, choose] = useLandmark();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [typed, setTyped] = useState('');
  const field = useId();
  const places = placesIn(typed);
  const at = places?.length === 1 ? places[0] : undefined;
  const turn = (next: boolean): void => {
    setOpen(next);
    setName(landmark.name);
    setTyped(typedOf([landmark.at]));
  };
  const isWrong = typed.trim() !== '' && !at;
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={open}
      onOpenChange={turn}
      content={
        <form
          className="base-map-landmark-form"
          onSubmit={(event) => {
            event.preventDefault();
            if (!at || name.trim() === '') return;
            choose({ name: name.trim(), at });
            setOpen(false);
            said(t('landmarkKept'));
          }}
        >
          <label htmlFor={`${field}-name`}>
            {t('landmarkName')}
            <Input id={`${field}-name`} value={name} maxLength={60} onChange={(event) => setName(event.target.value)} />
          </label>
          <label htmlFor={`${field}-at`}>
            {t('landmarkAt')}
            <Input
              id={`${field}-at`}
              className="mono"
              value={typed}
              {...(isWrong && { status: 'error' as const, 'aria-invalid': true })}
              onChange={(event) => setTyped(event.target.value)}
            />
          </label>
          <p>{t('landmarkHint')}</p>
          <span>
            <Button type="primary" htmlType="submit" disabled={!at || name.trim() === ''}>
              {t('landmarkKeep')}
            </Button>
            <Button
              onClick={() => {
                choose(null);
                setOpen(false);
              }}
            >
              {t('landmarkUsual')}
            </Button>
          </span>
        </form>
      }
    >
      <Button type="link" size="small" aria-label={t('landmarkChange')}>
        {t('change')}
      </Button>
    </Popover>
  );
};
