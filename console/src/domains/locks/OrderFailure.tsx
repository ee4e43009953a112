import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';

export const OrderFailure = ({ failure }: { failure: { why: string; known: boolean } | null }) => {
  const { t } = useTranslation('locks');
  if (!failure) return null;
  const why = failure.why.replace(/[。.]$/, '');
  return (
    <Alert
      type={failure.known ? 'error' : 'warning'}
      showIcon
      title={t(failure.known ? 'dialog.refused' : 'dialog.notKnown', { why })}
    />
  );
};
