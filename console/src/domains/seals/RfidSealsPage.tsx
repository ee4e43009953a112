import { Seals } from './Seals.tsx';

export const RfidSealsPage = () => <Seals medium="rfid" />;
