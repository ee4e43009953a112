import { cardTypes } from '@plomb/contract/cards/cards';
import { cardCalls } from '@plomb/contract/cards/domain';
import { deviceCalls } from '@plomb/contract/devices/domain';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PlaceWords } from '../../lock/PlaceWords.tsx';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag, WordTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Coming } from '../../ui/form/Coming.tsx';
import { later } from '../../ui/later.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { ResourcePage } from '../../ui/ResourcePage.tsx';
import { useNumber } from '../../ui/useNumber.ts';
import '../../lock/deviceLink.css';
import './cards.css';

const CardForm = later(async () => (await import('./CardForm.tsx')).CardForm, { meanwhile: <Coming /> });
const CardLocks = later(async () => (await import('./CardLocks.tsx')).CardLocks, { meanwhile: <Coming /> });

/** Enabled or not; what is being removed is neither any more. */
const State = ({ card }: { card: { status: number; removing_time: string | null } }) => {
  const { t } = useTranslation('cards');
  return card.removing_time === null ? (
    <DictTag code="enable_status" value={card.status} />
  ) : (
    <WordTag colour="gold">{t('removing')}</WordTag>
  );
};

export const CardsPage = () => {
  const { t } = useTranslation('cards');
  const number = useNumber();
  const may = useMay();
  const mayMatrix = may(cardCalls.cardMatrix.list);
  const types = useDictionary('card_type');
  const states = useDictionary('enable_status');
  return (
    <ResourcePage
      of={cardCalls.cards}
      noun={t('noun')}
      columns={[
        { title: t('number'), dataIndex: 'ic_no', identity: true, width: 130, className: 'mono' },
        { title: t('name'), dataIndex: 'ic_name', sorter: true, width: 170, ellipsis: true },
        { title: t('state'), dataIndex: 'status', width: 150, render: (_, card) => <State card={card} /> },
        { title: t('locks'), dataIndex: 'locks', width: 80, align: 'end' as const, render: number },
        {
          title: t('type'),
          dataIndex: 'card_type',
          width: 100,
          render: (type: string) => <DictTag code="card_type" value={type} />,
        },
        { title: t('printed'), dataIndex: 'card_no', identity: true, width: 110 },
        { title: t('organisation'), dataIndex: 'org_name', width: 150, ellipsis: true },
        { title: t('created'), dataIndex: 'create_time', sorter: true, width: 168, render: clockTime },
      ]}
      name={(card) => card.ic_name || card.ic_no}
      details={(card) => card.ic_no}
      search={t('search')}
      filters={
        <>
          <FilterChip
            name="card_type"
            label={t('type')}
            options={cardTypes.map((type) => ({ value: type, label: types.word(type) }))}
          />
          <FilterChip
            name="status"
            label={t('state')}
            options={([1, 2] as const).map((status) => ({ value: status, label: states.word(status) }))}
          />
          <FilterChip
            name="removing"
            label={t('removal')}
            options={[
              { value: true, label: t('removing') },
              { value: false, label: t('notRemoving') },
            ]}
          />
        </>
      }
      // what is being removed only waits for its locks; those may have gone elsewhere
      allows={(action, card) => !card?.removing_time || (action === 'delete' && card.locks === 0)}
      detail={(card) => (
        <>
          <Facts>
            <Fact name={t('number')} mono>
              {card.ic_no}
            </Fact>
            <Fact name={t('name')}>{card.ic_name}</Fact>
            <Fact name={t('type')}>
              <DictTag code="card_type" value={card.card_type} />
            </Fact>
            <Fact name={t('printed')}>{card.card_no}</Fact>
            <Fact name={t('state')}>
              <State card={card} />
            </Fact>
            <Fact name={t('removed')} ifAny>
              {card.removing_time && clockTime(card.removing_time)}
            </Fact>
            <Fact name={t('place')}>
              {card.lat !== null && (
                <>
                  <PlaceWords lon={card.lon} lat={card.lat} />
                  {`${card.lat}, ${card.lon}`}
                </>
              )}
            </Fact>
            <Fact name={t('radius')}>{card.radius === null ? '' : `${number(card.radius)} ${t('metres')}`}</Fact>
            <Fact name={t('organisation')}>{card.org_name}</Fact>
            <Fact name={t('created')}>{clockTime(card.create_time)}</Fact>
          </Facts>
          {mayMatrix && (
            <p className="card-hint">
              <Link className="device-link" to={`/cardMatrix?id=${card.id}&card_id=${card.id}`}>
                {t('matrix.ofCard')}
              </Link>
              {may(deviceCalls.openable.list) && (
                <Link className="device-link" to={`/whoCanOpen?of=card&who=${card.id}`}>
                  {t('matrix.whatCanOpen')}
                </Link>
              )}
            </p>
          )}
          <CardLocks card={card} />
        </>
      )}
      form={(card) => <CardForm isNew={card === undefined} />}
      blank={{ ic_name: '', card_no: '', card_type: 'single', lat: null, lon: null, radius: null }}
      empty={{ title: t('emptyTitle'), text: t('emptyText') }}
      consequence={(names) => t('consequence', { names })}
      deleted={(gone) => {
        const count = gone.filter(({ locks }) => locks > 0).length;
        return count > 0 ? t('removalBegun', { count }) : null;
      }}
      disabling={() => <p>{t('disabling')}</p>}
      words={{ card_type: types.words, status: states.words }}
    />
  );
};
