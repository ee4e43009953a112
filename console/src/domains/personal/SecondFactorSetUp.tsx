import { personalCalls } from '@plomb/contract/personal/domain';
import type { FactorChannel } from '@plomb/contract/personal/secondFactor';
import { Button, Form, Input, QRCode, Radio, Steps } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { said } from '../../platform/notices.ts';
import { sealedFor } from '../../platform/signIn.ts';
import { BackupCodes } from './BackupCodes.tsx';
import { CopyButton } from './CopyButton.tsx';
import type { FactorState } from './factorState.ts';
import { CodeItem, PasswordItem, type Proof, showRefusal } from './ProofForm.tsx';
import { SendCode, type SentCode } from './SendCode.tsx';

const { begin, beginByMessage, sendCode, confirm } = personalCalls.secondFactor;

interface Typed extends Proof {
  channel: FactorChannel;
  address: string;
}

type Stage =
  | { at: 'password' }
  | { at: 'app'; secret: string; secretUri: string }
  | { at: 'sent'; sent: SentCode }
  | { at: 'codes'; codes: readonly string[] };
const stages = ['password', 'proof', 'codes'] as const;

/**
 * Three steps: the password and where codes shall come from, a first code, the backup codes. It is on after the second. One
 * that is on is replaced for a code of it.
 */
export const SecondFactorSetUp = ({
  state,
  done,
  cancel,
}: {
  state: FactorState;
  done: () => void;
  cancel?: () => void;
}) => {
  const { t } = useTranslation('personal');
  const [form] = Form.useForm<Typed>();
  const channel = Form.useWatch('channel', form) ?? 'app';
  const [stage, setStage] = useState<Stage>({ at: 'password' });
  const [busy, setBusy] = useState(false);

  const next = async (typed: Partial<Typed>): Promise<void> => {
    setBusy(true);
    try {
      if (stage.at === 'password' && channel !== 'app') {
        const sent = await send(beginByMessage, {
          password: await sealedFor(beginByMessage.path, typed.password ?? ''),
          channel,
          address: typed.address ?? '',
          ...(typed.code && { code: typed.code }),
        });
        form.resetFields(['code']);
        setStage({ at: 'sent', sent });
      } else if (stage.at === 'password') {
        const shown = await send(begin, {
          password: await sealedFor(begin.path, typed.password ?? ''),
          ...(typed.code && { code: typed.code }),
        });
        form.resetFields(['code']);
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
        current={stages.indexOf(stage.at === 'app' || stage.at === 'sent' ? 'proof' : stage.at)}
        items={stages.map((name) => ({ title: t(`factor.step.${name}`) }))}
      />
      {stage.at === 'codes' ? (
        <BackupCodes codes={stage.codes} done={done} />
      ) : (
        <Form<Typed>
          form={form}
          layout="vertical"
          validateTrigger="onBlur"
          className="personal-form"
          initialValues={{ channel: 'app', address: '' }}
          onFinish={(typed) => void next(typed)}
        >
          {stage.at === 'password' ? (
            <>
              <p>{t('factor.passwordText')}</p>
              <PasswordItem autoFocus />
              {state.channel !== null && (
                <>
                  <CodeItem hint label={t('factor.present')} />
                  <SendCode ask={() => send(sendCode, {})} />
                </>
              )}
              {state.ways.length > 0 && (
                <Form.Item name="channel" label={t('factor.way')}>
                  <Radio.Group
                    options={(['app', ...state.ways] as const).map((way) => ({
                      value: way,
                      label: t(`factor.ways.${way}`),
                    }))}
                  />
                </Form.Item>
              )}
              {channel !== 'app' && (
                <Form.Item
                  name="address"
                  label={t(`factor.address.${channel}`)}
                  extra={t('factor.addressHint')}
                  rules={[{ required: true, whitespace: true, message: t('oldMissing') }]}
                >
                  <Input
                    inputMode={channel === 'mail' ? 'email' : 'tel'}
                    autoComplete={channel === 'mail' ? 'email' : 'tel'}
                    maxLength={254}
                  />
                </Form.Item>
              )}
            </>
          ) : stage.at === 'sent' ? (
            <>
              <p>{t('factor.sentText')}</p>
              <CodeItem autoFocus hint={false} label={t('sent.code')} />
              <SendCode sent={stage.sent} ask={() => send(sendCode, { set_up: true })} />
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
