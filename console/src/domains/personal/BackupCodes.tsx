import { CopyOutlined, DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCopy } from '../../ui/useCopy.ts';

/** The codes, shown this once. */
export const BackupCodes = ({ codes, done }: { codes: readonly string[]; done: () => void }) => {
  const { t } = useTranslation('personal');
  const copy = useCopy();
  const save = (): void => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([`${codes.join('\r\n')}\r\n`], { type: 'text/plain' }));
    link.download = 'plomb-backup-codes.txt';
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <>
      <p>{t('factor.codesText')}</p>
      <ol className="backup-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="personal-actions">
        <Button icon={<CopyOutlined />} onClick={() => copy(codes.join('\n'), { copied: t('keys.copied') })}>
          {t('factor.copyCodes')}
        </Button>
        <Button icon={<DownloadOutlined />} onClick={save}>
          {t('factor.saveCodes')}
        </Button>
        <Button type="primary" onClick={done}>
          {t('factor.kept')}
        </Button>
      </div>
    </>
  );
};
