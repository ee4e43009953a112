import { deviceConnect } from '@plomb/contract/devices/connect';
import { type Served, serve } from '../../platform/serve.ts';

export interface ConnectDeps {
  /** the address as the parameter says it, `host:port` or `host`; empty: nobody said one */
  gatewayAddress(): string;
  /** the port the gateway listens on; 0: any */
  gatewayPort: number;
}

/** What a lock is to be set to: what somebody said, else the port the gateway listens on at the console's own host. */
export const gatewayAt = (said: string, port: number): { host: string; port: number | null } => {
  const [, host = '', own] = /^(.*?)(?::(\d{1,5}))?$/.exec(said.trim()) ?? [];
  const wanted = own === undefined ? port : Number(own);
  return { host, port: wanted >= 1 && wanted <= 65_535 ? wanted : null };
};

export const connectRoutes = ({ gatewayAddress, gatewayPort }: ConnectDeps): Served[] =>
  serve(deviceConnect, { address: async () => gatewayAt(gatewayAddress(), gatewayPort) });
