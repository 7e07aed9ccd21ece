<?php

declare(strict_types=1);

namespace Proctor;

/**
 * Asks and tells proctor over the run's channel (docs/adding-a-framework.md). A fork says nothing. If the channel is lost,
 * the process ends with code 70: nobody would learn how the tests went, and proctor sees the process end.
 */
final class Client
{
    /** A longer text is of no use to anybody. */
    private const LONGEST_TEXT = 100_000;

    private string $nonce;
    private int $pid;
    /** @var resource */
    private $socket;

    public function __construct(array $can, string $version)
    {
        [$this->nonce, $path] = explode(' ', getenv('PROCTOR_CHANNEL') . ' ', 2);
        putenv('PROCTOR_CHANNEL'); // children don't inherit it
        unset($_SERVER['PROCTOR_CHANNEL'], $_ENV['PROCTOR_CHANNEL']);
        $this->pid = getmypid();
        $this->socket = @stream_socket_client('unix://' . rtrim($path)) ?: exit(70);
        stream_set_timeout($this->socket, 86_400);
        $this->tell('hello', ['can' => $can, 'version' => $version]);
    }

    /** Asks before a test, after the streams were flushed: "run", "skip" or "stop". */
    public function ask(array $test): string
    {
        return $this->tell('ask', $test);
    }

    /** Tells of an event and returns proctor's answer. Fields that are null are left out. */
    public function tell(string $event, array $fields = []): string
    {
        if (getmypid() !== $this->pid) {
            return 'ok';
        }
        $fields = array_map([self::class, 'bounded'], array_filter($fields, static fn ($value) => $value !== null));
        $line = json_encode(
            ['nonce' => $this->nonce, 'pid' => $this->pid, 'event' => $event] + $fields,
            JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_UNICODE,
        ) . "\n";
        while ($line !== '') {
            $written = @fwrite($this->socket, $line);
            if (!$written) {
                exit(70);
            }
            $line = substr($line, $written);
        }
        $answer = @fgets($this->socket);
        return $answer === false ? exit(70) : trim($answer);
    }

    private static function bounded(mixed $value): mixed
    {
        if (is_array($value)) {
            return array_map([self::class, 'bounded'], $value);
        }
        if (!is_string($value) || strlen($value) <= self::LONGEST_TEXT) {
            return $value;
        }
        $half = intdiv(self::LONGEST_TEXT, 2);
        $lost = strlen($value) - 2 * $half;
        return substr($value, 0, $half) . "\n[… $lost bytes left out …]\n" . substr($value, -$half);
    }
}
