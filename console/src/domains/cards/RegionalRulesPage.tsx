import { cardCalls } from '@plomb/contract/cards/domain';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { said } from '../../platform/notices.ts';
import { clockTime } from '../../platform/time.ts';
import { WordTag } from '../../ui/DictTag.tsx';
import { Coming } from '../../ui/form/Coming.tsx';
import { later } from '../../ui/later.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { StatusSwitch } from '../../ui/list/StatusSwitch.tsx';
import { ResourcePage } from '../../ui/ResourcePage.tsx';
import { useNumber } from '../../ui/useNumber.ts';
import { ordersOfRule } from './ordersOfRule.ts';
import { useRuleTime } from './useRuleTime.ts';
import './cards.css';
import './rules.css';
import { listed } from '../../platform/listed.ts';
import { useSettings } from '../../platform/settings.ts';

const of = cardCalls.regionalRules;
const RuleForm = later(async () => (await import('./RuleForm.tsx')).RuleForm, { meanwhile: <Coming /> });
const DeletedRules = later(async () => (await import('./DeletedRules.tsx')).DeletedRules, { meanwhile: null });
const RuleDetail = later(async () => (await import('./RuleDetail.tsx')).RuleDetail, { meanwhile: <Coming /> });

/** Which cards open which locks, in which areas and when; and how far the locks know of it. */
export const RegionalRulesPage = () => {
  const { t } = useTranslation('cards');
  const lang = useSettings((s) => s.lang);
  const { t: ui } = useTranslation('ui');
  const number = useNumber();
  const states = useDictionary('enable_status');
  const sync = useDictionary('sync_state');
  const time = useRuleTime();
  const mayStatus = useMay()(of.status);
  const [isOpen, turn] = useState(false);
  const queries = useQueryClient();
  const changed = async (): Promise<void> => {
    said(ui('modified'));
    await Promise.all([of.list, of.detail].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })));
  };
  return (
    <ResourcePage
      of={of}
      noun={t('rule.noun')}
      columns={[
        { title: t('rule.name'), dataIndex: 'rule_name', sorter: true, width: 170, ellipsis: true },
        {
          title: t('state'),
          dataIndex: 'status',
          width: 130,
          render: (_, rule) =>
            rule.removing_time !== null ? (
              <WordTag colour="gold">{t('removing')}</WordTag>
            ) : (
              <StatusSwitch
                of={of.status}
                row={rule}
                name={rule.rule_name}
                consequence={(to) =>
                  to === 1
                    ? t('rule.enabling', {
                        locks: number(rule.devices),
                        orders: number(rule.devices * ordersOfRule({ areas: rule.areas.length, cards: rule.cards })),
                      })
                    : t('rule.disabling', { count: rule.devices })
                }
                done={changed}
                may={mayStatus}
              />
            ),
        },
        {
          title: t('rule.areas'),
          dataIndex: 'areas',
          width: 190,
          ellipsis: true,
          render: (_, { areas }) =>
            listed(
              areas.map(({ name }) => name),
              lang,
            ),
        },
        { title: t('rule.cards'), dataIndex: 'cards', width: 80, align: 'end' as const, render: number },
        {
          title: t('locks'),
          dataIndex: 'devices',
          width: 90,
          align: 'end' as const,
          render: (_, { all_devices, devices }) => (all_devices ? t('rule.all', { count: devices }) : number(devices)),
        },
        {
          title: t('rule.sync'),
          dataIndex: 'synced',
          width: 200,
          render: (_, rule) => (
            <span className="card-signs">
              {(['synced', 'pushing', 'desired', 'drift', 'unable'] as const)
                .filter((state) => rule[state] > 0)
                .map((state) => (
                  <span key={state} className="rule-sync" data-state={state}>
                    {number(rule[state])} {sync.word(state)}
                  </span>
                ))}
            </span>
          ),
        },
        { title: t('rule.when'), key: 'when', width: 240, ellipsis: true, render: (_, rule) => time(rule) },
        { title: t('organisation'), dataIndex: 'org_name', width: 160, ellipsis: true },
        { title: t('created'), dataIndex: 'create_time', sorter: true, width: 168, render: clockTime },
      ]}
      name={(rule) => rule.rule_name}
      details={(rule) =>
        listed(
          rule.areas.map(({ name }) => name),
          lang,
        )
      }
      actions={
        <>
          <Button onClick={() => turn(true)}>{t('rule.deleted')}</Button>
          {isOpen && <DeletedRules close={() => turn(false)} />}
        </>
      }
      search={t('rule.search')}
      filters={
        <FilterChip
          name="status"
          label={t('state')}
          options={([1, 2] as const).map((status) => ({ value: status, label: states.word(status) }))}
        />
      }
      // what is being removed only waits for its locks
      allows={(_, rule) => !rule?.removing_time}
      detail={(rule) => <RuleDetail rule={rule} />}
      form={(rule) => <RuleForm rule={rule} />}
      toForm={({ card_list, device_list, ...rule }) => ({
        ...rule,
        card_ids: card_list.map(({ id }) => id),
        device_ids: device_list?.map(({ id }) => id) ?? null,
      })}
      blank={{
        status: 1,
        areas: [{ name: '', area: null as never }],
        card_ids: [],
        device_ids: null,
        from_time: null,
        until_time: null,
        hours: null,
      }}
      empty={{ title: t('rule.emptyTitle'), text: t('rule.emptyText') }}
      consequence={(names) => t('rule.consequence', { names })}
      deleted={(gone) => {
        const count = gone.filter(({ synced, pushing, drift }) => synced + pushing + drift > 0).length;
        return count > 0 ? t('rule.removalBegun', { count }) : null;
      }}
      disabling={(rules) => (
        <p>{t('rule.disabling', { count: rules.reduce((sum, { devices }) => sum + devices, 0) })}</p>
      )}
      words={{ status: states.words }}
    />
  );
};
