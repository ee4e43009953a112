import { type AppStep, appSteps } from '@plomb/contract/apps/appSteps';
import { appCalls } from '@plomb/contract/apps/domain';
import { useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { said } from '../../platform/notices.ts';
import type { RecordOf } from '../../ui/list/resourceTypes.ts';

const of = appCalls.appVersions;
export type AppVersion = RecordOf<typeof of>;
const steps = Object.keys(appSteps) as AppStep[];

/** The next step of a version; what it means for handsets is said before it is taken. */
export const VersionSteps = ({ one }: { one: AppVersion }) => {
  const { t } = useTranslation('apps');
  const may = useMay();
  const { modal } = App.useApp();
  const queries = useQueryClient();
  const platforms = useDictionary('app_platform');
  const apps = useDictionary('mobile_app');
  const named = {
    app: apps.word(one.app_name),
    version: one.app_version,
    platform: platforms.word(one.platform),
  };
  const take = async (step: AppStep): Promise<void> => {
    try {
      await send(of[step], { id: one.id });
      said(t(`steps.${step}.done`, named));
    } catch {
      // said by the client
    }
    await Promise.all([of.list, of.detail].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })));
  };
  const ask = (step: AppStep): void => {
    const isForced = one.force_update ? 'forced' : 'free';
    modal.confirm({
      title: t(`steps.${step}.title`, named),
      content: (
        <>
          <p>{t(`steps.${step}.${isForced}`, named)}</p>
          <p>{t(`steps.${step}.stays`, { count: one.installations })}</p>
        </>
      ),
      okText: t(`steps.${step}.go`),
      okButtonProps: { danger: step === 'withdraw' },
      cancelText: t('steps.keep'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => take(step),
    });
  };
  return steps
    .filter((step) => appSteps[step].from === one.state && may(of[step]))
    .map((step) => (
      <Button key={step} onClick={() => ask(step)}>
        {t(`steps.${step}.ask`)}
      </Button>
    ));
};
