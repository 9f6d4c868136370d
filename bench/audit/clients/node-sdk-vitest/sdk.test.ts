import { beforeAll, describe, expect, it } from 'vitest';
import { type Credential, CredentialsApi, Runtime, VerificationApi } from './sdk';

const { ID_EMULATOR_API_URL, ID_EMULATOR_TOKEN_URL, ID_EMULATOR_CLIENT_ID, ID_EMULATOR_CLIENT_SECRET } =
  process.env as Record<string, string>;

describe('the generated SDK', () => {
  let credentials: CredentialsApi;
  let verification: VerificationApi;
  let first: readonly Credential[];

  beforeAll(async () => {
    const runtime = new Runtime({
      basePath: ID_EMULATOR_API_URL!,
      tokenUrl: ID_EMULATOR_TOKEN_URL!,
      clientId: ID_EMULATOR_CLIENT_ID!,
      clientSecret: ID_EMULATOR_CLIENT_SECRET!,
    });
    credentials = new CredentialsApi(runtime);
    verification = new VerificationApi(runtime);
    first = (await credentials.getCredentials({ limit: 3 })).items;
  }, 30_000);

  it('walks all credentials', async () => {
    const seen = new Set<string>();
    for await (const { contractId } of credentials.all()) seen.add(contractId);
    expect(seen.size).toBeGreaterThan(3);
  }, 30_000);

  it('makes a link', async () => {
    expect((await verification.generateLink(first[0]!.contractId)).verificationUrl).toBeTruthy();
  }, 30_000);

  it('makes a batch of links', async () => {
    const links = await verification.generateLinks(first.map(({ contractId }) => contractId));
    expect([...links.keys()]).toEqual(first.map(({ contractId }) => contractId));
  }, 30_000);
});
