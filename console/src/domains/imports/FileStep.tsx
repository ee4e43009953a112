import { DownloadOutlined, FileExcelOutlined } from '@ant-design/icons';
import { sheetLimits } from '@plomb/contract/files/sheets';
import { importCalls } from '@plomb/contract/imports/domain';
import { fieldsOfImport, fieldTitle, type ImportType, importTypes } from '@plomb/contract/imports/importFields';
import { Alert, Button, Dropdown, Segmented } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../platform/answer.ts';
import { upload } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { said } from '../../platform/notices.ts';
import { useSettings } from '../../platform/settings.ts';
import { ownTimeZone, saveFile } from '../../ui/saveFile.ts';
import { useMayBring } from './useMayBring.ts';

const formats = ['xlsx', 'csv'] as const;

/** A file is chosen or dropped, and read through at once. */
export const FileStep = ({ uploaded }: { uploaded: (id: number) => void }) => {
  const { t } = useTranslation('imports');
  const lang = useSettings((s) => s.lang);
  const types = useDictionary('import_type');
  const offered = importTypes.filter(useMayBring());
  const [type, setType] = useState<ImportType>('device');
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [isOver, setOver] = useState(false);
  const [wrong, setWrong] = useState<unknown>(null);

  const take = async (file: File | undefined): Promise<void> => {
    if (!file || busy) return;
    setBusy(true);
    setWrong(null);
    try {
      const fields = { import_type: type, name: file.name.slice(-200) };
      uploaded((await upload(importCalls.imports.upload, fields, file)).id);
    } catch (error) {
      setWrong(error);
    } finally {
      setBusy(false);
    }
  };
  const template = async (format: (typeof formats)[number]): Promise<void> => {
    const columns = fieldsOfImport[type].map((field) => ({ field, title: fieldTitle(type, field)[lang] }));
    try {
      const name = await saveFile(importCalls.imports.template, { format, columns, timeZone: ownTimeZone() });
      said(t('file.saved', { name }));
    } catch {
      // said by the client
    }
  };
  return (
    <section
      className="import-block import-file"
      data-over={isOver}
      aria-label={t('file.title')}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void take(event.dataTransfer.files[0]);
      }}
    >
      {offered.length > 1 && (
        <Segmented
          aria-label={t('importType')}
          value={type}
          disabled={busy}
          options={offered.map((one) => ({ value: one, label: types.word(one) }))}
          onChange={setType}
        />
      )}
      <FileExcelOutlined aria-hidden="true" />
      <h2>{t('file.title')}</h2>
      <p>{t('file.text', { megabytes: sheetLimits.bytes / 1024 / 1024, rows: sheetLimits.rows })}</p>
      {type === 'card' && <p>{t('file.zeros')}</p>}
      <input
        ref={input}
        className="unseen"
        type="file"
        accept=".xlsx,.csv,.txt"
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          const file = event.target.files?.[0];
          void take(file);
          event.target.value = ''; // the same file may be chosen again
        }}
      />
      <p>
        <Button type="primary" size="large" loading={busy} onClick={() => input.current?.click()}>
          {t(busy ? 'file.reading' : 'file.choose')}
        </Button>{' '}
        {t('file.drop')}
      </p>
      {wrong !== null && <Alert type="error" showIcon title={failureWords(wrong, lang)} role="alert" />}
      <Dropdown
        trigger={['click']}
        menu={{
          items: formats.map((format) => ({ key: format, label: t(`file.${format}`) })),
          onClick: ({ key }) => void template(key === 'csv' ? 'csv' : 'xlsx'),
        }}
      >
        <Button icon={<DownloadOutlined />}>{t('file.template')}</Button>
      </Dropdown>
    </section>
  );
};
