# A formatter of RSpec's, which asks and tells proctor. What it asks of a test comes before the test's hooks run.
require_relative "client"
require "rspec/core"

module Proctor
  class Formatter
    EVENTS = %i[start example_group_started example_started example_passed example_failed example_pending message
                dump_summary close].freeze
    RSpec::Core::Formatters.register self, *EVENTS

    SEPARATOR = " > "

    def self.client
      Client.from_environment(%w[skip stop], version: "#{RSpec::Core::Version::STRING} (ruby #{RUBY_VERSION})")
    end

    # `root`: files are told relative to it. `flushes`: what is printed is to stand before or behind what is told.
    def initialize(_output, client: self.class.client, root: Dir.pwd, flushes: true)
      @client = client
      @root = File.join(root, "")
      @flushes = flushes
      @known = {}
      @used = Hash.new(0)
      @finished = 0
    end

    def start(_notification)
      RSpec.world.ordered_example_groups.each { |group| plan(group) }
      rules = RSpec.configuration.inclusion_filter.rules
      return if rules.empty? || RSpec.world.all_examples.size <= @known.size

      tell = "RSpec runs #{@known.size} of its #{RSpec.world.all_examples.size} tests: those that match #{rules.inspect}."
      @client.tell("warning", message: tell)
    end

    # What runs before all tests of a group prepares its first one, which may hang there.
    def example_group_started(notification)
      notification.group.descendant_filtered_examples.find { |example| ask(example) == "run" }
    end

    def example_started(notification)
      example = notification.example
      case ask(example)
      when "skip" then example.metadata[:skip] = "it isn't asked for"
      when "stop"
        example.metadata[:skip] = "no other test is wanted"
        RSpec.world.wants_to_quit = true
      end
    end

    def example_passed(notification)
      finish(notification.example, "pass")
    end

    def example_failed(notification)
      example = notification.example
      frames = notification.formatted_backtrace.map { |line| "  at #{line.sub(%r{\A# }, "").sub(%r{\A\./}, "")}" }
      # (Of several failures in one test there are no such lines.)
      lines = notification.message_lines
      lines = notification.exception.message.lines(chomp: true) if lines.all? { |line| line.strip.empty? }
      message = [*lines, *frames].join("\n")
      frame = (notification.exception.backtrace || []).find { |line| line.start_with?("#{example.metadata[:absolute_file_path]}:") }
      finish(example, "fail", message: message, line: frame && frame[/:(\d+)/, 1].to_i)
    end

    def example_pending(notification)
      example = notification.example
      finish(example, "skip", message: example.execution_result.pending_message)
    end

    # What fails outside of tests: a file that can't be loaded, what runs behind all tests of a group.
    def message(notification)
      text = notification.message.strip
      return unless text.start_with?("An error occurred")

      @told = true
      @client.tell("error", message: text, **(@finished.zero? ? {} : { behind: true }))
    end

    def dump_summary(notification)
      outside = notification.respond_to?(:errors_outside_of_examples_count) ? notification.errors_outside_of_examples_count : 0
      @client.tell("error", message: "An error occurred outside of the tests.", behind: true) if outside.positive? && !@told
      return unless @known.empty? && outside.zero?

      @client.tell("error", message: "RSpec found no tests in #{Dir.pwd}: it looks for spec/**/*_spec.rb.", none: true)
    end

    def close(_notification)
      flush
      @client.tell("end") unless @open # (something ends the program in the midst of a test)
    end

    private

    def flush
      return unless @flushes

      [$stdout, $stderr].each { |stream| stream.flush rescue nil } # it's closed, or replaced by something else
    end

    # A group of which nothing is wanted isn't run, and neither are its hooks.
    def plan(group)
      examples = RSpec.world.respond_to?(:filtered_examples) ? RSpec.world.filtered_examples[group] : group.examples.dup
      fields = examples.map { |example| @known[example] = { fields: describe(example) } }.map { |known| known[:fields] }
      examples.clear if !fields.empty? && @client.tell("plan", tests: fields) == "skip"
      group.children.each { |child| plan(child) }
    end

    def describe(example)
      file = File.expand_path(example.metadata[:rerun_file_path]).delete_prefix(@root)
      titles = [*example.example_group.parent_groups.reverse.map(&:description), example.description]
      name = titles.join(SEPARATOR)
      count = @used["#{file}#{SEPARATOR}#{name}"] += 1
      name += " ##{count}" if count > 1
      { id: "#{file}#{SEPARATOR}#{name}", name: name, file: file, line: example.metadata[:line_number] }
    end

    # proctor's answer, which is asked for once.
    def ask(example)
      known = @known[example] ||= { fields: describe(example) }
      return known[:answer] if known[:answer]

      flush
      known[:answer] = @client.tell("ask", **known[:fields])
      @open = known if known[:answer] == "run"
      known[:answer]
    end

    def finish(example, status, **more)
      known = @known[example]
      return unless known && known[:answer] == "run" && !known[:over]

      flush
      known[:over] = true
      @open = nil if @open.equal?(known)
      @finished += 1
      duration = example.execution_result.run_time
      @client.tell("finish", **known[:fields], status: status, duration_ms: duration && (duration * 1000).round(3), **more.compact)
    end
  end
end
