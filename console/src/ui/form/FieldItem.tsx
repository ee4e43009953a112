import { Form, type FormItemProps, Input, InputNumber } from 'antd';
import { cloneElement, isValidElement, type ReactElement, useContext } from 'react';
import { type FieldName, fieldOf, isRequired, limits, longest, wrongWith } from './fieldRules.ts';
import { wrong } from './Said.tsx';
import { SchemaContext } from './schema.ts';

/** The `Field` of a form that stands on a page or in a dialog of its own: it comes with it. */
export const FieldItem = ({
  name,
  children,
  rules = [],
  sent = (value) => value,
  lacking,
  ...item
}: Omit<FormItemProps, 'name' | 'children'> & {
  name: FieldName;
  /** what the call is sent of what the control holds, where that is not the same: of a day, its end */
  sent?: (value: never) => unknown;
  /** what is said where nothing was given and something has to be: one of many, it names the field */
  lacking?: string;
  children: ReactElement;
}) => {
  const input = useContext(SchemaContext);
  if (!input) throw new Error('a field stands outside of a form that knows its call');
  const schema = fieldOf(input, name);
  const validator = async (_rule: unknown, value: unknown): Promise<void> => {
    const asked = value == null ? value : sent(value as never);
    const mistake = wrongWith(schema, asked);
    const isMissing =
      lacking !== undefined && (value == null || value === '' || (Array.isArray(value) && value.length === 0));
    if (mistake) return Promise.reject(isMissing ? new Error(lacking) : wrong(mistake));
  };
  return (
    <Form.Item
      name={typeof name === 'string' ? name : [...name]}
      required={isRequired(schema)}
      rules={[{ validator }, ...rules]}
      {...item}
    >
      {bounded(children, { maxLength: longest(schema), ...limits(schema) })}
    </Form.Item>
  );
};

/** How much room is left, once there is little: what was pasted and did not fit must not be missed. */
const counted = {
  formatter: ({ count, maxLength = 0 }: { count: number; maxLength?: number }): string =>
    count >= maxLength * 0.9 ? `${count} / ${maxLength}` : '',
};

/**
 * A control that takes no more letters than the field does. Of a number it tells the ends and does not hold it between them: 999 degrees
 * that became 180 when the field was left are a wrong place that nobody typed, while what is refused is seen.
 */
const bounded = (
  control: ReactElement,
  { maxLength, min, max }: { maxLength: number | undefined; min?: number; max?: number },
): ReactElement => {
  if (!isValidElement<Record<string, unknown>>(control)) return control;
  const isText = control.type === Input || control.type === Input.TextArea;
  const bounds =
    isText && maxLength
      ? { maxLength, showCount: counted }
      : control.type === InputNumber
        ? { 'aria-valuemin': min, 'aria-valuemax': max }
        : {};
  return cloneElement(control, { ...bounds, ...control.props });
};
