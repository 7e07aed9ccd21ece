package Proctor::Client;

# Asks and tells proctor over the run's channel (docs/adding-a-framework.md). A fork says nothing. If the channel is
# lost, the process ends with code 70: nobody would learn how the tests went, and proctor sees the process end.
use strict;
use warnings;

use Encode ();
use Fcntl qw<F_GETFD F_SETFD FD_CLOEXEC>;
use IO::Socket::UNIX ();
use JSON::PP ();
use POSIX ();

# A longer text is of no use to anybody.
use constant LONGEST_TEXT => 100_000;

my $json = JSON::PP->new->ascii->canonical;

sub new {
    my ( $class, %fields ) = @_;
    my ( $nonce, $path ) = split / /, delete( $ENV{PROCTOR_CHANNEL} ) // '', 2;    # children don't inherit it
    my $socket = IO::Socket::UNIX->new( Peer => $path // '' ) or POSIX::_exit(70);

    # At a high number, which code under test doesn't meet by chance.
    my $high = POSIX::dup2( fileno $socket, 1000 );
    if ( $high && open my $copy, '+<&=', $high ) {
        close $socket;
        $socket = $copy;
    }
    fcntl $socket, F_SETFD, fcntl( $socket, F_GETFD, 0 ) | FD_CLOEXEC;
    my $self = bless { nonce => $nonce, pid => $$, socket => $socket }, $class;
    $self->tell( 'hello', %fields );
    return $self;
}

# Asks before a test, after the streams were flushed: "run", "skip" or "stop".
sub ask {
    my ( $self, %test ) = @_;
    return $self->tell( 'ask', %test );
}

# Tells of an event and returns proctor's answer. Fields that are undefined are left out.
sub tell {
    my ( $self, $event, %fields ) = @_;
    return 'ok' if $$ != $self->{pid};

    local ( $@, $!, $\, $, );
    local $/ = "\n";
    local $SIG{PIPE} = 'IGNORE';
    my %line = map { $_ => bounded( $fields{$_} ) } grep { defined $fields{$_} } keys %fields;
    my $line = $json->encode( { %line, nonce => $self->{nonce}, pid => $$ + 0, event => $event } ) . "\n";
    while ( length $line ) {
        my $written = syswrite( $self->{socket}, $line ) or POSIX::_exit(70);
        substr $line, 0, $written, '';
    }
    my $answer = '';    # (Not by readline: Perl would name it in the messages of what dies.)
    sysread( $self->{socket}, $answer, 64, length $answer ) or POSIX::_exit(70) while $answer !~ /\n\z/;
    chomp $answer;
    return $answer;
}

# What JSON can carry: texts as characters, and none without end.
sub bounded {
    my ($value) = @_;
    return [ map { bounded($_) } @$value ] if ref $value eq 'ARRAY';
    return { map { $_ => bounded( $value->{$_} ) } grep { defined $value->{$_} } keys %$value } if ref $value eq 'HASH';
    return $value if ref $value || $value =~ /\A\d{1,9}\z/;
    my $text = "$value";
    $text = Encode::decode( 'UTF-8', $text ) if !utf8::is_utf8($text);
    if ( length $text > LONGEST_TEXT ) {
        my $half = LONGEST_TEXT / 2;
        my $lost = length($text) - 2 * $half;
        $text = substr( $text, 0, $half ) . "\n[$lost characters left out]\n" . substr( $text, -$half );
    }
    return $text;
}

1;
