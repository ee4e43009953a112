import { answerProof, useConfirm } from '../platform/confirm.ts';
import { notCome } from '../platform/notCome.ts';
import { useDark, useSettings } from '../platform/settings.ts';
import { later } from '../ui/later.tsx';
import { Notices } from '../ui/Notices.tsx';
import { ThemeProvider } from '../ui/theme/ThemeProvider.tsx';
import { Guard } from './Guard.tsx';
import { useLocale } from './locale.ts';
import { ProgressBar } from './ProgressBar.tsx';
import { SessionExpired } from './SessionExpired.tsx';

const ConfirmDialog = later(async () => (await import('../domains/personal/ConfirmDialog.tsx')).ConfirmDialog, {
  ahead: false,
});
const unproved = notCome(() => answerProof(false));

export const App = () => {
  const { size, colour, lang } = useSettings();
  const locale = useLocale(lang);
  const dark = useDark();
  const proofAsked = useConfirm((s) => s.asked);
  if (!locale) return null;
  return (
    <ThemeProvider colour={colour} mode={dark ? 'dark' : 'light'} size={size} locale={locale}>
      <ProgressBar />
      <Guard />
      <SessionExpired />
      {proofAsked && <ConfirmDialog missing={unproved} />}
      <Notices />
    </ThemeProvider>
  );
};
