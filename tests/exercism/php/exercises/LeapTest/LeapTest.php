<?php

declare(strict_types=1);

use PHPUnit\Framework\Attributes\TestDox;
use PHPUnit\Framework\TestCase;

class LeapTest extends TestCase
{
    public static function setUpBeforeClass(): void
    {
        require_once 'Leap.php';
    }

    /**
     * uuid: 6466b30d-519c-438e-935d-388224ab5223
     * @task_id 1
     */
    #[TestDox('year not divisible by 4 in common year')]
    public function testYearNotDivisibleBy4(): void
    {
        $this->assertFalse(isLeap(2015));
    }

    /** @task_id 1 */
    public function testYearDivisibleBy4NotDivisibleBy100InLeapYear(): void
    {
        // Nothing else.
        $year = 1996;

        $this->assertTrue(isLeap($year));
    }

    /** @task_id 2 */
    public function testCentury(): void
    {
        $this->assertFalse(isLeap(2100));
    }
}
