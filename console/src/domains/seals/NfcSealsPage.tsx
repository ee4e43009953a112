import { Seals } from './Seals.tsx';

export const NfcSealsPage = () => <Seals medium="nfc" />;
