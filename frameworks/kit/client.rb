# Asks and tells proctor over the run's channel (docs/adding-a-framework.md).
#
#   client = Proctor::Client.from_environment(%w[skip stop])   # before any code under test is loaded
#   if client.ask("a_test.rb > adds", line: 12) == "run"
#     ...
#     client.tell("finish", id: "a_test.rb > adds", status: "pass")
#   end
#   client.tell("end")
#
# Threads take turns. A fork says nothing. If the channel is lost, the process ends with code 70: nobody would learn how
# the tests went, and proctor sees the process end.
require "json"
require "monitor"
require "socket"

module Proctor
  class Client
    # A longer text is of no use to anybody.
    LONGEST_TEXT = 100_000

    # The client that PROCTOR_CHANNEL asks for; nil if it isn't there. Children don't inherit the variable.
    def self.from_environment(can, **fields)
      channel = ENV.delete("PROCTOR_CHANNEL").to_s
      new(channel, can, **fields) if channel.include?(" ")
    end

    # What PROCTOR_CHANNEL held, which a worker gets from the process that took it.
    attr_reader :channel

    def initialize(channel, can, **fields)
      @channel = channel
      @nonce, path = channel.split(" ", 2)
      @pid = Process.pid
      @turn = Monitor.new
      @socket = high(UNIXSocket.new(path))
      tell("hello", can: can, **fields)
    end

    # Whether this is the process that registered, and no fork of it.
    def ours?
      Process.pid == @pid
    end

    # Asks before a test, after the streams were flushed: "run", "skip" or "stop".
    def ask(test, **fields)
      tell("ask", id: test, **fields)
    end

    # Tells of an event and returns proctor's answer. Fields that are nil are left out.
    def tell(event, **fields)
      return "ok" unless ours?

      line = JSON.generate({ nonce: @nonce, pid: @pid, event: event }.merge(bounded(fields.compact)))
      @turn.synchronize do
        @socket.write(line, "\n")
        @socket.gets&.chomp || exit!(70)
      end
    rescue IOError, SystemCallError
      exit!(70)
    end

    private

    # What JSON can carry: texts in UTF-8, and none without end.
    def bounded(value)
      case value
      when Hash then value.transform_values { |each| bounded(each) }
      when Array then value.map { |each| bounded(each) }
      when String, Symbol
        text = value.to_s
        text = text.encode("UTF-8", invalid: :replace, undef: :replace) unless text.encoding == Encoding::BINARY
        text = text.dup.force_encoding("UTF-8").scrub("\uFFFD")
        return text if text.size <= LONGEST_TEXT

        head = (text.rindex("\n", LONGEST_TEXT / 2 - 1) || LONGEST_TEXT / 2 - 1) + 1
        tail = (text.index("\n", -LONGEST_TEXT / 2) || text.size - LONGEST_TEXT / 2 - 1) + 1
        lost = text[head...tail]
        "#{text[0, head].chomp}\n[… #{lost.bytesize} bytes, #{lost.count("\n")} lines left out …]\n#{text[tail..]}"
      else value
      end
    end

    # The same connection at a high number, which code under test doesn't meet by chance; children don't inherit it.
    def high(socket)
      limit = [Process.getrlimit(:NOFILE).first, 65_536].min
      number = socket.fcntl(0x406, [limit - 64, 20].max) # F_DUPFD_CLOEXEC
      socket.close
      UNIXSocket.for_fd(number)
    rescue SystemCallError # so high a number isn't allowed
      socket
    end
  end
end
