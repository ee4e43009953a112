import { alarms } from '@plomb/contract/alarms/alarms';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { inEnglish } from '../../testing/inEnglish.ts';
import { serveWith } from '../../testing/serveWith.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { MuteControl } from './MuteControl.tsx';

inEnglish();

it('says of a reason that is missing that it is, and not that something of a form is wrong', async () => {
  serveWith(() => ['fail', 'The form information is wrong', { reason: 'Please say why alarms are muted' }]);
  signInWith(alarms.list, alarms.mute);
  showPage(<MuteControl />, '/alarm');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /Mute alarms…$/ }));
  await user.click(screen.getByRole('button', { name: 'Mute' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Please say why alarms are muted');
  expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
});
