import { availableParallelism, cpus, loadavg } from 'node:os';

/** Where and in what company something was measured. */
export interface Machine {
  readonly system: string;
  readonly node: string;
  readonly cpu: string;
  readonly cores: number;
  /** Load average of the last minute when the measurement began. Above 1, times are not to be trusted, ratios less. */
  readonly load: number;
}

export const describeMachine = (): Machine => ({
  system: `${process.platform} ${process.arch}`,
  node: process.versions.node,
  cpu: cpus()[0]?.model.trim() || 'unknown processor',
  cores: availableParallelism(),
  load: Math.round((loadavg()[0] ?? 0) * 100) / 100,
});

export const machineLine = ({ system, node, cpu, cores, load }: Machine): string =>
  `Node ${node}, ${system}, ${cores} cores (${cpu}), load ${load.toFixed(2)}`;
