import { CloseOutlined, KeyOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useBaseMap } from '../../map/useBaseMap.ts';
import { useScreenPreference } from '../../platform/screenPreferences.ts';

const readTold = (stored: unknown): string => (typeof stored === 'string' ? stored : '');

/** The map of the preferences is not to be had here: which one, and what is shown instead. Said until it is read, once. */
export const BaseMapNotice = () => {
  const { t } = useTranslation('map');
  const { missing, refused, base } = useBaseMap();
  const [told, setTold] = useScreenPreference('map.baseTold', readTold);
  const what = refused ? 'google' : missing;
  const why = refused ?? 'missing';
  const said = what && `${why} ${what}`;
  if (!what || said === told) return null;
  return (
    <p className="map-base-notice" role="status">
      {why === 'barred' ? <ReloadOutlined aria-hidden /> : <KeyOutlined aria-hidden />}
      <span>
        {t(`base.${why}`, {
          vendor: t(`base.vendors.${what}`),
          shown: base?.base_map_name ?? t('base.offline'),
        })}
      </span>
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined />}
        aria-label={t('base.read')}
        onClick={() => setTold(said)}
      />
    </p>
  );
};
