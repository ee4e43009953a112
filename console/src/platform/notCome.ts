import i18next from 'i18next';
import { notify, serverErrorTime } from './notices.ts';

/** Of a part that a person asked for and that did not come: says so, and closes what would wait for it. */
export const notCome = (close: () => void) => (): void => {
  close();
  notify('error', i18next.t('notCome', { ns: 'app' }), serverErrorTime);
};
