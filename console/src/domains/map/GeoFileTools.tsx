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
import { SecondaryActions } from '../../ui/SecondaryActions.tsx';
import { save } from '../../ui/saveFile.ts';
import { phoneQuery, useMedia } from '../../ui/useMedia.ts';

const { read, write } = mapCalls.geoFiles;
const ImportDialog = later(async () => (await import('./GeoImport.tsx')).GeoImport);

/** Fences and points of interest from map files and into them; `only`: into them points alone. */
export const GeoFileTools = ({ only }: { only?: 'interests' }) => {
  const { t } = useTranslation('map');
  const may = useMay();
  const formats = useDictionary('geo_format');
  const phone = useMedia(phoneQuery);
  const [importing, setImporting] = useState(false);
  const exporting = async (format: (typeof geoFormats)[number]): Promise<void> => {
    const { name, text } = await send(write, { format, ...(only && { only }) });
    save(
      new Blob([text], { type: format === 'kml' ? 'application/vnd.google-earth.kml+xml' : 'application/geo+json' }),
      name,
    );
    said(t('geo.exported', { name }));
  };
  // a refusal is said by the client
  const run = (format: (typeof geoFormats)[number]) => void exporting(format).catch(() => undefined);
  const writes = may(write) ? geoFormats : [];
  return (
    <>
      {phone ? (
        <SecondaryActions
          actions={[
            ...(may(read)
              ? [{ key: 'import', label: t('geo.import'), icon: <ImportOutlined />, run: () => setImporting(true) }]
              : []),
            ...writes.map((format) => ({
              key: format,
              label: t('geo.exportAs', { format: formats.word(format) }),
              icon: <ExportOutlined />,
              run: () => run(format),
            })),
          ]}
        />
      ) : (
        <>
          {may(read) && (
            <Button icon={<ImportOutlined />} onClick={() => setImporting(true)}>
              {t('geo.import')}
            </Button>
          )}
          {writes.length > 0 && (
            <Dropdown
              trigger={['click']}
              menu={{
                items: writes.map((format) => ({ key: format, label: formats.word(format) })),
                onClick: ({ key }) => run(key === 'kml' ? 'kml' : 'geojson'),
              }}
            >
              <Button icon={<ExportOutlined />}>{t('geo.export')}</Button>
            </Dropdown>
          )}
        </>
      )}
      {importing && <ImportDialog close={() => setImporting(false)} />}
    </>
  );
};
