<?php
// Prints the users of one state as CSV, oldest first.
declare(strict_types=1);

final class Failed extends RuntimeException
{
}

final class Service
{
    private ?string $token = null;
    private CurlHandle $curl;

    public function __construct(private string $api, private string $tokenUrl, private array $credentials)
    {
        $this->curl = curl_init();
    }

    public function pages(string $path, array $query): iterable
    {
        $offset = 0;
        do {
            $page = $this->get($path . '?' . http_build_query($query + ['offset' => $offset]));
            yield from $page['items'];
            $offset += count($page['items']);
        } while ($page['items'] !== [] && $offset < $page['pagination']['total']);
    }

    private function get(string $path): array
    {
        foreach ([false, true] as $isLast) {
            $this->token ??= $this->login();
            [$status, $body] = $this->send($this->api . $path, [
                CURLOPT_HTTPGET => true,
                CURLOPT_HTTPHEADER => ["Authorization: Bearer $this->token"],
            ]);
            if ($status === 200) {
                return $body;
            }
            $this->token = null;
            if ($status !== 401 || $isLast) {
                throw new Failed("$path: status $status");
            }
        }
    }

    private function login(): string
    {
        [$status, $body] = $this->send($this->tokenUrl, [
            CURLOPT_POSTFIELDS => http_build_query(['grant_type' => 'client_credentials'] + $this->credentials),
            CURLOPT_HTTPHEADER => [],
        ]);
        return $status === 200 ? $body['access_token'] : throw new Failed("login: status $status");
    }

    private function send(string $url, array $options): array
    {
        for ($attempt = 1; ; $attempt++) {
            $retryAfter = null;
            curl_setopt_array($this->curl, $options + [
                CURLOPT_URL => $url,
                CURLOPT_RETURNTRANSFER => true,
                CURLOPT_TIMEOUT => 2,
                CURLOPT_HEADERFUNCTION => function ($curl, string $line) use (&$retryAfter): int {
                    if (stripos($line, 'Retry-After:') === 0) {
                        $retryAfter = trim(substr($line, 12));
                    }
                    return strlen($line);
                },
            ]);
            $text = curl_exec($this->curl);
            $status = curl_getinfo($this->curl, CURLINFO_RESPONSE_CODE);
            $body = is_string($text) ? json_decode($text, true) : null;
            $isBroken = $text === false || ($status === 200 && !is_array($body));
            if (!$isBroken && $status !== 429 && $status < 500) {
                return [$status, $body];
            }
            if ($attempt === 4) {
                throw new Failed("$url: " . ($isBroken ? 'unreadable response ' . curl_error($this->curl) : "status $status"));
            }
            usleep((int) (1e6 * self::pause($retryAfter, $attempt)));
        }
    }

    private static function pause(?string $given, int $attempt): float
    {
        if ($given === null) {
            return 0.08 * 2 ** $attempt;
        }
        return ctype_digit($given) ? (float) $given : max(0, strtotime($given) - microtime(true) + 1);
    }
}

$service = new Service(getenv('ID_EMULATOR_API_URL'), getenv('ID_EMULATOR_TOKEN_URL'), [
    'client_id' => getenv('ID_EMULATOR_CLIENT_ID'),
    'client_secret' => getenv('ID_EMULATOR_CLIENT_SECRET'),
]);
try {
    $query = ['kycStatus' => 'APPROVED', 'orderBy' => 'id', 'orderType' => 'ASC', 'limit' => 100];
    $out = fopen('php://output', 'w');
    foreach ($service->pages('/institutions/me/users', $query) as $user) {
        fputcsv($out, [$user['id'], $user['fullName'] ?? '', $user['kycProvider'] ?? '', $user['reqStatus'] ?? '']);
    }
} catch (Failed $error) {
    fwrite(STDERR, "export: {$error->getMessage()}\n");
    exit(1);
}
