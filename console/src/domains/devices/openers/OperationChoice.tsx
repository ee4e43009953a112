import { type OpenedBy, openedBy } from '@plomb/contract/devices/openers';
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';

/** Sealing or unsealing: of which of them is asked. */
export const OperationChoice = ({ value, onChange }: { value: OpenedBy; onChange: (value: OpenedBy) => void }) => {
  const { t } = useTranslation('devices/openers');
  return (
    <Segmented
      aria-label={t('operationName')}
      value={value}
      onChange={onChange}
      options={openedBy.map((one) => ({ value: one, label: t(`operation.${one}`) }))}
    />
  );
};
