import { type ApprovalRuleKind, approvalRuleKinds, approvalTitles } from '@plomb/contract/approvals/approvals';
import { approvalCalls } from '@plomb/contract/approvals/domain';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Modal, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useSettings } from '../../platform/settings.ts';
import { later } from '../../ui/later.tsx';
import { Wrong } from '../../ui/Wrong.tsx';

const AreasForm = later(async () => (await import('./AreasForm.tsx')).AreasForm, { ahead: false });
const { list, set } = approvalCalls.approvalRules;

/** What needs a second person for the devices of each organisation and of those below it. A tick holds at once. */
export const RulesDialog = ({ close }: { close: () => void }) => {
  const { t } = useTranslation('approvals');
  const lang = useSettings((s) => s.lang);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  /** the organisation whose areas are drawn */
  const [drawing, draw] = useState<number | null>(null);
  const { data, error, refetch } = useQuery({ queryKey: [list.path], queryFn: () => send(list, {}, { quiet: true }) });
  const change = async (org_id: number, about: string, kind: ApprovalRuleKind, needed: boolean): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await send(set, { org_id, kind, needed, areas: null }, { about });
    } catch (why) {
      setFailure(why);
    }
    await refetch();
    setBusy(false);
  };
  const titleOf = (kind: ApprovalRuleKind): string =>
    kind === 'scrap' || kind === 'seal_series' ? t(`rules.${kind}`) : approvalTitles[kind][lang];
  const namesOf = (names: readonly string[]): string => names.join(t('rules.comma'));
  const drawn = data?.rows.find(({ org_id }) => org_id === drawing);
  const failed = failure ?? error;
  return (
    <Modal open width={760} title={t('rules.title')} footer={null} onCancel={close}>
      <p>{t('rules.text')}</p>
      <Wrong words={failed === null ? '' : failureWords(failed, lang)} />
      {data ? (
        <ul className="approval-rules">
          {data.rows.map(({ org_id, org_name, kinds, areas, above, areas_above }) => (
            <li key={org_id}>
              <span>{org_name}</span>
              <Checkbox.Group
                aria-label={org_name}
                value={[...new Set([...kinds, ...above])]}
                disabled={busy}
                options={approvalRuleKinds.map((kind) => ({
                  value: kind,
                  label: above.includes(kind) ? t('rules.above', { kind: titleOf(kind) }) : titleOf(kind),
                  disabled: above.includes(kind),
                }))}
                onChange={(chosen) => {
                  // one tick at a time; what is wanted above is none of it
                  const changed = approvalRuleKinds.find(
                    (kind) => !above.includes(kind) && kinds.includes(kind) !== chosen.includes(kind),
                  );
                  if (changed) void change(org_id, org_name, changed, chosen.includes(changed));
                }}
              />
              {!above.includes('unseal') && (
                <div className="approval-areas">
                  {areas_above.map((names) => (
                    <p key={names.join()}>{t('rules.areasAbove', { areas: namesOf(names) })}</p>
                  ))}
                  {kinds.includes('unseal') && (
                    <p className="approval-drawn">
                      <span>
                        {areas.length === 0
                          ? t('rules.everywhere')
                          : t('rules.inside', { areas: namesOf(areas.map(({ name }) => name)) })}
                      </span>
                      <Button size="small" disabled={busy} onClick={() => draw(org_id)}>
                        {t(areas.length === 0 ? 'rules.draw' : 'rules.redraw')}
                      </Button>
                      {areas.length > 0 && (
                        <Button
                          size="small"
                          disabled={busy}
                          onClick={() => void change(org_id, org_name, 'unseal', true)}
                        >
                          {t('rules.noAreas')}
                        </Button>
                      )}
                    </p>
                  )}
                </div>
              )}
            </li>
          ))}
        </ul>
      ) : (
        failed === null && <Skeleton active />
      )}
      {drawn && (
        <AreasForm
          organisation={drawn}
          close={() => draw(null)}
          saved={async () => {
            await refetch();
          }}
        />
      )}
    </Modal>
  );
};
