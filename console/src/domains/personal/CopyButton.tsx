import { CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCopy } from '../../ui/useCopy.ts';

/** Copies a text and says so. */
export const CopyButton = ({ text }: { text: string }) => {
  const { t } = useTranslation('ui');
  const copy = useCopy();
  return (
    <Button size="small" icon={<CopyOutlined />} onClick={() => copy(text)}>
      {t('copy')}
    </Button>
  );
};
