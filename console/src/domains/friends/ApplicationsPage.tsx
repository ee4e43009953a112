import { type Application, applicationDirections } from '@plomb/contract/friends/applications';
import { friendCalls } from '@plomb/contract/friends/domain';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { RecordsPage } from '../../ui/RecordsPage.tsx';
import { BlockPerson } from './BlockPerson.tsx';
import { ToAuthorisation } from './ToAuthorisation.tsx';
import { ApplicationDetail, useApplicationColumns, useApplicationName } from './useApplicationColumns.tsx';
import { useDo } from './useDo.ts';

const of = friendCalls.applications;

/** What waits: for one's own answer, and one's own for that of others. */
export const ApplicationsPage = () => {
  const { t } = useTranslation('friends');
  const directions = useDictionary('application_direction');
  const states = useDictionary('application_state');
  return (
    <RecordsPage
      of={of}
      columns={useApplicationColumns('waiting')}
      name={useApplicationName()}
      count={() => t('what')}
      every={60_000}
      search={t('search')}
      filters={
        <FilterChip
          name="direction"
          label={t('direction')}
          options={applicationDirections.map((value) => ({ value, label: directions.word(value) }))}
        />
      }
      words={{
        kind: { friend: t('kind.friend'), authorisation: t('kind.authorisation') },
        direction: directions.words,
        state: states.words,
      }}
      detail={(one) => <ApplicationDetail one={one} />}
      footer={(one) => <Answers key={one.id} one={one} />}
      empty={{ title: t('waitingTitle'), text: t('waitingText') }}
    />
  );
};

/** Whoever was asked agrees, declines, or blocks who asked; whoever asked withdraws. */
const Answers = ({ one }: { one: Application }) => {
  const { t } = useTranslation('friends');
  const may = useMay();
  const run = useDo();
  if (one.kind === 'authorisation') return <ToAuthorisation one={one} />;
  if (one.state !== 'pending') return <BlockPerson one={one} />;
  if (one.direction === 'outgoing')
    return (
      may(of.withdraw) && (
        <Button onClick={() => void run(send(of.withdraw, { id: one.id }), t('withdrawn'))}>{t('withdraw')}</Button>
      )
    );
  return (
    <>
      <BlockPerson one={one} />
      {may(of.decline) && (
        <Button onClick={() => void run(send(of.decline, { id: one.id }), t('declined'))}>{t('decline')}</Button>
      )}
      {may(of.agree) && (
        <Button type="primary" onClick={() => void run(send(of.agree, { id: one.id }), t('agreed'))}>
          {t('agree')}
        </Button>
      )}
    </>
  );
};
