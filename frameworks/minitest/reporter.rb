# A reporter of Minitest's: asks proctor before each test, its setup included, and tells how it ended.
require_relative "client"

module Proctor
  SEPARATOR = " > "

  # Leaves out a test that proctor doesn't want.
  module LeavesOut
    def run
      return super if Proctor::Reporter.wants?(self.class, name)

      failures << ::Minitest::Skip.new("it isn't asked for")
      ::Minitest::Result.from(self)
    end
  end

  class Reporter < ::Minitest::AbstractReporter
    Known = Struct.new(:fields, :answer)

    class << self
      attr_accessor :current

      def wants?(klass, name)
        current.nil? || current.answer(klass, name) == "run"
      end

      # Of a program that has come to no test, as a file can't be loaded.
      def tell_not_loaded(error)
        return if current || error.nil? || error.is_a?(SystemExit)

        client = Client.from_environment([])
        frames = (error.backtrace || []).select { |frame| frame.start_with?(File.join(Dir.pwd, "")) }
        client&.tell("error", message: ["#{error.class}: #{error.message}", *frames.map { |frame| "  at #{frame}" }].join("\n"))
        client&.tell("end")
      end
    end

    # `root`: files are told relative to it. `flushes`: what is printed is to stand before or behind what is told.
    def initialize(client, root: Dir.pwd, flushes: true)
      super()
      @client = client
      @flushes = flushes
      @known = {}
      @finished = 0
      @root = File.join(root, "")
      Reporter.current = self
    end

    def start
      ::Minitest::Runnable.runnables.each do |klass|
        tests = klass.runnable_methods.map { |name| known(klass, name).fields }
        @client.tell("plan", tests: tests) unless tests.empty?
      end
    end

    def prerecord(klass, name)
      known = known(klass, name)
      flush
      known.answer ||= @client.tell("ask", **known.fields)
    end

    def answer(klass, name)
      known(klass, name).answer
    end

    def record(result)
      known = known(result.klass, result.name, result)
      return unless known.answer == "run"

      flush
      known.answer = "over"
      @finished += 1
      bad = result.failures.reject { |failure| failure.is_a?(::Minitest::Skip) }
      status = bad.any? ? status_of(bad) : result.skipped? ? "skip" : "pass"
      message = result.failures.map { |failure| text_of(failure) }.join("\n\n") unless status == "pass"
      line = bad.first && bad.first.location[/:(\d+)\z/, 1]
      @client.tell("finish", **known.fields, status: status, message: message, line: line ? line.to_i : known.fields[:line],
                                            duration_ms: (result.time * 1000).round(3))
    end

    # Called when all tests have run.
    def report
      return unless @client.ours?

      @client.tell("error", message: "Minitest found no tests in #{Dir.pwd}.", none: true) if nothing?
      flush
      @client.tell("end")
    end

    private

    def nothing?
      @known.empty?
    end

    def flush
      return unless @flushes

      [$stdout, $stderr].each { |stream| stream.flush rescue nil } # it's closed, or replaced by something else
    end

    # By its class (or, of a result, its name) and its own name.
    def known(klass, name, result = nil)
      @known["#{klass}##{name}"] ||= begin
        file, line = result ? result.source_location : klass.instance_method(name).source_location
        file = file.to_s.delete_prefix(@root)
        Known.new({ id: [file, klass, name].join(SEPARATOR), name: name_of(klass, name), file: file, line: line })
      end
    end

    def name_of(klass, name)
      [klass, name].join(SEPARATOR)
    end

    def status_of(_bad)
      "fail"
    end

    def text_of(failure)
      return "#{failure.message}\n  at #{failure.location.delete_prefix(@root)}" unless failure.respond_to?(:error) && failure.error != failure

      error = failure.error
      frames = (error.backtrace || []).select { |frame| frame.start_with?(@root) && !frame.include?("/vendor/bundle/") }.first(8)
      ["#{error.class}: #{error.message}", *frames.map { |frame| "  at #{frame.delete_prefix(@root)}" }].join("\n")
    end
  end
end

module Proctor
  # Adds the reporter when Minitest has its own, also where a project has switched plugins off.
  module Listens
    def init_plugins(options)
      super
      client = Client.from_environment(%w[skip stop], version: "#{::Minitest::VERSION} (ruby #{RUBY_VERSION})")
      return if client.nil?

      # (The first of them: what the others print of a test stands behind its result.)
      reporter.reporters.unshift(Reporter.new(client))
      ::Minitest::Test.prepend(LeavesOut)
    end
  end
end
