use strict;
use warnings;
use Test::More;
use Identity;

my $identity = Identity->new(map { lc($_) => $ENV{"ID_EMULATOR_$_"} } qw(API_URL TOKEN_URL CLIENT_ID CLIENT_SECRET));

subtest 'users' => sub {
    my $page = $identity->get('/institutions/me/users?limit=5');
    is scalar @{ $page->{items} }, 5, 'a page of five';
    cmp_ok $page->{pagination}{total}, '>', 100, 'there are many';
};

is $identity->check('unknown-link'), undef, 'an unknown link has no status';

done_testing;
