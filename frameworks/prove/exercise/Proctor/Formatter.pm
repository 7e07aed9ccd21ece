package Proctor::Formatter;

# What Test2 has to say goes to the exercise, and not into the output.
use strict;
use warnings;

use Test::Builder ();    # which wants to be loaded before anything is tested
use parent -norequire, 'Test::Builder::Formatter';
use constant { OUT_STD => Test2::Formatter::TAP::OUT_STD(), OUT_ERR => Test2::Formatter::TAP::OUT_ERR() };

sub write {    ## no critic (the name is Test2's)
    my ( $self, $event, $number, $facets ) = @_;
    $facets ||= $event->facet_data;
    my @tap   = $self->event_tap( $facets, $number );
    my $notes = join '', map { $_->[1] } grep { $_->[0] == OUT_STD && $_->[1] =~ /\A#/ } @tap;
    Proctor::Exercise::heard( $facets, join( '', map { $_->[1] } grep { $_->[0] == OUT_ERR } @tap ), $notes );
    return;
}

1;
