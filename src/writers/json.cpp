// The envelope, as `--json` prints it.
#include "base/json.hpp"
#include "output/envelope.hpp"
#include "writers/writer.hpp"

namespace proctor::writers {

std::string write_json(const Written& written) {
  return to_json_line(output::to_envelope(written.answer)) + '\n';
}

}  // namespace proctor::writers
