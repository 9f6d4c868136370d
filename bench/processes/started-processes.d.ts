/** The processes that a run starts. */
export declare class StartedProcesses {
  constructor(folder: string);
  stopAll(): Promise<void>;
}
