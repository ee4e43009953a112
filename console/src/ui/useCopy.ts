import { useTranslation } from 'react-i18next';
import { copyText } from '../platform/copyText.ts';
import { notify, said } from '../platform/notices.ts';

/** Copies a text and says so; where the browser does not allow it, that too, or `shown` to be copied by hand. */
export const useCopy = (): ((text: string, told?: { copied?: string; shown?: string }) => void) => {
  const { t } = useTranslation('ui');
  return (text, { copied = t('copied'), shown = t('copyFailed') } = {}) =>
    void copyText(text).then((done) => (done ? said(copied) : notify('info', shown, 5000)));
};
