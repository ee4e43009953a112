import { ExportOutlined, ImportOutlined } from '@ant-design/icons';
import { mapCalls } from '@plomb/contract/map/domain';
import { geoFormats } from '@plomb/contract/map/geoFiles';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { said } from '../../platform/notices.ts';
import { later } from '../../ui/later.tsx';
import { save } from '../../ui/saveFile.ts';

const { read, write } = mapCalls.geoFiles;
const ImportDialog = later(async () => (await import('./GeoImport.tsx')).GeoImport);

/** Fences and points of interest from map files and into them. */
export const GeoFileTools = () => {
  const { t } = useTranslation('map');
  const may = useMay();
  const formats = useDictionary('geo_format');
  const [importing, setImporting] = useState(false);
  const exporting = async (format: (typeof geoFormats)[number]): Promise<void> => {
    const { name, text } = await send(write, { format });
    save(
      new Blob([text], { type: format === 'kml' ? 'application/vnd.google-earth.kml+xml' : 'application/geo+json' }),
      name,
    );
    said(t('geo.exported', { name }));
  };
  return (
    <>
      {may(read) && (
        <Button icon={<ImportOutlined />} onClick={() => setImporting(true)}>
          {t('geo.import')}
        </Button>
      )}
      {may(write) && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: geoFormats.map((format) => ({ key: format, label: formats.word(format) })),
            onClick: ({ key }) => void exporting(key === 'kml' ? 'kml' : 'geojson').catch(() => undefined),
          }}
        >
          <Button icon={<ExportOutlined />}>{t('geo.export')}</Button>
        </Dropdown>
      )}
      {importing && <ImportDialog close={() => setImporting(false)} />}
    </>
  );
};
