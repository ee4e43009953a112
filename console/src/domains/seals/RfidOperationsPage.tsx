import { Operations } from './Operations.tsx';

export const RfidOperationsPage = () => <Operations medium="rfid" />;
