import { useSyncExternalStore } from 'react';
import { darkQuery, isDark, useSettings } from '../platform/settings.ts';
import { Notices } from '../ui/Notices.tsx';
import { ThemeProvider } from '../ui/theme/ThemeProvider.tsx';
import { Guard } from './Guard.tsx';
import { useLocale } from './locale.ts';
import { SessionExpired } from './SessionExpired.tsx';

const systemDark = matchMedia(darkQuery);
const watchSystem = (changed: () => void): (() => void) => {
  systemDark.addEventListener('change', changed);
  return () => systemDark.removeEventListener('change', changed);
};

export const App = () => {
  const { mode, size, colour, lang } = useSettings();
  const locale = useLocale(lang);
  const dark = isDark(
    mode,
    useSyncExternalStore(watchSystem, () => systemDark.matches),
  );
  if (!locale) return null;
  return (
    <ThemeProvider colour={colour} mode={dark ? 'dark' : 'light'} size={size} locale={locale}>
      <Guard />
      <SessionExpired />
      <Notices />
    </ThemeProvider>
  );
};
