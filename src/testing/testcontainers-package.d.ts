/**
 * The parts of testcontainers that are used here. It is an optional peer, and not installed for development: it brings
 * 170 packages, and needs Docker to start anything.
 */
declare module 'testcontainers' {
  export interface WaitStrategy {
    forStatusCode(status: number): this;
  }
  export const Wait: { forHttp(path: string, port: number): WaitStrategy };

  interface Copied {
    readonly source: string;
    readonly target: string;
    readonly mode?: number;
  }

  export class GenericContainer {
    protected environment: Record<string, string>;
    constructor(image: string);
    withExposedPorts(...ports: number[]): this;
    withWaitStrategy(strategy: WaitStrategy): this;
    withEnvironment(environment: Record<string, string>): this;
    withCopyFilesToContainer(files: Copied[]): this;
    withCopyDirectoriesToContainer(directories: Copied[]): this;
    start(): Promise<StartedTestContainer>;
  }

  export interface StartedTestContainer {
    getHost(): string;
    getMappedPort(port: number): number;
  }

  export class AbstractStartedContainer implements StartedTestContainer {
    constructor(started: StartedTestContainer);
    getHost(): string;
    getMappedPort(port: number): number;
    stop(): Promise<unknown>;
  }
}
