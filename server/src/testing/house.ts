import { setTimeout as wait } from 'node:timers/promises';
import { type ProductProcess, spawnProduct } from './process.ts';

/** Two of each role that there may be many of, and one for the jobs. */
export const usualHouse: readonly string[] = ['api', 'api', 'gateway', 'gateway', 'ingest', 'ingest', 'jobs'];

/** The product as several processes, each of which can be killed and started again. */
export class House {
  readonly #env: Record<string, string>;
  readonly #roles: readonly string[];
  readonly #from: string | undefined;
  readonly processes: ProductProcess[] = [];

  private constructor(env: Record<string, string>, roles: readonly string[], from: string | undefined) {
    this.#env = env;
    this.#roles = roles;
    this.#from = from;
  }

  /** `from`: the folder of another copy of the product. */
  static async start(env: Record<string, string>, roles = usualHouse, from?: string): Promise<House> {
    const house = new House({ DEVICE_CONNECTIONS_PER_ADDRESS: '100000', ...env }, roles, from);
    try {
      // the first migrates, the others find it done; all at once keep each other waiting on few processors
      for (const nth of roles.keys()) await house.restart(nth);
      return house;
    } catch (e) {
      await house.stop();
      throw e;
    }
  }

  async restart(nth: number): Promise<void> {
    this.processes[nth] = await spawnProduct({ ...this.#env, ROLES: this.#roles[nth]! }, this.#from);
  }

  of(role: string): ProductProcess[] {
    return this.processes.filter((_, nth) => this.#roles[nth] === role);
  }

  get ports(): number[] {
    return this.of('gateway').map(({ gatewayPort }) => gatewayPort);
  }

  async kill(nth: number): Promise<void> {
    await this.processes[nth]!.kill();
    await this.restart(nth);
  }

  /** As an update does it: each ends in good order before its next version begins. */
  async roll(): Promise<void> {
    for (const nth of this.#roles.keys()) {
      await this.processes[nth]!.stop();
      await this.restart(nth);
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.processes.map((one) => one.stop()));
  }
}

/** Asks until it is so: for what another process does in its own time. */
export const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await wait(100);
};
