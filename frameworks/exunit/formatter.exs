# A formatter of ExUnit's: a line of JSON, as Rust's libtest writes it, for each result. It tells no starts: ExUnit doesn't
# wait for its formatters, so the last start that was told before the program ended may be another test's. For the same
# reason nothing that a test prints is its own, but what ExUnit itself catches (`capture_log`).
defmodule Proctor.Formatter do
  use GenServer

  @events ["ok", "failed", "ignored"]

  # Before mix starts. The run ends as a whole, with all apps of an umbrella. Where the program ends by itself
  # (System.halt(0)), or mix does so without a complaint (exit({:shutdown, 0})), it doesn't come to its end.
  def begin do
    File.rm(report())
    :persistent_term.put(__MODULE__, :counters.new(4, []))
    System.at_exit(fn status -> if counted() > 0 and (status != 0 or count(4) == 1), do: suite(finished()) end)
  end

  # mix has come to the end of all tests.
  def finish, do: :counters.put(:persistent_term.get(__MODULE__), 4, 1)

  defp count(at), do: :counters.get(:persistent_term.get(__MODULE__), at)
  defp counted, do: count(1) + count(2) + count(3)

  defp finished do
    event = if count(2) == 0, do: "ok", else: "failed"
    [{"event", event}, {"passed", count(1)}, {"failed", count(2)}, {"ignored", count(3)}]
  end

  defp suite(fields), do: write([{"type", "suite"} | fields])

  @impl true
  def init(options), do: {:ok, System.get_env("PROCTOR_LIST") && options}

  # With PROCTOR_LIST no test runs (run.sh excludes :test), and each is told of that the project itself doesn't exclude.
  @impl true
  def handle_cast({:test_finished, test}, nil) do
    finish(test)
    {:noreply, nil}
  end

  def handle_cast({:test_finished, test}, options) do
    excluded = Enum.reject(options[:exclude] || [], &(&1 == :test))
    unless match?({:excluded, _}, ExUnit.Filters.eval(options[:include] || [], excluded, test.tags, [])), do: tell("discovered", test)
    {:noreply, options}
  end

  def handle_cast(_event, options), do: {:noreply, options}

  defp finish(%{state: nil} = test), do: tell("ok", test, [{"exec_time", test.time / 1_000_000}])
  defp finish(%{state: {:excluded, _why}}), do: :ok
  defp finish(%{state: {:skipped, why}} = test), do: tell("ignored", test, [{"message", why}])

  defp finish(%{state: {:failed, failures}} = test),
    do: tell("failed", test, [{"message", plainly(ExUnit.Formatter.format_test_failure(test, failures, 0, 80, &plain/2))}])

  # What runs before all tests of the module has failed.
  defp finish(%{state: {:invalid, %{state: {:failed, failures}} = module}} = test) do
    message = ExUnit.Formatter.format_test_all_failure(module, failures, 0, 80, &plain/2)
    tell("failed", test, [{"message", plainly(message) <> "\n\nThis happened before the test, in setup_all."}])
  end

  defp finish(test), do: tell("failed", test, [{"message", "ExUnit told of an unknown state: #{inspect(test.state)}"}])

  # Without a number before it, and with the lines below it under the first.
  defp plainly(message), do: message |> String.replace_prefix("  0) ", "") |> String.replace("\n     ", "\n") |> String.trim()

  defp plain(:diff_enabled?, _default), do: false
  defp plain(_key, text), do: text

  defp tell(event, test, more \\ []) do
    at = Enum.find_index(@events, &(&1 == event))
    if at && counted() == 0, do: suite([{"event", "started"}])
    if at, do: :counters.add(:persistent_term.get(__MODULE__), at + 1, 1)
    file = Path.relative_to(test.tags.file, System.fetch_env!("PROCTOR_ROOT"))
    name = "#{inspect(test.module)} > #{test.name}"
    place = [{"name", name}, {"file", file}, {"line", test.tags.line}, {"stdout", String.trim(test.logs)}]
    write([{"type", "test"}, {"event", event}] ++ place ++ more)
  end

  defp report, do: Path.join(System.fetch_env!("PROCTOR_PRIVATE"), "report.jsonl")

  defp write(fields) do
    line = "{" <> Enum.map_join(fields, ",", fn {key, value} -> "#{text(key)}:#{json(value)}" end) <> "}\n"
    if System.get_env("PROCTOR_LIST"), do: IO.write("\n" <> line), else: File.write!(report(), line, [:append])
  end

  defp json(value) when is_number(value), do: to_string(value)
  defp json(value), do: text(to_string(value))

  # In ASCII: standard output may have another encoding.
  defp text(value), do: ~s(") <> for(<<point::utf8 <- valid(value)>>, into: "", do: escaped(point)) <> ~s(")

  defp valid(value), do: if(String.valid?(value), do: value, else: inspect(value))

  defp escaped(point) when point in [?", ?\\], do: <<?\\, point>>
  defp escaped(point) when point in 32..126, do: <<point>>
  defp escaped(point), do: for(<<unit::16 <- <<point::utf16>> >>, into: "", do: "\\u" <> hexadecimal(unit))

  defp hexadecimal(unit), do: unit |> Integer.to_string(16) |> String.pad_leading(4, "0")
end

defmodule Mix.Tasks.Proctor.Test do
  use Mix.Task

  @impl true
  def run(words) do
    Mix.Task.run("test", words)
    Proctor.Formatter.finish()
  end
end

Proctor.Formatter.begin()
