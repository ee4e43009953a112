import { useTranslation } from 'react-i18next';
import { forgetUnsaved, hasUnsaved } from '../platform/unsaved.ts';
import { useAskDiscard } from '../ui/useAskDiscard.ts';

/** Does something that loses what is typed in these tabs (or any): asks first where there is such a thing. */
export const useDiscard = (): ((paths: readonly string[] | undefined, act: () => void, okText?: string) => void) => {
  const { t } = useTranslation('app');
  const ask = useAskDiscard();
  return (paths, act, okText) => {
    if (!hasUnsaved(paths)) return act();
    ask({
      text: t('unsaved.text'),
      ...(okText === undefined ? {} : { okText }),
      discard: () => {
        forgetUnsaved(paths);
        act();
      },
    });
  };
};
