#!/usr/bin/env perl
use Test2::V0;

use FindBin qw<$Bin>;
use lib "$Bin/../lib", "$Bin/../local/lib/perl5";

use Leap qw<is_leap_year>;

is( # begin: 6466b30d task: 1
    is_leap_year(2015),
    DF, # Defined but False
    "year not divisible by 4 in common year",
); # end: 6466b30d

is( # begin: 4fe9b84c task: 1
    is_leap_year(1996),
    T,
    "year divisible by 4, not divisible by 100 in leap year",
); # end: 4fe9b84c

is( # begin: 78a7848f task: 2
    is_leap_year(2100),
    DF,
    "year divisible by 100, not divisible by 400 in common year",
); # end: 78a7848f

done_testing;
