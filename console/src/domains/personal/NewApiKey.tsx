import { CopyOutlined } from '@ant-design/icons';
import { Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCopy } from '../../ui/useCopy.ts';

/** A new key, shown this once: the dialog goes only when it is said to be kept. */
export const NewApiKey = ({ value, close }: { value: string; close: () => void }) => {
  const { t } = useTranslation('personal');
  const copy = useCopy();
  return (
    <Modal
      open
      title={t('keys.made')}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={close}>
          {t('keys.keptIt')}
        </Button>
      }
    >
      <p>{t('keys.madeText')}</p>
      <pre className="new-key">Authorization: Bearer {value}</pre>
      <Button icon={<CopyOutlined />} onClick={() => copy(value, { copied: t('keys.copied') })}>
        {t('keys.copy')}
      </Button>
    </Modal>
  );
};
