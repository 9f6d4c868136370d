<?php
declare(strict_types=1);

/** The service did not do what it was asked for. */
class KycError extends RuntimeException
{
}

/** Identity service for the shop, with ext-curl only. */
final class Kyc
{
    private const LONGEST_WAIT = 20;
    private ?string $token = null;
    private float $renewAt = 0.0;
    private CurlHandle $curl;

    public function __construct(private string $api, private string $tokenUrl, private string $id, private string $secret)
    {
        $this->curl = curl_init();
    }

    /** @return array{0: int, 1: string|false, 2: array<string, string>} */
    private function once(string $method, string $url, array $headers, ?string $body): array
    {
        $found = [];
        curl_reset($this->curl);
        curl_setopt_array($this->curl, [
            CURLOPT_URL => $url,
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_CONNECTTIMEOUT => 2,
            // On a connection that it reuses, curl itself sends again what may have arrived.
            CURLOPT_FRESH_CONNECT => $method === 'POST',
            CURLOPT_TIMEOUT_MS => 2500,
            CURLOPT_HTTPHEADER => $headers,
            CURLOPT_HEADERFUNCTION => function ($curl, string $line) use (&$found): int {
                if (str_contains($line, ':')) {
                    [$name, $value] = explode(':', $line, 2);
                    $found[strtolower(trim($name))] = trim($value);
                }
                return strlen($line);
            },
        ]);
        if ($body !== null) {
            curl_setopt($this->curl, CURLOPT_POSTFIELDS, $body);
        }
        $answer = curl_exec($this->curl);
        return [(int) curl_getinfo($this->curl, CURLINFO_RESPONSE_CODE), $answer, $found];
    }

    private static function told(array $headers): float
    {
        $value = $headers['retry-after'] ?? '';
        if (ctype_digit($value)) {
            return (float) $value;
        }
        $date = $value === '' ? false : strtotime($value);
        return $date === false ? 0.0 : max(0.0, $date - microtime(true));
    }

    /** Sends until there is a usable answer; what must not arrive twice is sent again only after 429. */
    private function send(string $method, string $url, array $headers, ?string $body, bool $repeatable): array
    {
        for ($attempt = 0; ; $attempt++) {
            $last = $attempt === 3;
            [$status, $answer, $found] = $this->once($method, $url, $headers, $body);
            $pause = 0.2 * 2 ** $attempt;
            if ($answer === false) {
                if (!$repeatable || $last) {
                    throw new KycError('no answer: ' . curl_error($this->curl));
                }
            } elseif ($status === 429 || ($repeatable && $status >= 500)) {
                $told = self::told($found);
                if ($last || $told > self::LONGEST_WAIT) {
                    throw new KycError("gave up after $status", $status);
                }
                $pause += $told;
            } elseif ($status === 204 || $status >= 300) {
                return [$status, null];
            } else {
                $json = json_decode($answer, true);
                if (is_array($json)) {
                    return [$status, $json];
                }
                if (!$repeatable || $last) {
                    throw new KycError('the answer is no JSON');
                }
            }
            usleep((int) ($pause * 1e6));
        }
    }

    private function bearer(): string
    {
        if ($this->token === null || microtime(true) >= $this->renewAt) {
            $form = http_build_query(['grant_type' => 'client_credentials', 'client_id' => $this->id, 'client_secret' => $this->secret]);
            [$status, $json] = $this->send('POST', $this->tokenUrl, ['Content-Type: application/x-www-form-urlencoded'], $form, true);
            if ($status !== 200 || !is_string($json['access_token'] ?? null)) {
                throw new KycError('login failed', $status);
            }
            $lifetime = is_numeric($json['expires_in'] ?? null) ? (float) $json['expires_in'] : 60.0;
            $this->token = $json['access_token'];
            $this->renewAt = microtime(true) + 0.9 * $lifetime;
        }
        return $this->token;
    }

    private function call(string $method, string $path, ?array $body = null): ?array
    {
        for ($renewed = false; ; $renewed = true) {
            $headers = ['Authorization: Bearer ' . $this->bearer()];
            if ($body !== null) {
                $headers[] = 'Content-Type: application/json';
            }
            [$status, $json] = $this->send($method, $this->api . $path, $headers, $body === null ? null : json_encode($body), $method === 'GET');
            if ($status === 401) {
                $this->token = null;
            }
            if ($status !== 401 || $renewed) {
                break;
            }
        }
        if ($status >= 300) {
            throw new KycError("$method $path: $status", $status);
        }
        return $json;
    }

    private static function items(?array $json, ?string $member): array
    {
        $items = $member === null ? $json : $json[$member] ?? null;
        if (!is_array($items) || !array_is_list($items)) {
            throw new KycError('unexpected answer');
        }
        return $items;
    }

    /** @return string[] the party IDs behind an address or a user name */
    public function find(string $query): array
    {
        $items = self::items($this->call('GET', '/institutions/me/credentials/resolve?q=' . rawurlencode($query)), 'credentials');
        return array_values(array_unique(array_filter(array_map(fn ($c) => is_array($c) ? $c['partyId'] ?? null : null, $items))));
    }

    /** @return string[] the contracts of a party */
    public function contracts(string $party): array
    {
        $items = self::items($this->call('GET', '/institutions/me/credentials/' . rawurlencode($party)), null);
        return array_values(array_filter(array_map(fn ($c) => is_array($c) ? $c['contractId'] ?? null : null, $items)));
    }

    /** @return string[] links by contract */
    public function links(array $contracts): array
    {
        $items = self::items($this->call('POST', '/verification/generate-links-batch', ['requests' => array_map(fn ($c) => ['contractId' => $c], $contracts)]), 'results');
        $links = [];
        foreach ($items as $item) {
            if (!is_string($item['result']['verificationUrl'] ?? null)) {
                throw new KycError('no link for a contract');
            }
            $links[$item['contractId'] ?? ''] = $item['result']['verificationUrl'];
        }
        if (array_diff($contracts, array_keys($links)) !== []) {
            throw new KycError('links are missing');
        }
        return $links;
    }

    public function ask(string $party, string ...$providers): void
    {
        $this->call('POST', '/institutions/me/credentials/request', ['partyId' => $party, 'providers' => $providers]);
    }
}
