package Identity;
use strict;
use warnings;
use HTTP::Tiny;
use JSON::PP qw(decode_json);
use Time::HiRes qw(sleep time);
use Time::Local qw(timegm);

my %MONTH = do { my $n = 0; map { $_ => $n++ } qw(Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec) };

sub new {
    my ($class, %service) = @_;
    return bless { %service, http => HTTP::Tiny->new(timeout => 2, keep_alive => 0) }, $class;
}

# The status of a link; undef if the link does not exist.
sub check {
    my ($self, $link) = @_;
    my $response = $self->send_again('GET', "$self->{api_url}/verification/check/$link");
    return undef if $response->{status} == 404 || $response->{status} == 410;
    die "check: status $response->{status}\n" unless $response->{status} == 200;
    return decode_json($response->{content})->{status};
}

sub get {
    my ($self, $path) = @_;
    for my $last (0, 1) {
        $self->{token} //= $self->login;
        my $headers = { Authorization => "Bearer $self->{token}" };
        my $response = $self->send_again('GET', "$self->{api_url}$path", { headers => $headers });
        return decode_json($response->{content}) if $response->{status} == 200;
        delete $self->{token};
        die "GET $path: status $response->{status}\n" if $last || $response->{status} != 401;
    }
}

sub login {
    my ($self) = @_;
    my $form = HTTP::Tiny->new->www_form_urlencode({
        grant_type => 'client_credentials', client_id => $self->{client_id}, client_secret => $self->{client_secret},
    });
    my $response = $self->send_again('POST', $self->{token_url},
        { content => $form, headers => { 'Content-Type' => 'application/x-www-form-urlencoded' } });
    die "login: status $response->{status}\n" unless $response->{status} == 200;
    return decode_json($response->{content})->{access_token};
}

# HTTP::Tiny reports a connection that failed as status 599.
sub send_again {
    my ($self, $method, $url, $options) = @_;
    my $response;
    for my $attempt (1 .. 4) {
        $response = $self->{http}->request($method, $url, $options // {});
        return $response if $response->{status} != 429 && $response->{status} < 500;
        sleep(pause($response->{headers}{'retry-after'}, $attempt)) if $attempt < 4;
    }
    my $problem = $response->{status} == 599 ? $response->{content} : "status $response->{status}";
    die "$method $url: $problem\n";
}

sub pause {
    my ($given, $attempt) = @_;
    return 0.15 * 2**$attempt unless defined $given;
    return $given if $given =~ /^\d+$/;
    my ($day, $month, $year, $h, $m, $s) = $given =~ /(\d+) (\w{3}) (\d{4}) (\d+):(\d+):(\d+)/ or return 2;
    my $wait = timegm($s, $m, $h, $day, $MONTH{$month}, $year) - time + 1;
    return $wait > 0 ? $wait : 0;
}

1;
