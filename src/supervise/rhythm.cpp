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
  if (per_line_ == 0 || ends_.empty()) return 0;  // which a flood without lines would pile up
  const std::size_t made = begun_ + writes_;
  const std::size_t of_lines = ends_.size() * per_line_;
  return made >= of_lines + per_line_ ? std::min(made - of_lines, writes_) : 0;
}

// Whether so many writes make these lines, and at most `more` further ones.
bool Rhythm::fits(const Turn& turn, std::size_t more) const {
  if (turn.piece) {  // one write at least
    const std::size_t made = begun_ + turn.writes;
    const std::size_t of_lines = turn.lines * per_line_;
    return made > of_lines && made - of_lines <= per_line_ + more;
  }
  const std::size_t made = (begun_ + turn.writes) / per_line_;
  return made >= turn.lines && made <= turn.lines + more;
}

// Of how many writes a line is.
void Rhythm::learn(const Turn& turn) {
  if (!turn.whole || turn.lines == 0 || fits(turn, 0)) return;
  if (begun_ > 0) {  // the line that was begun may belong to it
    const std::size_t before = per_line_;
    per_line_ = std::max<std::size_t>(1, (begun_ + turn.writes) / turn.lines);
    if (fits(turn, 0)) return;
    per_line_ = before;
  }
  if (turn.writes < turn.lines) return;
  begun_ = 0;
  per_line_ = std::max<std::size_t>(1, (turn.writes - (turn.piece ? 1 : 0)) / turn.lines);
  if (!fits(turn, turn.lines / 4 + 1)) ++per_line_;
}

LinesOfWrites Rhythm::lay(Turn turn, std::vector<std::size_t> ends) {
  if (turn.ended && turn.writes > 0) --turn.writes;
  learn(turn);
  // Who has to wait for room is noted twice, and the last piece of a line may not be noted yet.
  const bool last_is_missing = per_line_ > 1 && (begun_ + turn.writes + 1) / per_line_ == turn.lines;
  const bool known = !turn.whole || last_is_missing || fits(turn, turn.lines / 4 + 1);
  LinesOfWrites laid(turn.writes, std::move(ends), known ? per_line_ : 0, begun_);
  const std::size_t made = begun_ + turn.writes;
  if (turn.whole && turn.lines == 0 && turn.piece) {
    begun_ = made;
  } else if (turn.whole && fits(turn, 0)) {
    begun_ = turn.piece ? made - turn.lines * per_line_ : made % per_line_;
  } else {
    begun_ = 0;
  }
  return laid;
}

void Rhythm::pass(Turn turn) {
  lay(turn, {});
}

}  // namespace proctor::supervise
