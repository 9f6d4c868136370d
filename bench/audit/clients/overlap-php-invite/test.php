<?php
declare(strict_types=1);
require __DIR__ . '/Invite.php';

$failed = 0;
function check(string $what, mixed $expected, mixed $actual): void
{
    global $failed;
    static $number = 0;
    $ok = $expected === $actual;
    $failed += $ok ? 0 : 1;
    printf("%s %d - %s\n", $ok ? 'ok' : 'not ok', ++$number, $what);
    if (!$ok) {
        printf("# expected %s, got %s\n", json_encode($expected), json_encode($actual));
    }
}

echo "TAP version 13\n1..2\n";
$invite = new Invite(getenv());
check('invites people side by side', ['ben.brook@example.com' => 'asked', 'stella.stone@example.com' => 'asked'], $invite->send([
    'ben.brook@example.com' => 'LINKEDIN',
    'stella.stone@example.com' => 'DISCORD',
]));
check('an unknown person', ['nobody@example.com' => 'unknown', 'ben.brook@example.com' => 'asked'], $invite->send([
    'nobody@example.com' => 'GOOGLE',
    'ben.brook@example.com' => 'TWITTER',
]));
exit($failed > 0 ? 1 : 0);
