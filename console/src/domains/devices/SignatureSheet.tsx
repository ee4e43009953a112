import { type Signature, signatureSheet } from '@plomb/contract/devices/signature';
import { useTranslation } from 'react-i18next';
import './signature.css';

/** Lines as they were drawn. */
export const SignatureSheet = ({ path, label }: { path: string; label: string }) => (
  <svg
    className="signature-sheet"
    viewBox={`0 0 ${signatureSheet.width} ${signatureSheet.height}`}
    role="img"
    aria-label={label}
  >
    <path d={path} />
  </svg>
);

/** By what somebody received devices; `name`: of whom it is. */
export const Signed = ({ signature, name }: { signature: Signature; name: string }) => {
  const { t } = useTranslation('devices');
  return signature.by === 'drawn' ? (
    <SignatureSheet path={signature.path} label={t('signature.of', { name })} />
  ) : (
    <span className="signature-typed">
      {signature.name} <small>{t('signature.typed')}</small>
    </span>
  );
};
