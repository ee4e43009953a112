import { personalCalls } from '@plomb/contract/personal/domain';
import { Button, Form, QRCode, Steps } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { said } from '../../platform/notices.ts';
import { sealedFor } from '../../platform/signIn.ts';
import { BackupCodes } from './BackupCodes.tsx';
import { CopyButton } from './CopyButton.tsx';
import { CodeItem, PasswordItem, type Proof, showRefusal } from './ProofForm.tsx';

const { begin, confirm } = personalCalls.secondFactor;

type Stage =
  | { at: 'password' }
  | { at: 'app'; secret: string; secretUri: string }
  | { at: 'codes'; codes: readonly string[] };
const stages = ['password', 'app', 'codes'] as const;

/** Three steps: the password, the app with a first code, the backup codes. It is on after the second. */
export const SecondFactorSetUp = ({ done, cancel }: { done: () => void; cancel?: () => void }) => {
  const { t } = useTranslation('personal');
  const [form] = Form.useForm<Proof>();
  const [stage, setStage] = useState<Stage>({ at: 'password' });
  const [busy, setBusy] = useState(false);

  const next = async (typed: Partial<Proof>): Promise<void> => {
    setBusy(true);
    try {
      if (stage.at === 'password') {
        const shown = await send(begin, { password: await sealedFor(begin.path, typed.password ?? '') });
        setStage({ at: 'app', ...shown });
      } else {
        const { codes } = await send(confirm, { code: typed.code ?? '' });
        said(t('factor.switchedOn'));
        setStage({ at: 'codes', codes });
      }
    } catch (error) {
      showRefusal(form, error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className="personal-steps">
      <Steps
        size="small"
        current={stages.indexOf(stage.at)}
        items={stages.map((name) => ({ title: t(`factor.step.${name}`) }))}
      />
      {stage.at === 'codes' ? (
        <BackupCodes codes={stage.codes} done={done} />
      ) : (
        <Form<Proof>
          form={form}
          layout="vertical"
          validateTrigger="onBlur"
          className="personal-form"
          onFinish={(typed) => void next(typed)}
        >
          {stage.at === 'password' ? (
            <>
              <p>{t('factor.passwordText')}</p>
              <PasswordItem autoFocus />
            </>
          ) : (
            <>
              <p>{t('factor.scan')}</p>
              {/* scanners want dark on light, whatever the theme */}
              <QRCode aria-label={t('factor.qr')} value={stage.secretUri} size={184} color="#000" bgColor="#fff" />
              <p>
                {t('factor.byHand')} <code className="secret">{stage.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>{' '}
                <CopyButton text={stage.secret} />
              </p>
              <CodeItem autoFocus hint={false} />
            </>
          )}
          <div className="personal-actions">
            <Button type="primary" htmlType="submit" loading={busy}>
              {t(stage.at === 'password' ? 'factor.next' : 'factor.switchOn')}
            </Button>
            {cancel && <Button onClick={cancel}>{t('factor.cancel')}</Button>}
          </div>
        </Form>
      )}
    </div>
  );
};
