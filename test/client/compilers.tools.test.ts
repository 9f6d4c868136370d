/** The declarations of the library, checked in programs with and without the types of DOM and Node.js, from TypeScript 5.0 on. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { budget } from '../budget.js';
import { output, TYPE_CHECKER } from '../package/installed-package.js';
import { PROJECT } from '../project.js';
import { installRuntimes, RUNTIMES } from './install-runtimes.js';

beforeAll(async () => {
  if (budget({ short: false, long: true })) await installRuntimes();
}, 300_000);

/** The oldest compiler and the last of its kind; `npm run check:types` and the tests of packages use newer ones. */
const OLDEST = join(RUNTIMES, 'node_modules/typescript5/lib/tsc.js');
const LAST_OF_5 = join(RUNTIMES, 'node_modules/typescript59/lib/tsc.js');

const PLATFORMS = {
  'neither DOM nor Node.js': { lib: ['es2021'], types: [] },
  DOM: { lib: ['es2021', 'dom'], types: [] },
  'Node.js': { lib: ['es2023'], types: ['node'] },
} as const;

type Platform = keyof typeof PLATFORMS;

const PROGRAM = `
  import { idSdk, further, isAPIError, type Connection, type Credential, type FetchLike, type Signal } from '@id-emulator/sdk';
  export async function read(signal: Signal, ids: readonly string[], fetch: FetchLike): Promise<string[]> {
    const connection: Connection = await idSdk.connect({ clientId: 'a', clientSecret: 'b', fetch });
    const { items } = await connection.getCredentials({ partyIds: ids }, { signal });
    for await (const user of connection.iterateUsers({ kycStatus: 'NEW_IN_2030' })) items.push(user as never);
    const { requestId } = await connection.withResponse().resolve('a');
    // @ts-expect-error A typo is caught on every compiler.
    items.map((item) => item.contractID);
    const bare: Omit<Credential, 'freshness'>[] = items;
    const extra: unknown = further(items[0]!.metadata)['nickname'];
    return [...bare.map(({ provider }) => provider), requestId ?? '', String(extra)];
  }
  export const seconds = (error: unknown): number => (isAPIError(error) && error.name === 'RateLimitError' ? error.retryAfter ?? 0 : 0);
`;
/** The platform's own values fit. */
const WITH_PLATFORM = `
  export const fits = (connection: Connection): Promise<unknown> => connection.getUsers({}, { signal: new AbortController().signal });
  export const platformFetch: FetchLike = fetch;
`;

test.each(
  budget<readonly (readonly [string, Platform])[]>({
    short: [
      [TYPE_CHECKER, 'DOM'],
      [TYPE_CHECKER, 'Node.js'],
    ],
    long: [OLDEST, LAST_OF_5, TYPE_CHECKER, join(PROJECT, 'node_modules/typescript/bin/tsc')].flatMap((compiler) =>
      (Object.keys(PLATFORMS) as Platform[])
        .filter((platform) => compiler !== OLDEST || platform !== 'Node.js')
        .map((platform) => [compiler, platform] as const),
    ),
  }).map(([compiler, platform]) => ({ compiler, platform })),
)('a program with the types of $platform compiles: $compiler', { timeout: 60_000 }, async ({ compiler, platform }) => {
  const folder = await mkdtemp(join(PROJECT, 'node_modules/.compilers-'));
  try {
    const isBare = platform === 'neither DOM nor Node.js';
    await writeFile(join(folder, 'program.mts'), PROGRAM + (isBare ? '' : WITH_PLATFORM));
    const compilerOptions = {
      ...PLATFORMS[platform],
      module: 'node16',
      moduleResolution: 'node16',
      target: 'es2021',
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      skipDefaultLibCheck: true,
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.mts'] }));
    expect(await output(folder, process.execPath, [compiler, '-p', '.'])).toBe('');
  } finally {
    await rm(folder, { recursive: true });
  }
});
