import { firmwareCalls } from '@plomb/contract/firmware/domain';
import { type FirmwareStep, firmwareSteps } from '@plomb/contract/firmware/steps';
import { useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { said } from '../../platform/notices.ts';
import type { RecordOf } from '../../ui/list/resourceTypes.ts';

const of = firmwareCalls.firmware;
export type Firmware = RecordOf<typeof of>;
const steps = Object.keys(firmwareSteps) as FirmwareStep[];

/** The next step of a version, and the way to the locks that get it. */
export const FirmwareSteps = ({ one }: { one: Firmware }) => {
  const { t } = useTranslation('firmware');
  const may = useMay();
  const navigate = useNavigate();
  const { modal } = App.useApp();
  const queries = useQueryClient();
  const named = { version: one.firmware_version, type: one.device_type_name };
  const take = async (step: FirmwareStep): Promise<void> => {
    try {
      await send(of[step], { id: one.id });
      said(t(`steps.${step}.done`, named));
    } catch {
      // said by the client
    }
    await Promise.all([of.list, of.detail].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })));
  };
  const ask = (step: FirmwareStep): void => {
    modal.confirm({
      title: t(`steps.${step}.title`, named),
      content: t(`steps.${step}.means`),
      okText: t(`steps.${step}.go`),
      okButtonProps: { danger: step === 'withdraw' },
      cancelText: t('steps.keep'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => take(step),
    });
  };
  return (
    <>
      {steps
        .filter((step) => firmwareSteps[step].from === one.state && may(of[step]))
        .map((step) => (
          <Button key={step} onClick={() => ask(step)}>
            {t(`steps.${step}.ask`)}
          </Button>
        ))}
      {one.state === 'published' && may(firmwareCalls.firmwareRollouts.prepare) && (
        <Button type="primary" onClick={() => void navigate(`/firmwareRollout?work=new&firmware=${one.id}`)}>
          {t('rollOut')}
        </Button>
      )}
    </>
  );
};
