import type { StartedProcesses } from '../processes/started-processes.js';

/** What a run came to. */
export interface Endurance {
  readonly requests: number;
  readonly sandboxes: number;
  readonly exports: number;
  readonly lines: number;
  readonly slope: number;
  readonly p99: number;
  readonly disk: number;
  readonly files: number;
  readonly handles: readonly string[];
  readonly unexpected: number;
}

/** Does everything that users do, at once, for so long. */
export declare function soak(
  processes: StartedProcesses,
  options: { readonly seconds: number; readonly tell?: (line: string) => void },
): Promise<Endurance>;
