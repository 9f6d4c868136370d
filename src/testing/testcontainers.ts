/** The image of the emulator for Testcontainers. The only module that imports `testcontainers`. */

import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { AbstractStartedContainer, GenericContainer, type StartedTestContainer, Wait } from 'testcontainers';
import { type OptionSpec, settingName, variableName } from '../emulator/option-spec.js';
import { completeOptions, mistakesIn, OptionsError } from '../emulator/complete-options.js';
import { type EmulatorOptions, OPTION_SPECS } from '../emulator/options.js';

/** The port inside of the container. */
const PORT = 4_010;

/** Options that say where the emulator listens, or write files: the container decides these. */
const OF_THE_CONTAINER = ['port', 'host', 'tls', 'tlsCert', 'tlsKey', 'tlsCa', 'exportOnExit'] as const;

/** Options of an emulator in a container. */
export type ContainerOptions = Omit<EmulatorOptions, (typeof OF_THE_CONTAINER)[number]>;

const CONTAINER_SPECS = OPTION_SPECS.filter(({ name }) => !OF_THE_CONTAINER.some((own) => own === name));

/** A container with the emulator. It has started when the emulator is ready for requests. */
export class IdEmulatorContainer extends GenericContainer {
  /** @param image name of the image that was built from the Dockerfile. Default: `id-emulator` */
  constructor(image = 'id-emulator') {
    super(image);
    this.withExposedPorts(PORT).withWaitStrategy(Wait.forHttp('/_emulator/health', PORT).forStatusCode(200));
  }

  /**
   * Starts the emulator with these options, as environment variables; files and folders are copied into the container.
   * @throws OptionsError with every mistake
   */
  withOptions(options: ContainerOptions): this {
    const mistakes = mistakesIn(options, CONTAINER_SPECS);
    if (mistakes.length > 0) throw new OptionsError(mistakes.join('; '));
    for (const spec of CONTAINER_SPECS) {
      const value: unknown = options[spec.name as keyof ContainerOptions];
      if (value === undefined) continue;
      const text = spec.type === 'file' ? this.#copy(spec, value as string) : textOf(value);
      this.withEnvironment({ [variableName(settingName(spec))]: text });
    }
    return this;
  }

  /** Copies a file or folder into the container. @returns its path there; the name itself of a shipped fixture */
  #copy(spec: OptionSpec, value: string): string {
    const found = statSync(value, { throwIfNoEntry: false });
    if (found === undefined && spec.name === 'fixture') return value;
    if (found === undefined)
      throw new OptionsError(`option ${spec.name}: there is no file or folder ${resolve(value)}`);
    const target = `/id-emulator/${spec.name}/${basename(resolve(value))}`;
    if (found.isDirectory()) this.withCopyDirectoriesToContainer([{ source: value, target }]);
    else this.withCopyFilesToContainer([{ source: value, target, mode: 0o444 }]);
    return target;
  }

  override async start(): Promise<StartedIdEmulatorContainer> {
    return new StartedIdEmulatorContainer(await super.start(), this.environment);
  }
}

/** A running container with the emulator. */
export class StartedIdEmulatorContainer extends AbstractStartedContainer {
  readonly #environment: Readonly<Record<string, string>>;

  constructor(started: StartedTestContainer, environment: Readonly<Record<string, string>>) {
    super(started);
    this.#environment = environment;
  }

  /** Scheme, host and port as this machine reaches it: the `{base_url}` of the specification (section 4.1). */
  getUrl(): string {
    return `http://${this.getHost()}:${this.getMappedPort(PORT)}`;
  }

  /** Base URL of the API: `{base_url}/api/v1`. */
  getApiUrl(): string {
    return `${this.getUrl()}/api/v1`;
  }

  /** The token endpoint. */
  getTokenUrl(): string {
    return `${this.getUrl()}/oauth/token`;
  }

  /** Client ID of the institution. */
  getClientId(): string {
    return this.#environment['ID_EMULATOR_CLIENT_ID'] ?? completeOptions({}).clientId;
  }

  /** Client secret of the institution. */
  getClientSecret(): string {
    return this.#environment['ID_EMULATOR_CLIENT_SECRET'] ?? completeOptions({}).clientSecret;
  }
}

/** The text of a value, as an environment variable has it. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join();
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, text]) => `${name}=${String(text)}`)
    .join();
}
