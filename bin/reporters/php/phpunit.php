<?php
/**
 * Tells the trail of a run when each test of PHPUnit ran. PHP runs this file before every program; PHPUnit 9 to 12 writes
 * its events into the stream below.
 */

final class IdEmulatorTrail
{
    public $context;
    private string $text = '';
    private array $test = [];

    public function stream_open(): bool
    {
        return true;
    }

    public function stream_write(string $text): int
    {
        // ##teamcity[testStarted name='testReadsUsers' locationHint='php_qn:///work/UsersTest.php::\UsersTest::testReadsUsers']
        // A line comes in several pieces.
        $lines = explode("\n", $this->text . $text);
        $this->text = array_pop($lines);
        foreach ($lines as $line) {
            if (preg_match('/^##teamcity\[test(Started|Failed|Finished|Ignored) (.*)\]\s*$/', $line, $event) === 1) {
                preg_match_all("/(\w+)='((?:[^'|]|\|.)*)'/", $event[2], $pairs);
                $this->record($event[1], array_combine($pairs[1], $pairs[2]));
            }
        }
        return strlen($text);
    }

    private function record(string $type, array $members): void
    {
        $now = microtime(true) * 1000;
        if ($type === 'Started') {
            $file = explode('::', preg_replace('#^php_qn://#', '', $members['locationHint'] ?? ''))[0];
            $this->test = ['type' => 'case', 'runner' => 'phpunit', 'name' => $members['name'], 'file' => $file, 'passed' => true, 'started' => $now];
        } elseif ($type === 'Failed') {
            $texts = [$members['message'] ?? '', $members['details'] ?? ''];
            $this->test['passed'] = false;
            $this->test['error'] = preg_replace(['/\|n/', '/\|r/', '/\|(.)/'], ["\n", '', '$1'], implode("\n", $texts));
        } elseif ($type === 'Ignored') {
            $this->test['skipped'] = true;
        } elseif ($type === 'Finished' && isset($this->test['name'])) {
            $path = getenv('ID_EMULATOR_RUN') . '/' . getmypid() . '-cases.trail.jsonl';
            @file_put_contents($path, json_encode([...$this->test, 'ended' => $now]) . "\n", FILE_APPEND);
        }
    }

    public function stream_close(): void
    {
    }

    public function stream_flush(): bool
    {
        return true;
    }

    public function url_stat(): array
    {
        // PHPUnit makes the folder of the stream, unless it is one.
        return ['mode' => 0040777];
    }
}

if (PHP_SAPI === 'cli' && preg_match('#(?:^|[\\\\/])(?:phpunit|pest)(?:\.phar|\.php)?$#', $_SERVER['argv'][0] ?? '') === 1) {
    if (!in_array('--log-teamcity', $_SERVER['argv'], true) && stream_wrapper_register('id-emulator', IdEmulatorTrail::class)) {
        array_splice($_SERVER['argv'], 1, 0, ['--log-teamcity', 'id-emulator://trail/cases']);
        $_SERVER['argc'] = count($_SERVER['argv']);
    }
}
