import { Operations } from './Operations.tsx';

export const NfcOperationsPage = () => <Operations medium="nfc" />;
