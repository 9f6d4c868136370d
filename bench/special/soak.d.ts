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

/** For how many seconds it runs before it is measured. */
export declare const WARM_UP: number;

/** Does everything that users do, at once, and measures it for so long. */
export declare function soak(
  processes: StartedProcesses,
  options: { readonly seconds: number; readonly tell?: (line: string) => void },
): Promise<Endurance>;
