#include "supervise/rhythm.hpp"

#include <algorithm>
#include <utility>

namespace proctor::supervise {

bool LinesOfWrites::pass_write() {
  if (passed_ == writes_) return false;
  ++passed_;
  const std::size_t before = lines_;
  if (per_line_ > 0) {
    lines_ = std::min((begun_ + passed_) / per_line_, ends_.size());
  } else if (ends_.size() > writes_) {
    lines_ = (passed_ * ends_.size() + writes_ - 1) / writes_;
  } else {
    lines_ = passed_ * ends_.size() / writes_;
  }
  return lines_ > before;
}

std::size_t LinesOfWrites::writes_left() const {
  const std::size_t made = begun_ + writes_;
  const std::size_t of_lines = ends_.size() * per_line_;
  return per_line_ > 0 && made >= of_lines + per_line_ ? made - of_lines : 0;
}

LinesOfWrites Rhythm::lay(Turn turn) {
  const std::size_t lines = turn.ends.size();
  std::size_t writes = turn.writes;
  const auto fits = [&](std::size_t more) {
    if (turn.piece) {  // one write at least
      const std::size_t made = begun_ + writes;
      const std::size_t of_lines = lines * per_line_;
      return made > of_lines && made - of_lines <= per_line_ + more;
    }
    const std::size_t made = (begun_ + writes) / per_line_;
    return made >= lines && made <= lines + more;
  };
  if (turn.ended && writes > 0) --writes;
  if (turn.whole && !fits(0) && lines > 0 && begun_ > 0) {  // the line that was begun may belong to it
    const std::size_t before = std::exchange(per_line_, std::max<std::size_t>(1, (begun_ + writes) / lines));
    if (!fits(0)) per_line_ = before;
  }
  if (turn.whole && !fits(0) && lines > 0 && writes >= lines) {
    begun_ = 0;
    per_line_ = turn.piece ? std::max<std::size_t>(1, (writes - 1) / lines) : writes / lines;
    if (!fits(lines / 4 + 1)) ++per_line_;
  }
  // Who has to wait for room is noted twice, and the last piece of a line may not be noted yet.
  const bool last_is_missing = per_line_ > 1 && (begun_ + writes + 1) / per_line_ == lines;
  const bool known = !turn.whole || last_is_missing || fits(lines / 4 + 1);
  LinesOfWrites laid(writes, std::move(turn.ends), known ? per_line_ : 0, begun_);
  const std::size_t rest = turn.piece ? begun_ + writes - lines * per_line_ : (begun_ + writes) % per_line_;
  begun_ = turn.whole && fits(0) ? rest : 0;
  return laid;
}

void Rhythm::passed(std::size_t writes, bool ended_by_newline) {
  begun_ = ended_by_newline ? 0 : (begun_ + writes) % per_line_;
}

}  // namespace proctor::supervise
