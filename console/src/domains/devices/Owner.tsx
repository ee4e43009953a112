import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';

/** Whose an entry of a catalogue is; one shared by an organisation above can be used and not changed. */
export const Owner = ({ of }: { of: { org_name: string; shared: boolean } }) => {
  const { t } = useTranslation('devices');
  return of.shared ? <Tag title={t('sharedHint')}>{t('shared')}</Tag> : of.org_name;
};
