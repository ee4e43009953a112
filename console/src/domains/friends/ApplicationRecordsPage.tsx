import { applicationDirections, applicationOutcomes } from '@plomb/contract/friends/applications';
import { friendCalls } from '@plomb/contract/friends/domain';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../../platform/dictionaries.ts';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { RecordsPage } from '../../ui/RecordsPage.tsx';
import { BlockPerson } from './BlockPerson.tsx';
import { ToAuthorisation } from './ToAuthorisation.tsx';
import { ApplicationDetail, useApplicationColumns, useApplicationName } from './useApplicationColumns.tsx';

/** What became of applications: who, when, and the outcome. */
export const ApplicationRecordsPage = () => {
  const { t } = useTranslation('friends');
  const directions = useDictionary('application_direction');
  const states = useDictionary('application_state');
  return (
    <RecordsPage
      of={friendCalls.applicationRecords}
      columns={useApplicationColumns('records')}
      name={useApplicationName()}
      count={() => t('recordsWhat')}
      every={60_000}
      search={t('search')}
      filters={
        <>
          <FilterChip
            name="direction"
            label={t('direction')}
            options={applicationDirections.map((value) => ({ value, label: directions.word(value) }))}
          />
          <FilterChip
            name="state"
            label={t('outcome')}
            several
            options={applicationOutcomes.map((value) => ({ value, label: states.word(value) }))}
          />
        </>
      }
      words={{
        kind: { friend: t('kind.friend'), authorisation: t('kind.authorisation') },
        direction: directions.words,
        state: states.words,
      }}
      detail={(one) => <ApplicationDetail one={one} />}
      footer={(one) => (one.kind === 'authorisation' ? <ToAuthorisation one={one} /> : <BlockPerson one={one} />)}
      empty={{ title: t('recordsTitle'), text: t('recordsText') }}
    />
  );
};
