import { type Signature, signatureSheet } from '@plomb/contract/devices/signature';
import { Button, Input, Radio } from 'antd';
import { type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drawn } from '../../ui/drawn.ts';
import { SignatureSheet } from './SignatureSheet.tsx';

type Point = readonly [x: number, y: number];

/** A line is kept by points this far apart: what is between them nobody sees. */
const STEP = 3;
const { width, height } = signatureSheet;

const pathOf = (line: readonly Point[]): string => {
  // a tap is a dot: a line to where it began
  const [first, ...rest] = line.length === 1 ? [line[0]!, line[0]!] : line;
  return first ? `M${first.join(' ')}${rest.map((point) => `L${point.join(' ')}`).join('')}` : '';
};

/** The own signature: drawn with a finger, a pen or a mouse, or, with a keyboard alone, the own name typed. */
export const SignatureField = ({
  own,
  id,
  value,
  onChange,
}: {
  /** the name that may be typed */
  own: string;
  id?: string;
  value?: Signature;
  onChange?: (signature: Signature | undefined) => void;
}) => {
  const { t } = useTranslation('devices');
  const [by, setBy] = useState<Signature['by']>('drawn');
  const [line, setLine] = useState<readonly Point[]>([]);
  const sheet = useRef<HTMLDivElement>(null);
  const path = value?.by === 'drawn' ? value.path : '';

  const pointAt = ({ clientX, clientY }: PointerEvent): Point => {
    const box = sheet.current!.getBoundingClientRect();
    const within = (share: number, most: number): number => Math.round(Math.min(1, Math.max(0, share)) * most);
    return [within((clientX - box.left) / box.width, width), within((clientY - box.top) / box.height, height)];
  };
  const begin = (event: PointerEvent<HTMLDivElement>): void => {
    if (!event.isPrimary || event.button !== 0) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    setLine([pointAt(event)]);
  };
  const goOn = (event: PointerEvent): void => {
    const last = line.at(-1);
    if (!last || !event.isPrimary) return;
    const next = pointAt(event);
    if (Math.hypot(next[0] - last[0], next[1] - last[1]) >= STEP) setLine([...line, next]);
  };
  const end = (): void => {
    if (line.length === 0) return;
    onChange?.({ by: 'drawn', path: path + pathOf(line) });
    setLine([]);
  };
  return (
    <div className="signature" {...(id ? { id } : {})}>
      <Radio.Group
        size="small"
        optionType="button"
        aria-label={t('signature.how')}
        value={by}
        options={[
          { value: 'drawn', label: t('signature.draw') },
          { value: 'typed', label: t('signature.type') },
        ]}
        onChange={(event) => {
          setBy(event.target.value as Signature['by']);
          onChange?.(undefined);
        }}
      />
      {by === 'typed' ? (
        <>
          <Input
            autoComplete="off"
            aria-label={t('signature.name')}
            maxLength={60}
            value={value?.by === 'typed' ? value.name : ''}
            onChange={(event) => onChange?.({ by: 'typed', name: event.target.value })}
          />
          <p>{t('signature.nameHint', { name: own })}</p>
        </>
      ) : (
        <>
          <div
            ref={(element) => {
              sheet.current = element;
              return drawn(element);
            }}
            className="signature-field"
            data-testid="signature"
            onPointerDown={begin}
            onPointerMove={goOn}
            onPointerUp={end}
            onPointerCancel={end}
          >
            <SignatureSheet path={path + pathOf(line)} label={t(path ? 'signature.drawn' : 'signature.empty')} />
          </div>
          <p>
            <span>{t('signature.hint')}</span>
            <Button size="small" type="text" disabled={path === ''} onClick={() => onChange?.(undefined)}>
              {t('signature.clear')}
            </Button>
          </p>
        </>
      )}
    </div>
  );
};
