#!/usr/bin/env perl
use Test2::V0;

use FindBin qw<$Bin>;
use lib "$Bin/../lib", "$Bin/../local/lib/perl5";

use Counter qw<first second third fourth>;

is first(), 1, 'first'; # case: a1
is second(), 2, 'second'; # case: a2
is third(), 3, 'third'; # case: a3
is fourth(), 4, 'fourth'; # case: a4

done_testing;
