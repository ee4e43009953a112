import { personalCalls } from '@plomb/contract/personal/domain';
import { Alert, Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { said } from '../../platform/notices.ts';
import { sealedFor } from '../../platform/signIn.ts';
import { clockTime } from '../../platform/time.ts';
import { BackupCodes } from './BackupCodes.tsx';
import type { FactorState } from './factorState.ts';
import { ProofDialog } from './ProofDialog.tsx';
import type { Proof } from './ProofForm.tsx';
import { SecondFactorSetUp } from './SecondFactorSetUp.tsx';

const { newCodes, disable } = personalCalls.secondFactor;
/** From here on the person is asked to make new codes. */
const FEW = 3;

export const SecondFactorTab = ({ state, changed }: { state: FactorState; changed: () => Promise<void> }) => {
  const { t } = useTranslation('personal');
  const [open, setOpen] = useState<'setUp' | 'newCodes' | 'off' | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const close = (): void => {
    setOpen(null);
    setCodes(null);
    void changed();
  };
  const sealed = async ({ path }: { path: string }, { password, code }: Proof) => ({
    password: await sealedFor(path, password),
    code,
  });

  if (open === 'setUp') return <SecondFactorSetUp state={state} done={close} cancel={close} />;
  if (state.since === null)
    return (
      <>
        <h2 className="personal-title">{t('factor.offTitle')}</h2>
        <p>{t('factor.offText')}</p>
        <Button type="primary" onClick={() => setOpen('setUp')}>
          {t('factor.setUp')}
        </Button>
      </>
    );
  return (
    <>
      <h2 className="personal-title">{t('factor.onTitle')}</h2>
      <p>{t('factor.onText', { time: clockTime(state.since) })}</p>
      {state.channel !== 'app' && <p>{t('factor.sentTo', { recipient: state.recipient })}</p>}
      {state.codesLeft <= FEW ? (
        <Alert
          type="warning"
          showIcon
          title={t('factor.codesLeft', { count: state.codesLeft })}
          description={t('factor.fewCodes')}
        />
      ) : (
        <p>{t('factor.codesLeft', { count: state.codesLeft })}</p>
      )}
      <div className="personal-actions">
        {state.channel !== 'app' && <Button onClick={() => setOpen('setUp')}>{t('factor.change')}</Button>}
        <Button onClick={() => setOpen('newCodes')}>{t('factor.newCodes')}</Button>
        {!state.required && (
          <Button danger onClick={() => setOpen('off')}>
            {t('factor.switchOff')}
          </Button>
        )}
      </div>
      {state.required && <p className="personal-note">{t('factor.required')}</p>}
      {open === 'newCodes' && !codes && (
        <ProofDialog
          title={t('factor.newCodesTitle')}
          text={t('factor.newCodesText')}
          okText={t('factor.newCodes')}
          isSent={state.channel !== 'app'}
          prove={async (proof) => setCodes((await send(newCodes, await sealed(newCodes, proof))).codes)}
          close={close}
        />
      )}
      {codes && (
        <Modal
          open
          title={t('factor.newCodes')}
          footer={null}
          closable={false}
          keyboard={false}
          mask={{ closable: false }}
        >
          <BackupCodes codes={codes} done={close} />
        </Modal>
      )}
      {open === 'off' && (
        <ProofDialog
          title={t('factor.switchOffTitle')}
          text={t('factor.switchOffText')}
          okText={t('factor.switchOff')}
          isSent={state.channel !== 'app'}
          danger
          prove={async (proof) => {
            await send(disable, await sealed(disable, proof));
            said(t('factor.switchedOff'));
            close();
          }}
          close={close}
        />
      )}
    </>
  );
};
