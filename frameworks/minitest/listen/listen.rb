# Tells `proctor run` of the tests of a Minitest that somebody else started. Each ruby that the command starts requires this
# file (RUBYOPT). One that loads no Minitest only waits, and what it starts inherits the wish.
require_relative "listening" unless defined?(Proctor::Listening) # another tool's client may have been there first

Proctor::Listening.when_loaded(-> { ::Minitest if defined?(::Minitest) && ::Minitest.respond_to?(:init_plugins) }) do |asked|
  process = Process.pid
  listen = lambda do |reporter|
    require_relative "reporter"
    client = Proctor::Client.new(asked["channel"], [], version: "minitest #{::Minitest::VERSION}")
    told = Proctor::Reporter.new(client, root: asked["root"], flushes: false)
    listener = ::Minitest::AbstractReporter.new
    %i[start prerecord record report].each do |event|
      listener.define_singleton_method(event) { |*words| Proctor::Listening.carefully { told.public_send(event, *words) } }
    end
    reporter << listener
  end
  ::Minitest.singleton_class.prepend(Module.new do
    # Where a project has its reporters added, also one that has switched plugins off.
    define_method(:init_plugins) do |options|
      super(options)
      Proctor::Listening.carefully { listen.call(reporter) } if Process.pid == process
    end
  end)
end
