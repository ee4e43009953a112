import { SaveOutlined } from '@ant-design/icons';
import { logisticsCalls } from '@plomb/contract/logistics/domain';
import type { JourneyTemplate } from '@plomb/contract/logistics/journeyTemplates';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, Input, Modal, Select } from 'antd';
import type { Dayjs } from 'dayjs';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { said } from '../../platform/notices.ts';
import { useSettings } from '../../platform/settings.ts';
import { useTheList } from '../../ui/list/useList.ts';
import { useAskDiscard } from '../../ui/useAskDiscard.ts';
import { Wrong } from '../../ui/Wrong.tsx';
import {
  lostPositions,
  type Plan,
  type PlanTyped,
  planToTemplate,
  prepared,
  startMoved,
  templateToPlan,
} from './planForm.ts';

const calls = logisticsCalls.logisticsBatches;
const templates = logisticsCalls.journeyTemplates;

/**
 * A template fills the form once; what is typed over it is what is planned, and locks and numbers that it has no position
 * for are given up only when somebody says so. A list that is narrowed to one begins with that.
 */
export const TemplateField = ({
  template,
  taken,
}: {
  template: JourneyTemplate | null;
  taken: (template: JourneyTemplate | null) => void;
}) => {
  const { t } = useTranslation('logistics');
  const lang = useSettings((s) => s.lang);
  const form = Form.useFormInstance();
  const askDiscard = useAskDiscard();
  const { template_id: narrowed } = useTheList().query;
  const [keyword, setKeyword] = useState('');
  const [wrong, setWrong] = useState('');
  const { data, isFetching } = useQuery({
    queryKey: [calls.templates.path, keyword],
    queryFn: ({ signal }) => send(calls.templates, { keyword }, { quiet: true, signal }),
    placeholderData: (before) => before,
  });
  const take = async (id: number | undefined): Promise<void> => {
    setWrong('');
    form.setFieldValue('template_time', undefined);
    if (id === undefined) return taken(null);
    try {
      const read = await send(calls.template, { id }, { quiet: true });
      // the last that was chosen fills it
      if (form.getFieldValue('template_id') !== id) return;
      const typed = (form.getFieldValue('positions') ?? []) as PlanTyped['positions'];
      const lost = lostPositions(read, typed);
      const fill = (): void => {
        form.setFieldsValue({
          ...templateToPlan(read, form.getFieldValue('plan_start') as Dayjs, typed),
          template_time: read.update_time,
        });
        taken(read);
      };
      if (lost.length === 0) return fill();
      askDiscard({
        title: t('template.loses', { count: lost.length, what: lost.join(', ') }),
        text: t('template.losesText', { name: read.name }),
        okText: t('template.take'),
        discard: fill,
        keep: () => {
          form.setFieldValue('template_id', template?.id);
          form.setFieldValue('template_time', template?.update_time);
        },
      });
    } catch (error) {
      form.setFieldValue('template_id', undefined);
      taken(null);
      setWrong(failureWords(error, lang));
    }
  };
  const begin = useEffectEvent((): void => {
    if (typeof narrowed !== 'number' || form.getFieldValue('template_id') !== undefined) return;
    form.setFieldValue('template_id', narrowed);
    void take(narrowed);
  });
  useEffect(() => begin(), []);
  const start = Form.useWatch<Dayjs | undefined>('plan_start', form);
  const from = useRef(start);
  const follow = useEffectEvent((to: Dayjs): void => {
    if (template && from.current && !to.isSame(from.current))
      form.setFieldsValue(startMoved(template, form.getFieldsValue(true) as PlanTyped, from.current, to));
    from.current = to;
  });
  useEffect(() => {
    if (start) follow(start);
  }, [start]);
  const found = (data?.rows ?? []).map(({ id, name, org_name }) => ({
    value: id,
    label: [name, org_name].filter(Boolean).join(' · '),
  }));
  const now = template && !found.some(({ value }) => value === template.id);
  const unseen = (template?.positions ?? []).flatMap(({ position, openers }) =>
    openers.some(({ name }) => name === '') ? position : [],
  );
  return (
    <>
      <Form.Item name="template_id" label={t('template.field')} extra={t('template.hint')}>
        <Select
          allowClear
          showSearch={{ filterOption: false, onSearch: setKeyword }}
          loading={isFetching}
          placeholder={t('template.choose')}
          notFoundContent={isFetching ? null : t('template.nothing')}
          options={now ? [{ value: template.id, label: template.name }, ...found] : found}
          onChange={(id: number | undefined) => void take(id)}
        />
      </Form.Item>
      <Form.Item name="template_time" hidden>
        <Input />
      </Form.Item>
      <Wrong words={wrong} />
      {unseen.length > 0 && (
        <Alert type="warning" showIcon title={t('template.unseenAt', { what: unseen.join(', ') })} role="alert" />
      )}
    </>
  );
};

const ofTemplate = ['start', 'end', 'destination', 'stops', 'positions'];
const ofJourney = ['plan_time', 'device_id', 'number'];
/** Keeps what is planned for other plans; of the fields only those are asked that a template has. */
export const KeepTemplate = () => {
  const { t } = useTranslation('logistics');
  const form = Form.useFormInstance();
  const may = useMay();
  const [plan, setPlan] = useState<Plan | null>(null);
  const keep = async (): Promise<void> => {
    const names = form
      .getFieldsError()
      .map(({ name }) => name)
      .filter((name) => ofTemplate.includes(String(name[0])) && !ofJourney.includes(String(name.at(-1))));
    try {
      await form.validateFields(names);
      setPlan(prepared(form.getFieldsValue(true) as PlanTyped));
    } catch (error) {
      const [first] = (error as { errorFields?: { name: (string | number)[] }[] }).errorFields ?? [];
      if (first) form.scrollToField(first.name, { block: 'center', focus: true });
    }
  };
  if (!may(templates.add)) return null;
  return (
    <>
      <Button icon={<SaveOutlined />} onClick={() => void keep()}>
        {t('template.keep')}…
      </Button>
      {plan && <TemplateDialog plan={plan} close={() => setPlan(null)} />}
    </>
  );
};

/** A plan under a name of its own, from which others are made. */
export const TemplateDialog = ({ plan, close }: { plan: Plan; close: () => void }) => {
  const { t } = useTranslation('logistics');
  const lang = useSettings((s) => s.lang);
  const client = useQueryClient();
  const field = useId();
  const [name, setName] = useState(`${plan.start.address} → ${plan.destination.address}`.slice(0, 60));
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState('');
  const run = async (): Promise<void> => {
    setBusy(true);
    setWrong('');
    try {
      await send(templates.add, planToTemplate(plan, name.trim()));
      said(t('template.kept', { name: name.trim() }));
      close();
      await client.invalidateQueries({
        predicate: ({ queryKey: [path] }) => path === calls.templates.path || path === templates.list.path,
      });
    } catch (error) {
      setWrong(failureWords(error, lang));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={t('template.keep')}
      okText={t('template.keep')}
      cancelText={t('deed.leave')}
      okButtonProps={{ disabled: name.trim() === '' }}
      confirmLoading={busy}
      onOk={() => void run()}
      onCancel={close}
    >
      <p>{t('template.keepMeans')}</p>
      <label htmlFor={field}>{t('template.name')}</label>
      <Input
        id={field}
        maxLength={60}
        value={name}
        onChange={({ target }) => setName(target.value)}
        onPressEnter={() => name.trim() !== '' && void run()}
      />
      <Wrong words={wrong} />
    </Modal>
  );
};
