<?php
// Our own small runner: `php tests/run.php`.
require __DIR__ . '/../src/Kyc.php';

const ALICE = 'party::3d32e794974ff887169be79f8613605a::122056481f3240fd87d28ea7f8d6f50579ece58dca52009da78791db2dd45eff5d74';
const BEN = 'party::d62ff595c625550dad66d6bb49132674::12205fff2edcd8437d6b3f612cce50c3df868c24ae60181128e61471ab6816458128';
const UMA = 'party::f7018566a0c887afe1a4443b3b25f668::122033c726f2cd46f814b4a5e70097d39a16fae0bd17538e400d39aa349fd3e0d3c4';

$kyc = fn () => new Kyc(getenv('ID_EMULATOR_API_URL'), getenv('ID_EMULATOR_TOKEN_URL'), getenv('ID_EMULATOR_CLIENT_ID'), getenv('ID_EMULATOR_CLIENT_SECRET'));
$check = function (bool $holds): void {
    if (!$holds) {
        throw new Exception('check failed');
    }
};

$tests = [
    'finds alice' => fn () => $check($kyc()->find('alicearcher') === [ALICE]),
    'nobody has the address' => fn () => $check($kyc()->find('nobody@example.com') === []),
    'the address is free' => fn () => $check(count($kyc()->find('nobody@example.com')) === 0),
    'alice has six contracts' => fn () => $check(count($kyc()->contracts(ALICE)) === 6),
    'ben has one contract' => fn () => $check(count($kyc()->contracts(BEN)) === 1),
    'a link for each contract of alice' => function () use ($kyc, $check) {
        $client = $kyc();
        $check(count($client->links($client->contracts(ALICE))) === 6);
    },
    'asks uma' => fn () => $kyc()->ask(UMA, 'GITHUB'),
];

$failed = 0;
foreach ($tests as $name => $test) {
    try {
        $test();
        echo "PASS $name\n";
    } catch (Throwable $error) {
        $failed++;
        echo "FAIL $name: ", get_class($error), ': ', $error->getMessage(), "\n", $error->getTraceAsString(), "\n";
    }
}
echo count($tests) - $failed, " passed, $failed failed\n";
exit($failed ? 1 : 0);
