import { Seals } from './Seals.tsx';

export const QrSealsPage = () => <Seals medium="qr" />;
