import { App, ConfigProvider, type ConfigProviderProps } from 'antd';
import { type ReactNode, useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import { accentsOf } from './palette.ts';
import './tokens.css';
import { type Choice, themeFor } from './themeFor.ts';

const stillness = '(prefers-reduced-motion: reduce)';
const subscribe = (changed: () => void): (() => void) => {
  const query = matchMedia(stillness);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};
/** Whether the person asked the system for less motion. */
export const useStillness = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(stillness).matches);

const kebab = (name: string): string => name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);

/** antd in the chosen theme, and the same choice as custom properties and `data-` attributes on the document. */
export const ThemeProvider = ({
  colour,
  mode,
  size,
  children,
  ...antd
}: Choice & Pick<ConfigProviderProps, 'locale' | 'csp' | 'renderEmpty' | 'form'> & { children: ReactNode }) => {
  const still = useStillness();
  const theme = useMemo(() => {
    const chosen = themeFor({ colour, mode, size });
    return still ? { ...chosen, token: { ...chosen.token, motion: false } } : chosen;
  }, [colour, mode, size, still]);
  useLayoutEffect(() => {
    const { dataset, style } = document.documentElement;
    dataset.theme = mode;
    dataset.size = size;
    for (const [name, value] of Object.entries(accentsOf(colour, mode))) style.setProperty(`--${kebab(name)}`, value);
  }, [colour, mode, size]);
  return (
    <ConfigProvider componentSize="medium" theme={theme} button={{ autoInsertSpace: false }} {...antd}>
      <App component={false}>{children}</App>
    </ConfigProvider>
  );
};
