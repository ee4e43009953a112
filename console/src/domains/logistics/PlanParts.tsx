import { CheckCircleOutlined, ExclamationCircleOutlined } from '@ant-design/icons';
import { Button, Form } from 'antd';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';

type Name = (string | number)[];
const ofRoute = ['start', 'stops', 'end', 'destination'];
/** The part that a field stands in, by its number. */
const partOf = ([first]: Name): number =>
  ofRoute.includes(String(first)) ? 2 : first === 'limits' ? 3 : first === 'positions' ? 4 : 1;

/** The parts of a plan, and below them whether anything that has to be said is missing, by what the fields themselves ask. */
export const PlanParts = ({
  title,
  ready,
  asked,
  beside,
  children,
}: {
  /** of its first part */
  title: string;
  /** what is said of one that lacks nothing */
  ready: string;
  /** what the call it is sent with says of it as a whole, once each field is as it should be: that it ends before it starts, say */
  asked: (values: never) => z.ZodSafeParseResult<unknown>;
  beside?: ReactNode;
  children: ReactNode;
}) => {
  const { t } = useTranslation('logistics');
  const form = Form.useFormInstance();
  const lacking = useLacking(asked);
  const titles = ['', title, t('form.route'), t('limit.title'), t('form.positions')];
  const parts = [...new Set(lacking?.map(partOf))].toSorted();
  const first = (part: number): Name => lacking?.find((name) => partOf(name) === part) ?? [];
  return (
    <>
      <div className="batch-form">{children}</div>
      <div className="batch-ready" data-ready={lacking?.length === 0}>
        {lacking && (
          <p>
            {lacking.length === 0 ? <CheckCircleOutlined aria-hidden /> : <ExclamationCircleOutlined aria-hidden />}{' '}
            {lacking.length === 0 ? ready : t('form.lacking', { count: lacking.length })}
            {parts.map((part) => (
              <Button
                key={part}
                type="link"
                size="small"
                onClick={() => form.scrollToField(first(part), { block: 'center', focus: true })}
              >
                {titles[part]}
              </Button>
            ))}
          </p>
        )}
        {beside}
      </div>
    </>
  );
};

/** The fields that saving would stop at, without marking any of them; null: not known yet. */
const useLacking = (asked: (values: never) => z.ZodSafeParseResult<unknown>): Name[] | null => {
  const form = Form.useFormInstance();
  const values: unknown = Form.useWatch((all) => all, form);
  const [lacking, setLacking] = useState<Name[] | null>(null);
  const ofWhole = useEffectEvent((): Name[] =>
    (asked(values as never).error?.issues ?? []).map(({ path }) => path as Name),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed is what is asked of
  useEffect(() => {
    let isOver = false;
    void form
      .validateFields({ validateOnly: true })
      .then(
        () => [],
        ({ errorFields }: { errorFields: { name: Name }[] }) => errorFields.map(({ name }) => name),
      )
      .then((names) => {
        // also where another look at the fields began meanwhile, which ends this one without a word
        if (!isOver) setLacking(names.length > 0 ? names : ofWhole());
      });
    return () => {
      isOver = true;
    };
  }, [form, values]);
  return lacking;
};
