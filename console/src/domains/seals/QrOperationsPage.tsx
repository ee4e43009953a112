import { Operations } from './Operations.tsx';

export const QrOperationsPage = () => <Operations medium="qr" />;
