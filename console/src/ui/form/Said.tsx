import type { Text } from '@plomb/contract/kit/text';
import type { FormInstance } from 'antd';
import { useUnsaid } from '../../platform/notices.ts';
import { useSettings } from '../../platform/settings.ts';

/** A sentence that goes on being read in the language of then, wherever it is kept; while a message says it, it is not said twice. */
export const Said = ({ text }: { text: Text }) => useUnsaid(text[useSettings((s) => s.lang)]);

/** A rule's verdict; its type knows texts only, and any element is shown. */
export const wrong = (text: Text): Error => ({ message: <Said text={text} /> }) as unknown as Error;

/** What the server refuses, beside its field. */
export const beside = (text: Text): string[] => [<Said key="said" text={text} />] as unknown as string[];

/** Puts what the server refused beside these fields of a form, by their names in it. */
export const markRefused = (form: FormInstance, fields: Record<string, Text>): void =>
  form.setFields(Object.entries(fields).map(([name, text]) => ({ name, errors: beside(text) })));
