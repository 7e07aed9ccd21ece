# What the clients share that tell `proctor run` of the tests of a tool which somebody else started. They change nothing
# of what it does: where one of them can't go on there is no report, and the command goes on as it would without it.
module Proctor
  module Listening
    BUNDLER_UNSET = "BUNDLER_ENVIRONMENT_PRESERVER_INTENTIONALLY_NIL".freeze # its word for a variable that wasn't set
    # What a client may meet: no proctor that listens, a version of the tool that it doesn't know.
    OBSTACLES = [StandardError, LoadError, NotImplementedError].freeze

    # Calls the block with what was asked for, as soon as the module that `find` gives is loaded. Nothing else sees it.
    def self.when_loaded(find)
      return unless ENV["PROCTOR_LISTEN"]

      trace = TracePoint.new(:end) do |point|
        next unless find.call.equal?(point.self)

        trace.disable
        carefully { yield leave_environment }
      end
      trace.enable
    end

    # What was added to the environment goes, so that nothing that the tests start has it; returns what was asked.
    def self.leave_environment
      return @asked if @asked

      require "json"
      @asked = asked = JSON.parse(ENV["PROCTOR_LISTEN"])
      kept = defined?(::Bundler::ORIGINAL_ENV) ? ::Bundler::ORIGINAL_ENV : {} # which Bundler gives to what it starts
      [ENV, kept].each do |environment|
        environment.delete("PROCTOR_LISTEN")
        environment.to_h.each { |name, value| leave(environment, name, value, asked["added"].values) }
      end
      asked
    end

    def self.leave(environment, name, value, texts)
      left = texts.inject(value) { |rest, text| rest.sub(text, "").sub(text[1..-1], "") }
      return if left == value

      left = BUNDLER_UNSET if left.empty? && name.start_with?("BUNDLER_ORIG_")
      left.empty? ? environment.delete(name) : environment[name] = left
    end
    private_class_method :leave

    def self.carefully
      yield
    rescue *OBSTACLES
      nil
    end
  end
end
