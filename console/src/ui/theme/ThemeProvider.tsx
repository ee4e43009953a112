import { App, ConfigProvider, type ConfigProviderProps } from 'antd';
import { type ReactNode, useLayoutEffect, useMemo } from 'react';
import { useMedia } from '../useMedia.ts';
import { accentsOf } from './palette.ts';
import './tokens.css';
import './library.css';
import { type Choice, themeFor } from './themeFor.ts';

/** Whether the person asked the system for less motion. */
export const useStillness = (): boolean => useMedia('(prefers-reduced-motion: reduce)');

const kebab = (name: string): string => name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);

/** antd in the chosen theme, and the same choice as custom properties and `data-` attributes on the document. */
export const ThemeProvider = ({
  colour,
  mode: chosenMode,
  size,
  children,
  ...antd
}: Choice & Pick<ConfigProviderProps, 'locale' | 'csp' | 'renderEmpty' | 'form'> & { children: ReactNode }) => {
  const still = useStillness();
  // paper is white, and a browser prints no grounds: the words of the dark theme would be white on it
  const mode = useMedia('print') ? 'light' : chosenMode;
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
