import { CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../platform/copyText.ts';
import { said } from '../../platform/notices.ts';

/** Copies a text and says so. */
export const CopyButton = ({ text }: { text: string }) => {
  const { t } = useTranslation('ui');
  return (
    <Button
      size="small"
      icon={<CopyOutlined />}
      onClick={() => void copyText(text).then((copied) => copied && said(t('copied')))}
    >
      {t('copy')}
    </Button>
  );
};
