import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { startLook } from '../platform/look.ts';
import { useSettings } from '../platform/settings.ts';
import { inEnglish } from '../testing/inEnglish.ts';
import { serveWith, signInAs } from '../testing/serveWith.ts';
import { showPage } from '../testing/showPage.tsx';
import { SettingsPanel } from './SettingsPanel.tsx';

inEnglish();
beforeEach(() => {
  serveWith(() => ['success', '', {}]);
  signInAs('A');
  startLook();
});

it('takes any colour, once it is picked and not on the way there', () => {
  showPage(<SettingsPanel close={() => {}} />, '/');
  const before = useSettings.getState().colour;
  const other = screen.getByLabelText('Another…');
  fireEvent.input(other, { target: { value: '#8a2be2' } });
  expect(useSettings.getState().colour).toBe(before);
  // the browser's own event, which comes when its picker is closed
  other.dispatchEvent(new Event('change', { bubbles: true }));
  expect(useSettings.getState().colour).toBe('#8a2be2');
});
