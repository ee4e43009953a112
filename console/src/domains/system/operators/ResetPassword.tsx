import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { later } from '../../../ui/later.tsx';

const Dialog = later(async () => (await import('./ResetPasswordDialog.tsx')).ResetPasswordDialog);

/** A button, and behind it the question for a temporary password. */
export const ResetPassword = ({ id, name }: { id: number; name: string }) => {
  const { t } = useTranslation('system/operators');
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
      >
        {t('reset.button')}
      </Button>
      {asked && <Dialog id={id} name={name} open={open} close={() => setOpen(false)} />}
    </>
  );
};
