/** The flags and variables of `id-emulator conform`, as options of the suite. */

import { readText } from '../../contract/documents/read-document.js';
import { checkInputs, type CheckInputs } from '../../upstream/conformance/checks/inputs.js';
import type { ConformanceOptions } from '../../upstream/conformance/index.js';
import { checkedNumber, checkedUrl } from '../terminal/flags.js';
import { UsageError } from '../terminal/failure.js';
import { EXPIRED_TOKEN_VARIABLE, SECRET_VARIABLE } from '../settings/known-variables.js';

/** The flags, as commander parses them. */
export interface ConformFlags extends CheckInputs {
  readonly baseUrl?: string;
  readonly tokenUrl?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly clientSecretFile?: string;
  readonly revision?: string;
  readonly write?: boolean;
  readonly only?: readonly string[];
  readonly rate?: string;
  readonly maxRequests?: string;
  readonly maxWait?: string;
  readonly json?: boolean;
  readonly all?: boolean;
  readonly junit?: string;
  readonly evidence?: string;
}

/** The numbers: the flag, what is expected, and the least and the most of it. */
const NUMBERS = {
  rate: ['--rate', 'a number of requests a second above 0, at most 1000', Number.MIN_VALUE, 1_000],
  maxRequests: ['--max-requests', 'a whole number from 1 to 100000', 1, 100_000],
  maxWait: ['--max-wait', 'a number of seconds from 0 to 3600', 0, 3_600],
} as const;

/** The options of the run. @throws UsageError, DocumentError if the file with the secret cannot be read */
export function conformanceOptions(flags: ConformFlags, environment: NodeJS.ProcessEnv): ConformanceOptions {
  const inputs = checkInputs({ ...flags, expiredToken: environment[EXPIRED_TOKEN_VARIABLE] });
  const given = Object.entries({ revision: flags.revision, only: flags.only, ...inputs });
  const named = given.filter(([, value]) => value !== undefined && value !== '');
  const names = Object.keys(NUMBERS) as (keyof typeof NUMBERS)[];
  const numbers = names.flatMap((name) => (flags[name] === undefined ? [] : [[name, number(flags[name], name)]]));
  return {
    baseUrl: address(flags.baseUrl, '--base-url', 'https://id.example.com'),
    tokenUrl: address(flags.tokenUrl, '--token-url', 'https://auth.example.com/oauth/token'),
    clientId: required(flags.clientId, '--client-id'),
    clientSecret: secret(flags, environment),
    write: flags.write ?? false,
    ...(Object.fromEntries([...named, ...numbers]) as Partial<ConformanceOptions>),
  };
}

/** @throws UsageError if the address is missing or not valid */
function address(text: string | undefined, flag: string, example: string): string {
  const given = checkedUrl(flag, required(text, flag), example);
  const url = new URL(given);
  if (url.username !== '' || url.password !== '')
    throw new UsageError(`${flag}: expected an address without a user and a password in it`);
  return given;
}

/** @throws UsageError if the flag is missing */
function required(text: string | undefined, flag: string): string {
  if (text === undefined || text === '') throw new UsageError(`${flag} is missing`);
  return text;
}

/** @throws UsageError if there is no secret or two; DocumentError if the file cannot be read */
function secret({ clientSecret, clientSecretFile }: ConformFlags, environment: NodeJS.ProcessEnv): string {
  if (clientSecret !== undefined && clientSecretFile !== undefined)
    throw new UsageError('--client-secret and --client-secret-file exclude each other');
  const given =
    clientSecret ?? (clientSecretFile === undefined ? environment[SECRET_VARIABLE] : readText(clientSecretFile).trim());
  if (given === undefined || given === '')
    throw new UsageError(`there is no client secret; give it in ${SECRET_VARIABLE} or with --client-secret-file`);
  return given;
}

/** @throws UsageError if the value is out of range */
function number(text: string, name: keyof typeof NUMBERS): number {
  const [flag, expected, least, most] = NUMBERS[name];
  const isRight = (value: number): boolean =>
    value >= least && value <= most && (name !== 'maxRequests' || Number.isInteger(value));
  return checkedNumber(flag, text, expected, isRight);
}
