import { useTranslation } from 'react-i18next';

/** What is taken away, in words: `−1 menu`, `−3 buttons`. */
export const useTaken = (): ((of: { menus: number; buttons: number }) => { menus: string; buttons: string }) => {
  const { t } = useTranslation('system/roles');
  const taken = (kind: 'menus' | 'buttons', count: number): string =>
    t(`footer.${kind}`, { figure: `−${count}`, count });
  return ({ menus, buttons }) => ({ menus: taken('menus', menus), buttons: taken('buttons', buttons) });
};
