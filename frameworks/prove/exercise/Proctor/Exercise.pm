package Proctor::Exercise;

# Runs a test file of a learning site's submission: perl -MProctor::Exercise=FILE -e 1
#
# Comments mark the tests ("# begin: ID", "# end: ID"). Proctor is asked before each, and the file is compiled with a way
# around those that it doesn't want. What a file asserts outside of all marks is a test by itself; a file without marks is
# one test.
use strict;
use warnings;

use IO::Handle ();
use POSIX      ();
use Proctor::Client    ();
use Proctor::Formatter ();
use Test2::API qw<test2_stack>;

use constant SEPARATOR => ' > ';

my $client;
my @tests;           # as they stand in the file: id, name, line
my %done;            # by id
my $open;            # the test that runs: test, failed, message, names
my $stopped = 0;
my $left_out = 0;    # tests that weren't run
my $passed = 1;
my $outside = '';    # what was told outside of tests
my $others = 0;      # assertions there

sub import {
    my ( undef, $file ) = @_;
    return if !defined $file;
    my ($ours) = __FILE__ =~ m{\A(.*)/Proctor/};
    @INC    = grep { $_ ne $ours } @INC;    # Perl names these directories where a module is missing
    $client = Proctor::Client->new( can => [qw<skip stop>], version => "perl $^V" );
    eval { require XXX; XXX->import('-global') };    # students show values with it, where it is
    my $text = compile($file);
    $client->tell( 'plan', tests => [ map { $_->{fields} } @tests ] );
    test2_stack()->top->format( Proctor::Formatter->new );
    $0    = $file;
    @ARGV = ();
    # A test that dies ends the file: the others are run without it.
    for ( 0 .. @tests ) {
        last if run($text);
    }
    finish();
}

# The file's text with a question before each test and its end behind it. No line moves.
sub compile {
    my ($file) = @_;
    open my $handle, '<', $file or do { $client->tell( 'error', message => "$file can't be read: $!" ); POSIX::_exit(1) };
    my @lines = readline $handle;
    close $handle;
    my $begin;
    for my $number ( 0 .. $#lines ) {
        my $line = $lines[$number];
        last if $line =~ /^__(?:END|DATA)__$/;
        if ( !$begin && $line =~ /# (?:begin|case): (\S+)(?:[ \t]+task: (\d+))?/ ) {
            $begin = { id => $1, line => $number, task => $2 };
        }
        next if !$begin || $line !~ /# (?:end|case): \Q$begin->{id}\E(?:\s|$)/;
        my $code  = join '', @lines[ $begin->{line} .. $number ];
        push @tests,
          {
            fields => {
                id   => join( SEPARATOR, $file, $begin->{id} ),
                name => name_in( $code, $begin->{id} ),
                file => $file,
                line => $begin->{line} + 1,
                task => $begin->{task} && $begin->{task} + 0,
            },
            code => [ $begin->{line}, $number ],
          };
        undef $begin;
    }
    # From the last on: where one ends before another begins in the next line, the end comes first.
    for my $place ( reverse 0 .. $#tests ) {
        my ( $first, $last ) = @{ $tests[$place]{code} };
        $lines[$last] .= "\n" if $lines[$last] !~ /\n\z/;
        push @lines, '' if $last == $#lines;
        $lines[ $last + 1 ] = "Proctor::Exercise::over($place); PROCTOR_$place:; " . $lines[ $last + 1 ];
        $lines[$first] = "Proctor::Exercise::wants($place) or goto PROCTOR_$place; $lines[$first]";
    }
    if ( !@tests ) {
        my ($name) = $file =~ m{([^/]+?)(?:\.t)?\z};
        @tests = { fields => { id => $file, name => $name, file => $file, line => 1 } };
        $lines[0] = "BEGIN { Proctor::Exercise::wants(0) } " . ( $lines[0] // '' ) if @lines;
    }
    return qq{#line 1 "$file"\n} . join '', @lines;
}

# A test is called by what it says last, and a subtest by what stands first.
sub name_in {
    my ( $code, $id ) = @_;
    return $+ if $code =~ /\Asubtest\s+(?:"([^"\n]+)"|'([^'\n]+)'|(\w+))/;
    my $name = $id;
    while ( $code =~ /"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'/g ) {
        $name = $1 // $2;
        $name =~ s/\\(["'\\\$\@])/$1/g;
    }
    return $name;
}

sub flush {
    STDOUT->flush;
    STDERR->flush;
}

# Whether the test is to run. It is open then.
sub wants {
    my ($place) = @_;
    my $test = $tests[$place]{fields};
    over_with('pass') if $open;
    flush();
    my $answer = $stopped || $done{ $test->{id} }++ ? 'skip' : $client->ask(%$test);
    $stopped ||= $answer eq 'stop';
    if ( $answer ne 'run' ) {
        $left_out = 1;
        return 0;
    }
    $open = { test => $test, failed => 0, asserted => 0, message => '', names => [] };
    return 1;
}

# The test's last line was reached.
sub over {
    over_with('pass') if $open;
}

sub over_with {
    my ( $status, $why ) = @_;
    flush();
    my $test = $open->{test};
    my $name = @{ $open->{names} } == 1 && length( $open->{names}[0] // '' ) ? $open->{names}[0] : $test->{name};
    if ( $status eq 'pass' && !$open->{asserted} ) {
        ( $status, $why ) = ( 'error', 'Nothing was asserted in this test.' );
    }
    $status = 'fail' if $status eq 'pass' && $open->{failed};
    my $message = $open->{message} . ( $why // '' );
    $passed &&= $status eq 'pass';
    undef $open;
    $client->tell( 'finish', %$test, name => $name, status => $status, message => $status eq 'pass' ? undef : $message );
}

# What Test2 has to say: an assertion, and why it failed; what a test notes.
sub heard {
    my ( $facets, $why, $notes ) = @_;
    print STDOUT $notes if length $notes;
    my $assert = ( $facets->{trace}{nested} || 0 ) == 0 ? $facets->{assert} : undef;
    my $bad    = $assert && !$assert->{pass} && !@{ $facets->{amnesty} || [] };
    my $halt   = $facets->{control} && $facets->{control}{halt};
    if ($open) {
        if ($assert) {
            ++$open->{asserted};
            push @{ $open->{names} }, $assert->{details};
        }
        $open->{failed} ||= $bad || grep { $_->{fail} } @{ $facets->{errors} || [] };
        if   ( $open->{failed} ) { $open->{message} .= $why }
        else                     { print STDERR $why }
        over_with( 'error', 'Bail out!  ' . ( $facets->{control}{details} // '' ) ) if $halt;
    }
    elsif ($halt) {
        $client->tell( 'error', message => 'Bail out!  ' . ( $facets->{control}{details} // '' ) );
    }
    elsif ($assert) {
        my $file = $0;
        my %test = ( id => join( SEPARATOR, $file, 'assertion ' . ++$others ), name => $assert->{details}, file => $file, line => $facets->{trace}{frame}[2] );
        return if $done{ $test{id} }++ || $client->ask(%test) ne 'run';
        $passed &&= !$bad;
        $client->tell( 'finish', %test, status => $bad ? 'fail' : 'pass', message => $bad ? $why || 'It failed.' : undef );
    }
    else {
        $outside .= $why;
    }
}

# Whether the file has come to its end, or can't.
sub run {
    my ($text) = @_;
    $others = 0;
    local $@;
    $text =~ s/^__(?:DATA|END)__\n(.*)\z//ms and open main::DATA, '<', \( my $data = $1 );
    my $source;
    $source = sub { @INC = grep { $_ ne $source } @INC; return \( my $copy = $text ) };
    unshift @INC, $source;
    my $done = do {
        package main;
        no warnings;
        do 'proctor-test-file';
        !$@;
    };
    if ($done) {
        over_with('pass') if $open;
        return 1;
    }
    my $why = "$@";
    if ( !$open ) {
        $passed = 0;
        $client->tell( 'error', message => $why );
        return 2;
    }
    over_with( 'error', $why );
    # It died in a subtest: nothing can be asserted in this process.
    POSIX::_exit(1) if ( my @hubs = test2_stack()->all ) > 1;
    return 0;
}

# What is wrong with the file as a whole.
sub finish {
    my $hub = test2_stack()->top;
    if ( $passed && !$left_out ) {
        my $plan  = $hub->plan;
        my $why   = !defined $plan ? "No plan was declared and done_testing() was not seen.\n"
          : $plan =~ /\A\d+\z/ && $plan != $hub->count ? "Planned were $plan assertions, and there were @{[ $hub->count ]}.\n"
          : !$hub->is_passing ? "The file as a whole failed.\n"
          :                     '';
        if ($why) {
            $passed = 0;
            $client->tell( 'error', message => $why . $outside );
        }
    }
    flush();
    $client->tell('end');
    POSIX::_exit( $passed ? 0 : 1 );
}

1;
