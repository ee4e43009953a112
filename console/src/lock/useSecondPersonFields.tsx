import { Input, Radio } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Refused } from '../platform/answer.ts';
import { sealedFor } from '../platform/signIn.ts';
import './order.css';

interface SignIn {
  login_name: string;
  password: string;
  code?: string;
}

/**
 * Where the second person is, and, beside whoever asks, the sign-in of that person. `signIn` answers what the call that asks there
 * takes, null where the second person is elsewhere.
 */
export const useSecondPersonFields = (
  path: string,
): {
  present: boolean;
  signIn(): Promise<SignIn | null>;
  /** what of it stays after a refusal */
  refused(error: unknown): void;
  fields(busy: boolean): ReactNode;
} => {
  const { t } = useTranslation('lock');
  const [where, setWhere] = useState<'afar' | 'present'>('afar');
  const [typed, setTyped] = useState({ login: '', password: '', code: '' });
  const [asksCode, setAsksCode] = useState(false);
  const id = useId();
  const field = (name: keyof typeof typed, type: 'text' | 'password', busy: boolean) => (
    <div className="order-field">
      <label htmlFor={`${id}-${name}`}>{t(`second.${name}`)}</label>
      <Input
        id={`${id}-${name}`}
        type={type}
        autoComplete="off"
        disabled={busy}
        value={typed[name]}
        onChange={(e) => setTyped({ ...typed, [name]: e.target.value })}
      />
    </div>
  );
  return {
    present: where === 'present',
    async signIn() {
      if (where === 'afar') return null;
      const password = await sealedFor(path, typed.password, true);
      const code = typed.code.trim() ? { code: typed.code.trim() } : {};
      return { login_name: typed.login.trim(), password, ...code };
    },
    refused(error) {
      const isCode = error instanceof Refused && error.sign === 'secondFactor';
      if (isCode) setAsksCode(true);
      // it is somebody else's, and does not stay for whoever presses next
      setTyped((now) => ({ ...now, password: isCode ? now.password : '', code: '' }));
    },
    fields: (busy) => (
      <>
        <Radio.Group
          value={where}
          disabled={busy}
          aria-label={t('second.where')}
          onChange={(e) => setWhere(e.target.value as typeof where)}
          options={(['afar', 'present'] as const).map((value) => ({ value, label: t(`second.${value}`) }))}
        />
        {where === 'present' && (
          <>
            {field('login', 'text', busy)}
            {field('password', 'password', busy)}
            {asksCode && field('code', 'text', busy)}
          </>
        )}
      </>
    ),
  };
};
