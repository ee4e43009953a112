import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { MOST_STOPS, type PositionMedium } from '@plomb/contract/logistics/plan';
import { Button, Checkbox, Form, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { pressKey } from '../../platform/pressKey.ts';
import { SchemaContext } from '../../ui/form/schema.ts';
import { useNumber } from '../../ui/useNumber.ts';
import { LimitsField } from './LimitsField.tsx';
import { PlaceFields } from './PlaceFields.tsx';
import { RouteMap } from './RouteMap.tsx';
import type { Pointed } from './routeOf.ts';

/** The route and what it is warned of, beside who carries it: of a plan, of an amendment, of a template. */
export const RouteParts = ({
  who,
  stops,
  isOfPlan = true,
  media,
}: {
  who: ReactNode;
  /** what a stop is asked besides its place, and what a new one starts with */
  stops: { schema: z.ZodObject; when: (nth: number) => ReactNode; blank: object };
  isOfPlan?: boolean;
  /** what seals its positions: a lock alone tells where it is, and is not looked at; not said: as the form has it */
  media?: readonly PositionMedium[];
}) => {
  const { t } = useTranslation('logistics');
  const form = Form.useFormInstance();
  const positions = Form.useWatch<{ medium?: PositionMedium }[] | undefined>('positions', form);
  const sealed = media ?? (positions ?? []).flatMap((one) => one?.medium ?? []);
  const isWatched = sealed.includes('lock');
  const isLooked = sealed.length === 0 || sealed.some((medium) => medium !== 'lock');
  const [pointed, point] = useState<Pointed | null>(null);
  const asked: Asked = (path) => ({ pointed: String(pointed) === String(path), point });
  return (
    <>
      <Part nth={1} title={t(isOfPlan ? 'form.who' : 'template.what')}>
        {who}
      </Part>
      <Part nth={2} title={t('form.route')}>
        <RouteMap pointed={pointed} point={point} isWatched={isWatched} />
        <div>
          <PlaceFields at={['start']} label={t('batch.start')} {...asked(['start'])} />
          <Stops asked={asked} isLooked={isLooked} {...stops} />
          <PlaceFields at={['end']} label={t('batch.end')} {...asked(['end'])} />
          <PlaceFields at={['destination']} label={t('batch.destination')} like={['end']} {...asked(['destination'])} />
        </div>
      </Part>
      <Part nth={3} title={t('limit.title')}>
        <p className="batch-hint">{t(isWatched ? 'limit.hint' : 'limit.withoutLock')}</p>
        {isWatched && (
          <Form.Item name="limits">
            <LimitsField />
          </Form.Item>
        )}
      </Part>
    </>
  );
};

export const Part = ({ nth, title, children }: { nth: number; title: string; children: ReactNode }) => {
  const number = useNumber();
  return (
    <section className="batch-part" data-nth={nth}>
      <h3>
        <span aria-hidden="true">{number(nth)}</span> {title}
      </h3>
      {children}
    </section>
  );
};

type Asked = (path: Pointed) => { pointed: boolean; point: (path: Pointed) => void };
const Stops = ({
  asked,
  isLooked,
  schema,
  when,
  blank,
}: {
  asked: Asked;
  /** there is something to look at */
  isLooked: boolean;
  schema: z.ZodObject;
  when: (nth: number) => ReactNode;
  blank: object;
}) => {
  const { t } = useTranslation('logistics');
  return (
    <Form.List name="stops">
      {(fields, { add, remove }) => (
        <SchemaContext value={schema}>
          {fields.map(({ key, name }) => (
            <div key={key} className="batch-block">
              <KeptId at={name} />
              <PlaceFields
                at={[name]}
                of="stops"
                label={t('batch.stop', { count: name + 1 })}
                {...asked(['stops', name])}
              />
              <div className="batch-pair">
                {when(name)}
                <Form.Item
                  name={[name, 'patrol']}
                  valuePropName="checked"
                  label={t('form.atStop')}
                  extra={isLooked ? undefined : t('form.patrolOfNone')}
                >
                  <Checkbox>{t('batch.patrol')}</Checkbox>
                </Form.Item>
              </div>
              <Button icon={<DeleteOutlined />} onClick={() => remove(name)}>
                {t('form.dropStop', { count: name + 1 })}
              </Button>
            </div>
          ))}
          {fields.length < MOST_STOPS && (
            <Button
              icon={<PlusOutlined />}
              className="batch-more"
              onClick={() => add({ id: pressKey(), radius: 300, patrol: false, ...blank })}
            >
              {t('form.addStop')}
            </Button>
          )}
        </SchemaContext>
      )}
    </Form.List>
  );
};

/** A form sends what has a field: by its id an entry of a list stays itself. */
export const KeptId = ({ at }: { at: number }) => (
  <Form.Item name={[at, 'id']} hidden>
    <Input />
  </Form.Item>
);
