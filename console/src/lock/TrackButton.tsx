import { HistoryOutlined } from '@ant-design/icons';
import { tracks } from '@plomb/contract/tracks/tracks';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMay } from '../platform/may.ts';
import { trackAddress } from './trackAddress.ts';

/** To the track of a lock around a moment, for whoever may play tracks. `short`: its sign alone. */
export const TrackButton = ({ device, at, short = false }: { device: number; at: string; short?: boolean }) => {
  const { t } = useTranslation('lock');
  const may = useMay();
  const navigate = useNavigate();
  if (!may(tracks.read)) return null;
  const go = () => void navigate(trackAddress(device, at));
  const words = t('trackThen');
  if (!short) return <Button onClick={go}>{words}</Button>;
  return <Button icon={<HistoryOutlined />} aria-label={words} title={words} onClick={go} />;
};
