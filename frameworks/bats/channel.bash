# The channel to proctor: what it says first, the events that go back to it, and the marks in the output.
# shellcheck disable=SC2034,SC2154  # the reporter's other files use what is set here, and set out and err
# The nonce and the mark's secret stay in variables that aren't exported; no process of a test inherits the channel.

# Sets channel, nonce, mark, skip, only, filter, fail_fast and exercise from the greeting.
read_greeting() {
  channel=${PROCTOR_CHANNEL:-}
  [[ $channel =~ ^[0-9]+$ ]] || return 1
  unset PROCTOR_CHANNEL
  nonce='' mark='' filter='' fail_fast='' exercise=''
  declare -gA skip=() only=()
  local line value
  while IFS= read -r -u "$channel" line && [[ -n $line ]]; do
    value=${line#* }
    case $line in
      'nonce '*) nonce=$value ;;
      'mark '*) mark=$value ;;
      'skip '*) unescape_id "$value"; skip[$REPLY]=1 ;;
      'only '*) unescape_id "$value"; only[$REPLY]=1 ;;
      'filter '*) filter=$value ;;
      fail_fast) fail_fast=1 ;;
      exercise) exercise=1 ;;
    esac
  done
  [[ -n $nonce && -n $mark ]]
}

# An id stands in the greeting with `\\` for a backslash and `\n` for a line feed.
unescape_id() {
  local rest=$1
  REPLY=''
  while [[ $rest == *\\* ]]; do
    REPLY+=${rest%%\\*}
    rest=${rest#*\\}
    case $rest in
      n*) REPLY+=$'\n' ;;
      *) REPLY+=${rest:0:1} ;;
    esac
    rest=${rest:1}
  done
  REPLY+=$rest
}

# REPLY becomes the text as a JSON string.
json() {
  local LC_ALL=C text=$1 code character
  if [[ $text == *[$'\x80'-$'\xff']* ]]; then
    # iconv leaves out what isn't UTF-8. The letter at the end keeps line feeds that a substitution would take away.
    text=$(printf %sx "$text" | iconv -c -f UTF-8 -t UTF-8)
    text=${text%x}
  fi
  text=${text//\\/'\\'}
  text=${text//\"/'\"'}
  text=${text//$'\n'/'\n'}
  text=${text//$'\t'/'\t'}
  text=${text//$'\r'/'\r'}
  if [[ $text == *[$'\x01'-$'\x1f']* ]]; then
    for code in {1..8} 11 12 {14..31}; do
      printf -v code %02x "$code"
      printf -v character %b "\\x$code"
      text=${text//"$character"/"\\u00$code"}
    done
  fi
  REPLY=\"$text\"
}

# event JSON-WITHOUT-BRACES
event() {
  printf '\n%s {%s}\n' "$nonce" "$1" >&"$channel"
}

# fail_run MESSAGE [settings|none]: an error that leaves nothing to be tested, and whose fault it is if it isn't that of
# the code. It ends the run.
fail_run() {
  json "$1"
  event "\"event\":\"error\"${2:+,\"$2\":true},\"message\":$REPLY"
  event '"event":"end"'
  exit 1
}

# mark_output N: what comes from here on belongs to the test N (0: to none).
mark_output() {
  printf '\x1e%s %d\x1e' "$mark" "$1" >&"$out"
  printf '\x1e%s %d\x1e' "$mark" "$1" >&"$err"
}
