<?php
declare(strict_types=1);

/** Invites people by email: looks them up side by side, then asks each for the credential that was chosen for them. */
final class Invite
{
    private ?string $token = null;

    /** @param array<string, string> $env */
    public function __construct(private readonly array $env)
    {
    }

    /**
     * @param array<string, string> $choices provider by email
     * @return array<string, string> what became of each, by email
     */
    public function send(array $choices): array
    {
        $parties = $this->lookUp(array_keys($choices));
        $outcome = [];
        foreach (array_keys($choices) as $index => $email) {
            $party = $parties[$index] ?? null;
            $outcome[$email] = $party === null ? 'unknown' : ($this->ask($party, $choices[$email]) ? 'asked' : 'failed');
        }
        return $outcome;
    }

    /**
     * @param list<string> $emails
     * @return list<string|null>
     */
    private function lookUp(array $emails): array
    {
        $multi = curl_multi_init();
        $places = $handles = [];
        foreach ($emails as $index => $email) {
            $handle = $this->request('GET', '/institutions/me/credentials/resolve?' . http_build_query(['q' => $email]));
            curl_multi_add_handle($multi, $handle);
            $places[spl_object_id($handle)] = $index;
            $handles[] = $handle;
        }
        $parties = [];
        do {
            curl_multi_exec($multi, $running);
            while ($done = curl_multi_info_read($multi)) {
                $handle = $done['handle'];
                $parties[$places[spl_object_id($handle)]] = $this->party($handle, (string) curl_multi_getcontent($handle));
                curl_multi_remove_handle($multi, $handle);
            }
            if ($running > 0) {
                curl_multi_select($multi, 0.2);
            }
        } while ($running > 0);
        curl_multi_close($multi);
        return $parties;
    }

    private function party(CurlHandle $handle, string $body): ?string
    {
        if (curl_getinfo($handle, CURLINFO_RESPONSE_CODE) !== 200) {
            throw new RuntimeException('resolve failed: ' . curl_getinfo($handle, CURLINFO_RESPONSE_CODE));
        }
        return json_decode($body, true, flags: JSON_THROW_ON_ERROR)['credentials'][0]['partyId'] ?? null;
    }

    private function ask(string $party, string $provider): bool
    {
        $body = json_encode(['partyId' => $party, 'providers' => [$provider]], JSON_THROW_ON_ERROR);
        $handle = $this->request('POST', '/institutions/me/credentials/request', $body);
        curl_exec($handle);
        return curl_getinfo($handle, CURLINFO_RESPONSE_CODE) === 204;
    }

    private function request(string $method, string $path, ?string $body = null): CurlHandle
    {
        $handle = curl_init($this->env['ID_EMULATOR_API_URL'] . $path);
        curl_setopt_array($handle, [
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT => 10,
            CURLOPT_HTTPHEADER => ['Authorization: Bearer ' . ($this->token ??= $this->login()), 'Content-Type: application/json'],
        ]);
        if ($body !== null) {
            curl_setopt($handle, CURLOPT_POSTFIELDS, $body);
        }
        return $handle;
    }

    private function login(): string
    {
        $handle = curl_init($this->env['ID_EMULATOR_TOKEN_URL']);
        curl_setopt_array($handle, [CURLOPT_RETURNTRANSFER => true, CURLOPT_TIMEOUT => 10, CURLOPT_POSTFIELDS => http_build_query([
            'grant_type' => 'client_credentials',
            'client_id' => $this->env['ID_EMULATOR_CLIENT_ID'],
            'client_secret' => $this->env['ID_EMULATOR_CLIENT_SECRET'],
        ])]);
        $answer = json_decode((string) curl_exec($handle), true);
        return $answer['access_token'] ?? throw new RuntimeException('no token');
    }
}
