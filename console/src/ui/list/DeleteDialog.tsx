import { Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { focusField } from '../focusField.ts';

/** So many go with one click; for more their number is typed, so that it is read. */
export const mostUntyped = 20;

/** Asks before records are deleted, and says what it means. Nothing destructive is the default button. */
export const DeleteDialog = (props: {
  /** how many */
  count: number;
  consequence: string;
  /** resolves once they are gone, or were refused */
  remove: () => Promise<void>;
  close: () => void;
}) => {
  const { count, consequence, remove, close } = props;
  const { t } = useTranslation('ui');
  const field = useId();
  const [typed, type] = useState('');
  const [busy, setBusy] = useState(false);
  const asked = count > mostUntyped;
  const sure = !asked || typed.replace(/[^\d]/g, '') === String(count);
  const go = async (): Promise<void> => {
    if (!sure || busy) return;
    setBusy(true);
    try {
      await remove();
    } finally {
      setBusy(false);
      close();
    }
  };
  return (
    <Modal
      open
      title={t('deleteTitle', { count })}
      onCancel={() => !busy && close()}
      onOk={() => void go()}
      okText={t('delete')}
      okButtonProps={{ danger: true, disabled: !sure, loading: busy }}
      cancelText={t('cancel')}
      cancelButtonProps={{ autoFocus: !asked, disabled: busy }}
      mask={{ closable: false }}
      width={440}
      afterOpenChange={focusField}
    >
      <p>{consequence}</p>
      {asked && (
        <div className="delete-typed">
          <label htmlFor={field}>{t('deleteTyped', { count })}</label>
          <Input
            id={field}
            autoFocus
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={(event) => type(event.target.value)}
            onPressEnter={() => void go()}
          />
        </div>
      )}
    </Modal>
  );
};
