import { appCalls } from '@plomb/contract/apps/domain';
import { useTranslation } from 'react-i18next';
import { UploadField } from '../../ui/form/UploadField.tsx';

/** A field whose value is an uploaded package. */
export const PackageField = (field: {
  id?: string;
  value?: string | null;
  onChange?: (path: string | null) => void;
}) => {
  const { t } = useTranslation('apps');
  return (
    <UploadField
      {...field}
      of={appCalls.appVersions.upload}
      accept=".apk,application/vnd.android.package-archive"
      words={{ choose: t('file.choose'), replace: t('file.replace') }}
    />
  );
};
