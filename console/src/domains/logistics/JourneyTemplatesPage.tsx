import { logisticsCalls } from '@plomb/contract/logistics/domain';
import { useTranslation } from 'react-i18next';
import { clockTime } from '../../platform/time.ts';
import { later } from '../../ui/later.tsx';
import { ResourcePage } from '../../ui/ResourcePage.tsx';
import { lasts } from './limitWords.ts';
import { blankTemplate, preparedTemplate, type TemplateTyped, templateToForm } from './planForm.ts';
import './logistics.css';

const TemplateForm = later(async () => (await import('./TemplateForm.tsx')).TemplateForm);
const TemplateDetail = later(async () => (await import('./TemplateDetail.tsx')).TemplateDetail);

/** What plans are made of again and again; those of organisations above can be used, and not changed. */
export const JourneyTemplatesPage = () => {
  const { t } = useTranslation('logistics');
  return (
    <ResourcePage
      of={logisticsCalls.journeyTemplates}
      noun={t('template.noun')}
      columns={[
        { title: t('template.name'), dataIndex: 'name', identity: true, sorter: true, width: 220, ellipsis: true },
        {
          title: t('template.route'),
          dataIndex: 'start_address',
          width: 270,
          ellipsis: true,
          file: [
            { field: 'start_address', title: t('batch.start') },
            { field: 'destination_address', title: t('batch.destination') },
          ],
          render: (_, row) => `${row.start_address} → ${row.destination_address}`,
        },
        { title: t('template.stops'), dataIndex: 'stop_count', width: 90, align: 'right' },
        { title: t('template.positions'), dataIndex: 'position_count', width: 110, align: 'right' },
        {
          title: t('template.lasts'),
          dataIndex: 'minutes',
          sorter: true,
          width: 110,
          render: (minutes: number) => lasts(minutes, t),
        },
        { title: t('batch.carrier'), dataIndex: 'carrier', width: 130, ellipsis: true },
        { title: t('organisation'), dataIndex: 'org_name', width: 150, ellipsis: true },
        { title: t('updated'), dataIndex: 'update_time', sorter: true, width: 168, render: clockTime, optional: true },
      ]}
      name={(row) => row.name}
      search={t('template.search')}
      allows={(action, row) => action === 'add' || !row || row.is_own}
      consequence={(names) => t('template.deleting', { names })}
      detail={(row) => <TemplateDetail of={row} />}
      form={(record) => <TemplateForm record={record} />}
      blank={blankTemplate}
      toForm={templateToForm}
      prepare={(typed) => preparedTemplate(typed as unknown as TemplateTyped)}
      empty={{ title: t('template.emptyTitle'), text: t('template.emptyText') }}
    />
  );
};
