# The files of a submission are the same before each test: a program under test may overwrite the test file or the
# assertions, or delete its directory, and what comes after it is still tested as it was handed in. They are kept in
# memory, where it can't reach them. Not for projects in place: those files belong to somebody.

readonly workspace_files=300 workspace_file_size=1048576

# Keeps every text file below $root. What is binary, larger or beyond the number isn't kept.
keep_workspace() {
  local LC_ALL=C file text
  declare -gA kept=()
  declare -gA kept_executable=()
  shopt -s globstar dotglob nullglob
  for file in "$root"/**; do
    [[ -f $file && ! -L $file && -r $file ]] || continue
    # An end of the file that comes before a NUL byte gives false: it is text, and whole.
    if IFS= read -r -d '' -n "$workspace_file_size" text <"$file"; then continue; fi
    kept[$file]=$text
    [[ -x $file ]] && kept_executable[$file]=1
    (( ${#kept[@]} < workspace_files )) || break
  done
  shopt -u globstar dotglob nullglob
}

restore_workspace() {
  local LC_ALL=C file text
  for file in "${!kept[@]}"; do
    text=''
    if [[ -f $file && ! -L $file && -r $file ]]; then
      IFS= read -r -d '' -n "$workspace_file_size" text <"$file" || true
      if [[ $text == "${kept[$file]}" ]]; then
        continue
      fi
    fi
    rm -rf -- "$file"
    mkdir -p -- "${file%/*}"
    printf %s "${kept[$file]}" >"$file"
    [[ -z ${kept_executable[$file]:-} ]] || chmod +x -- "$file"
  done
  # The directory may have been made anew.
  cd -- "$root" || true
}
