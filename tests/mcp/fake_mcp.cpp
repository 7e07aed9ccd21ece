// An MCP server over stdio whose tools only play what they are told to (service/mcp/fake_host_testing.hpp):
// for tests of clients with the protocol. A person is asked unless proctor.toml in the user's configuration
// directory says `enabled = false`.
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "base/files.hpp"
#include "cli/signals.hpp"
#include "service/mcp/fake_host_testing.hpp"
#include "service/mcp/stdio.hpp"

int main() {
  std::signal(SIGPIPE, SIG_IGN);
  const proctor::cli::StopOnSignals signals;
  proctor::mcp::FakeHost host;
  const char* const config = std::getenv("XDG_CONFIG_HOME");
  const auto text =
      proctor::read_file(std::string(config == nullptr ? "" : config) + "/proctor/proctor.toml");
  host.asks = !text || text->find("enabled = false") == std::string::npos;
  proctor::mcp::serve_stdio(host, STDIN_FILENO, STDOUT_FILENO, signals.token());
  return 0;
}
