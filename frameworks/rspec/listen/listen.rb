# Tells `proctor run` of the tests of an RSpec that somebody else started. Each ruby that the command starts requires this
# file (RUBYOPT). One that loads no RSpec only waits, and what it starts inherits the wish.
require_relative "listening" unless defined?(Proctor::Listening) # another tool's client may have been there first

Proctor::Listening.when_loaded(-> { ::RSpec if defined?(::RSpec) && ::RSpec.respond_to?(:configure) }) do |asked|
  process = Process.pid
  ::RSpec.configure do |config|
    config.before(:suite) do
      next unless Process.pid == process # a fork that looks for the cause of a failure (--bisect), say

      Proctor::Listening.carefully do
        require_relative "formatter"
        version = "rspec #{RSpec::Core::Version::STRING}"
        client = Proctor::Client.new(asked["channel"], [], version: version)
        events = Proctor::Formatter::EVENTS - [:start]
        listener = Object.new
        formatter = Proctor::Formatter.new(nil, client: client, root: asked["root"], flushes: false)
        events.each do |event|
          listener.define_singleton_method(event) do |notification|
            Proctor::Listening.carefully { formatter.public_send(event, notification) }
          end
        end
        formatter.start(nil)
        ::RSpec.configuration.reporter.register_listener(listener, *events)
      end
    end
  end
end
