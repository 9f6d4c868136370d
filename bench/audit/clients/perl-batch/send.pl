#!/usr/bin/perl
# send.pl <credentials> <batch> <report>: exit code 1 if anybody got no link, 2 if it is not known.
use v5.30;
use warnings;
use HTTP::Tiny;
use JSON::PP;
use POSIX ();
use Time::HiRes qw(sleep);

my ($wanted, $size, $report) = @ARGV;
my %env  = map { lc($_) => $ENV{"ID_EMULATOR_$_"} // die "no ID_EMULATOR_$_\n" } qw(API_URL TOKEN_URL CLIENT_ID CLIENT_SECRET);
my $http = HTTP::Tiny->new(timeout => 2, agent => 'link-sender/1 ');
my $json = JSON::PP->new->utf8->canonical;
my $token;

my @contracts = contracts($wanted);
my @lines;
while (my @part = splice @contracts, 0, $size) {
    push @lines, send_links(@part);
}
open my $out, '>', $report or die "$report: $!\n";
say {$out} join "\t", @$_ for @lines;
close $out or die "$report: $!\n";
my @failed = grep { $_->[1] ne 'sent' } @lines;
say STDERR "send: $_->[0]: $_->[2]" for @failed;
exit(!@failed ? 0 : (grep { $_->[1] eq 'unsure' } @failed) ? 2 : 1);

sub contracts {
    my ($count) = @_;
    my $response = call(GET => "/institutions/me/credentials?limit=$count");
    die "send: credentials: $response->{status} $response->{content}\n" if $response->{status} != 200;
    return map { $_->{contractId} } @{ $json->decode($response->{content})->{items} };
}

# A line for each contract: its ID, what became of it, and the link or the reason.
sub send_links {
    my @ids = @_;
    my $response = call(POST => '/verification/generate-links-batch', { requests => [ map { { contractId => $_ } } @ids ] });
    my $answer = $response->{status} == 200 ? eval { $json->decode($response->{content}) } : undef;
    if (!$answer) {
        my $what = $response->{status} >= 400 && $response->{status} < 500 ? 'refused' : 'unsure';
        return map { [ $_, $what, "status $response->{status}" ] } @ids;
    }
    my %result = map { $_->{contractId} => $_ } @{ $answer->{results} };
    return map {
        my $one = $result{$_};
          !$one           ? [ $_, 'unsure', 'no result' ]
        : $one->{result} ? [ $_, 'sent', $one->{result}{verificationUrl} ]
        :                  [ $_, 'refused', $one->{error}{message} // 'no reason' ];
    } @ids;
}

sub call {
    my ($method, $path, $body) = @_;
    my $response;
    for (1 .. 2) {
        $token //= login();
        my %options = (headers => { authorization => "Bearer $token" });
        if ($body) {
            $options{headers}{'content-type'} = 'application/json';
            $options{content} = $json->encode($body);
        }
        $response = patiently($method, "$env{api_url}$path", \%options);
        return $response if $response->{status} != 401;
        undef $token;
    }
    return $response;
}

sub login {
    my %form = (grant_type => 'client_credentials', client_id => $env{client_id}, client_secret => $env{client_secret});
    my $content = $http->www_form_urlencode(\%form);
    my $headers = { 'content-type' => 'application/x-www-form-urlencoded' };
    my $response = patiently('LOGIN', $env{token_url}, { headers => $headers, content => $content });
    die "send: no access token: status $response->{status}\n" if $response->{status} != 200;
    return $json->decode($response->{content})->{access_token};
}

# Repeats what is safe to repeat; a batch only if the service says that it did nothing.
sub patiently {
    my ($method, $url, $options) = @_;
    my $verb = $method eq 'LOGIN' ? 'POST' : $method;
    for my $pause (0.15, 0.35, 0.8, undef) {
        my $response = $http->request($verb, $url, $options);
        my $status   = $response->{status};
        my $broken   = $status >= 500 || ($status == 200 && !eval { $json->decode($response->{content}) });
        return $response if !defined $pause || !($status == 429 || ($broken && $method ne 'POST'));
        sleep(demanded($response->{headers}{'retry-after'}) // $pause);
    }
}

sub demanded {
    my ($text) = @_;
    return undef if !defined $text;
    return $text if $text =~ /^\d+$/;
    my ($day, $name, $year, $h, $m, $s) = $text =~ /(\d\d) (...) (\d{4}) (\d\d):(\d\d):(\d\d) GMT/ or return 1;
    my $month = index('JanFebMarAprMayJunJulAugSepOctNovDec', $name) / 3;
    local $ENV{TZ} = 'UTC';
    POSIX::tzset();
    my $left = POSIX::mktime($s, $m, $h, $day, $month, $year - 1900) - time + 1;
    return $left > 0 ? $left : 0;
}
