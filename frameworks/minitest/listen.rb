# Required by each ruby that runs the tests, or something around them: waits for Minitest to be loaded.
trace = TracePoint.new(:end) do |point|
  next unless defined?(::Minitest) && point.self.equal?(::Minitest) && ::Minitest.respond_to?(:init_plugins)

  trace.disable
  ENV["RUBYOPT"] = ENV["RUBYOPT"].to_s.sub("-r#{__FILE__}", "").strip # the children of tests don't inherit it
  require_relative "reporter"
  ::Minitest.singleton_class.prepend(Proctor::Listens)
  at_exit { Proctor::Reporter.tell_not_loaded($!) } # (this is the last that runs there)
end
trace.enable
