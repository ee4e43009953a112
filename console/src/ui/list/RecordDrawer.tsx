import { versionField } from '@plomb/contract/kit/resource';
import type { Text } from '@plomb/contract/kit/text';
import { Alert, Button, Drawer, Form, type FormInstance, Skeleton } from 'antd';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { failureWords, Refused } from '../../platform/answer.ts';
import { useUnsaid } from '../../platform/notices.ts';
import { sentences } from '../../platform/sentences.ts';
import { useSettings } from '../../platform/settings.ts';
import { PendingContext } from '../form/pending.ts';
import { beside } from '../form/Said.tsx';
import { SchemaContext } from '../form/schema.ts';
import { InGroups } from '../Serial.tsx';
import { useUnsavedGuard } from '../useUnsavedGuard.ts';
import { changedFields } from './meanwhile.ts';
import { useFocusBack } from './useFocusBack.ts';
import './list.css';

/** Why the last try to save came to nothing; `apart`: what is refused of fields that this form does not show. */
type Trouble =
  | { kind: 'fields'; count: number; apart: readonly Text[] }
  | { kind: 'refused'; why: unknown; apart: readonly Text[] }
  /** somebody else was first; their values stand beside the fields, the next saving puts these over them */
  | { kind: 'meanwhile'; why: unknown };

export interface RecordDrawerProps<Values extends object> {
  title: string;
  /** what is done with it, where it is not kept but sent */
  verb?: string;
  /** undefined while the record is being read */
  initial: object | undefined;
  /** why it could not be read */
  failure?: unknown;
  /**
   * `version`: of the record as it was last read; empty for a new one. `stored` is called once the server has it, before
   * anything leads away from the form: until then the form is not left unasked.
   */
  save: (values: Values, version: string, stored: () => void) => Promise<void>;
  /** the input of the call it sends, for what each `Field` asks */
  schema?: z.ZodObject | undefined;
  /** the record as it is now */
  latest?: () => Promise<object>;
  close: () => void;
  children: ReactNode;
}

type Name = (string | number)[];
const isIn = (outer: Name, inner: Name): boolean => outer.every((part, nth) => part === inner[nth]);
/**
 * The field that shows what is refused of a path, as calls name it: of an entry of a list by its place, which is a number. It is the field of
 * that name, or the one that holds it whole; what only holds other fields shows nothing.
 */
const shownAt = (path: string, names: readonly Name[]): Name | undefined => {
  const asked = path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  return names
    .filter((name) => isIn(name, asked) && !names.some((other) => other.length > name.length && isIn(name, other)))
    .toSorted((a, b) => b.length - a.length)[0];
};

/** The form of a record at the right edge: errors beside their fields, focus on the first, nothing lost by accident. */
export const RecordDrawer = <Values extends object>(props: RecordDrawerProps<Values>) => {
  const { initial, save, latest, close } = props;
  const { t } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const [form] = Form.useForm<Values>();
  const [dirty, setDirty] = useState(false);
  const [saving, setSaving] = useState(false);
  const [pending, setPending] = useState(0);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  // the message that says it leaves after a while
  const why = useUnsaid(trouble && trouble.kind !== 'fields' ? failureWords(trouble.why, lang) : '');
  const apart = trouble && trouble.kind !== 'meanwhile' ? [...new Set(trouble.apart.map((words) => words[lang]))] : [];
  const [base, setBase] = useState<object | undefined>(initial);
  if (!base && initial) setBase(initial);
  // a saved form closes at once, before React has drawn that it is no longer dirty
  const saved = useRef(false);
  // pressed again before React has drawn that it is being saved
  const busy = useRef(false);

  // what a form fills in of itself before anybody did anything is nobody's work
  const acted = useRef(false);
  const act = (): void => {
    acted.current = true;
  };

  useUnsavedGuard(dirty, saved);
  useFocusBack();

  /** Whoever opens it types at once; on a telephone that would raise the keyboard over the form. */
  const body = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState(false);
  const filled = base !== undefined;
  const ready = opened && filled && pending === 0;
  const entered = useRef(false);
  useEffect(() => {
    const at = body.current;
    if (!ready || !at || entered.current) return;
    entered.current = true;
    if (at.contains(document.activeElement)) return;
    if (matchMedia('(pointer: fine)').matches)
      at.querySelector<HTMLElement>('input:enabled, textarea:enabled')?.focus();
  }, [ready]);

  /** Puts words beside fields; their names are the record's, which the form's types cannot know. */
  const mark = (
    fields: readonly {
      name: readonly (string | number)[];
      value?: unknown;
      touched?: boolean;
      errors?: string[];
      warnings?: string[];
    }[],
  ): void => form.setFields(fields as unknown as Parameters<typeof form.setFields>[0]);
  /** Errors are counted at the top and the first field takes the focus. */
  const failed = (
    fields: readonly { name: (string | number)[]; errors: string[] }[],
    apart: readonly Text[] = [],
  ): void => {
    setTrouble({ kind: 'fields', count: fields.length + apart.length, apart });
    const first = fields[0];
    if (first) form.scrollToField(first.name, { block: 'center', focus: true });
  };
  /** One that was put right is counted no more, and one that turned out wrong meanwhile is. */
  const recount = (): void => {
    if (trouble?.kind !== 'fields') return;
    const { apart } = trouble;
    const count = form.getFieldsError().filter(({ errors }) => errors.length > 0).length + apart.length;
    if (count !== trouble.count) setTrouble(count > 0 ? { kind: 'fields', count, apart } : null);
  };
  /** What a colleague saved meanwhile stands beside the fields that were typed in, and in the others. */
  const compare = async (why: Refused): Promise<void> => {
    if (!latest) return setTrouble({ kind: 'refused', why, apart: [] });
    const now = await latest();
    const names = form.getFieldsError().map(({ name }) => name);
    mark(
      changedFields(names, base, now).map(({ name, value, text }) => ({
        name,
        ...((form as unknown as FormInstance).isFieldTouched([...name]) ? {} : { value }),
        warnings: [text === null ? t('changedMeanwhile') : t('meanwhile', { value: text })],
      })),
    );
    setBase(now);
    setTrouble({ kind: 'meanwhile', why });
  };
  const refused = async (error: unknown): Promise<void> => {
    const fields = error instanceof Refused ? error.fields : {};
    if (versionField in fields && error instanceof Refused) return compare(error);
    const names = form.getFieldsError().map(({ name }) => name);
    const told = Object.entries(fields).map(([path, words]) => ({ name: shownAt(path, names), words }));
    const known = told.flatMap(({ name, words }) => (name ? [{ name, errors: beside(words) }] : []));
    const apart = told.flatMap(({ name, words }) => (name ? [] : [words]));
    if (known.length === 0) return setTrouble({ kind: 'refused', why: error, apart });
    mark(known);
    failed(known, apart);
  };
  const submit = async (values: Values): Promise<void> => {
    if (busy.current || pending > 0) return;
    busy.current = true;
    setSaving(true);
    setTrouble(null);
    try {
      await save(values, versionOf(base), () => {
        saved.current = true;
      });
      saved.current = true;
    } catch (error) {
      saved.current = false;
      await refused(error).catch((again: unknown) => setTrouble({ kind: 'refused', why: again, apart: [] }));
    } finally {
      busy.current = false;
      setSaving(false);
    }
  };
  /** While it is being saved nobody knows whether it will be: closed now, a refusal would find what was typed gone. */
  const leave = (): void => {
    if (!busy.current) close();
  };
  const takeTheirs = (): void => {
    form.setFieldsValue(base as Parameters<typeof form.setFieldsValue>[0]);
    // what stands there now was typed by somebody else
    mark(form.getFieldsError().map(({ name }) => ({ name, touched: false, errors: [], warnings: [] })));
    setDirty(false);
    setTrouble(null);
  };

  return (
    <Drawer
      open
      title={<InGroups text={props.title} />}
      size={560}
      onClose={leave}
      afterOpenChange={setOpened}
      mask={{ closable: false }}
      rootClassName="record-form"
      footer={
        <>
          <Button disabled={saving} onClick={leave}>
            {t('cancel')}
          </Button>
          <Button type="primary" loading={saving} disabled={!filled || pending > 0} onClick={() => form.submit()}>
            {props.verb ?? t('save')}
          </Button>
        </>
      }
    >
      <div ref={body} onPointerDownCapture={act} onKeyDownCapture={act}>
        {trouble?.kind === 'fields' && (
          <Alert
            type="error"
            showIcon
            title={t('errors', { count: trouble.count })}
            description={sentences(lang, ...apart) || undefined}
            role="alert"
          />
        )}
        {trouble?.kind === 'refused' && (
          <Alert
            type="error"
            showIcon
            title={sentences(lang, t(props.verb ? 'notDone' : 'notSaved'), why, ...apart)}
            role="alert"
          />
        )}
        {trouble?.kind === 'meanwhile' && (
          <Alert
            type="warning"
            showIcon
            title={why || null}
            description={t('meanwhileText')}
            action={<Button onClick={takeTheirs}>{t('takeTheirs')}</Button>}
            role="alert"
          />
        )}
        {props.failure ? (
          <Alert type="error" showIcon title={failureWords(props.failure, lang)} role="alert" />
        ) : (
          !base && <Skeleton active paragraph={{ rows: 8 }} />
        )}
        {base && (
          <Form<Values>
            form={form}
            layout="vertical"
            requiredMark
            validateTrigger="onBlur"
            initialValues={base as Partial<Values>}
            // also without a key or a pointer: spoken, or filled in by the browser
            onValuesChange={() => setDirty(true)}
            onFieldsChange={recount}
            onFinish={(values) => void submit(values)}
            onFinishFailed={({ errorFields }) =>
              failed(errorFields.map(({ name, errors }) => ({ name: name as (string | number)[], errors })))
            }
          >
            <PendingContext value={setPending}>
              <Watch changed={() => acted.current && setDirty(true)} />
              <SchemaContext value={props.schema}>{props.children}</SchemaContext>
            </PendingContext>
          </Form>
        )}
      </div>
    </Drawer>
  );
};

/** Hears of every change, also of what a map or a button puts into the form: that, too, is somebody's work. */
const Watch = ({ changed }: { changed: (values: unknown) => void }) => {
  const form = Form.useFormInstance();
  const values: unknown = Form.useWatch((all) => all, { form, preserve: true });
  const hear = useEffectEvent(changed);
  useEffect(() => {
    hear(values);
  }, [values]);
  return null;
};

const versionOf = (record: object | undefined): string =>
  record && versionField in record && typeof record.version === 'string' ? record.version : '';
