// A policy::Question as an MCP form (elicitation), and the form's answer as a Reply.
#pragma once

#include "policy/question.hpp"
#include "service/mcp/era.hpp"

namespace proctor::mcp {

/// The parameters of elicitation/create: a message that shows all that is asked, and one field to choose in.
json::object elicitation_params(const policy::Question& question, std::string_view version);

/// `result` is what the client answered. Whatever isn't a clear yes is a no.
policy::Reply read_elicitation(const json::value& result);

}  // namespace proctor::mcp
