import { logisticsCalls } from '@plomb/contract/logistics/domain';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useSettings } from '../../platform/settings.ts';
import { planToForm, prepared } from './planForm.ts';
import { TemplateDialog } from './TemplateOfPlan.tsx';

const { detail } = logisticsCalls.logisticsBatches;

/** What a batch was planned to be, whatever became of it, as a template. */
export const TemplateOfBatch = ({ id, close }: { id: number; close: () => void }) => {
  const lang = useSettings((s) => s.lang);
  const { data, error } = useQuery({
    queryKey: [detail.path, id, 'template'],
    queryFn: ({ signal }) => send(detail, { id }, { quiet: true, signal }),
    gcTime: 0,
  });
  if (error) return <Alert type="error" showIcon title={failureWords(error, lang)} role="alert" />;
  if (!data) return null;
  return <TemplateDialog plan={prepared(planToForm(data))} close={close} />;
};
