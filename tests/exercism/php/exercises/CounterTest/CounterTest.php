<?php

declare(strict_types=1);

class CounterTest extends PHPUnit\Framework\TestCase
{
    public static function setUpBeforeClass(): void
    {
        require_once 'Counter.php';
    }

    public function testFirst(): void
    {
        $this->assertSame(1, (new Counter())->first());
    }

    public function testSecond(): void
    {
        $this->assertSame(2, (new Counter())->second());
    }

    public function testThird(): void
    {
        $this->assertSame(3, (new Counter())->third());
    }

    public function testFourth(): void
    {
        $this->assertSame(4, (new Counter())->fourth());
    }
}
